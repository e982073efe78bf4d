import { Secret, TOTP } from "otpauth";

const hour = 3_600_000;

/** How long an invitation can be used, and a session at most, and without being used; in milliseconds (D11.4). */
export const lives = { invitation: 24 * hour, session: 12 * hour, idle: hour / 2 } as const;

/** Bytes of a secret that an authenticator app keeps (RFC 4226: 160 bits). */
export const totpSecretBytes = 20;

/** Whose the sealed secret of an authenticator app is. */
export const sealedFor = (staffId: string) => ({ use: "staff-totp", owner: staffId }) as const;

const secretOf = (bytes: Uint8Array<ArrayBuffer>) => new Secret({ buffer: bytes.buffer });

/**
 * The half minute of which this is the code: the present one, or one before or after it, for clocks that differ.
 * Undefined for anything else.
 */
export function stepOf(bytes: Uint8Array<ArrayBuffer>, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code.replace(/\s/g, ""), secret: secretOf(bytes), timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

/** The secret for an authenticator app: as an address for a picture, and as letters to be typed. */
export function showSecret(bytes: Uint8Array<ArrayBuffer>, issuer: string, email: string) {
  const secret = secretOf(bytes);
  return { uri: new TOTP({ issuer, label: email, secret }).toString(), secret: secret.base32 };
}

/** What an authenticator app shows now for a secret in base32, and for how many more seconds. */
export function codeNow(secret: string, now: Date): { code: string; seconds: number } {
  const timestamp = now.getTime();
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  return { code, seconds: Math.ceil(TOTP.remaining({ timestamp }) / 1000) };
}
