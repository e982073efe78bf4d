import { Secret, TOTP } from "otpauth";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { LockoutKeys } from "#server/http/lockout.ts";

/** The lifetimes of an invitation, of a session, and of an idle session, in milliseconds. */
export const lifetimes = { invitation: dayMs, session: 8 * hourMs, idle: hourMs / 2 } as const;

/** Length in bytes of an authenticator app's secret (RFC 4226: 160 bits). */
export const totpSecretBytes = 20;

/** Binds the sealed secret of an authenticator app to its owner. */
export const sealedFor = (staffId: string) => ({ use: "staff-totp", owner: staffId }) as const;

/** Failed attempts of staff count against the login and against the IP address, like those of members. */
export const lockoutKeys = ({ ip }: { ip: string }, who: string): LockoutKeys => ({
  account: `staff:${who}`,
  address: ip,
});

const secretOf = (bytes: Uint8Array<ArrayBuffer>) => new Secret({ buffer: bytes.buffer });

/** The half minute of a code: the current one, or the one before or after, because clocks differ. */
export function stepOf(bytes: Uint8Array<ArrayBuffer>, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code.replace(/\s/g, ""), secret: secretOf(bytes), timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
}

/** The secret for an authenticator app: as a URI for a QR code, and as base32 to be typed. */
export function showSecret(bytes: Uint8Array<ArrayBuffer>, issuer: string, email: string) {
  const secret = secretOf(bytes);
  return { uri: new TOTP({ issuer, label: email, secret }).toString(), secret: secret.base32 };
}

/** The code that an authenticator app shows now for a base32 secret, and its remaining seconds. */
export function codeNow(secret: string, now: Date): { code: string; seconds: number } {
  const timestamp = now.getTime();
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  return { code, seconds: Math.ceil(TOTP.remaining({ timestamp }) / 1000) };
}
