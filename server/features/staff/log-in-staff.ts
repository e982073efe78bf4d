import type { z } from "zod";
import type { logInStaff as logInCall, StaffMember } from "#contract/staff.ts";
import { unseal } from "#server/crypto/seal.ts";
import { canonicalAddress, checkPassword, dummyHash, verifyPasskey } from "#server/features/auth/index.ts";
import { Failure, fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { withLockout } from "#server/http/lockout.ts";
import { lockoutKeys, sealedFor, stepOf, totpSecretBytes } from "./rules.ts";
import { openStaffSession } from "./sessions.ts";
import { findLogin, redeemTotpStep } from "./store.ts";

type Form = z.output<typeof logInCall.body>;
type Login = NonNullable<Awaited<ReturnType<typeof findLogin>>>;

/** Used for unknown logins, so that checking the code takes the same time. No code for it is ever accepted. */
const dummySecret = new Uint8Array(totpSecretBytes);

/** The secret of a login's authenticator app. */
function secretOf({ services, log }: Context, login: Login | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (!login?.totp_secret) return undefined;
  try {
    return unseal(services.config, sealedFor(login.id), login.totp_secret);
  } catch {
    log.error(
      { staffId: login.id },
      "the authenticator secret of a staff login can't be decrypted: SECRET has changed",
    );
    return undefined;
  }
}

/** Whether a passkey belongs to this login; redeems its challenge. */
async function ownsPasskey(ctx: Context, login: Login, passkey: NonNullable<Form["passkey"]>): Promise<boolean> {
  try {
    const found = await verifyPasskey(ctx, "staff", passkey);
    return "ownerId" in found && found.ownerId === login.id;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/**
 * Logs staff in by address, password and a second factor (D11.4), and opens a session. Every failure gets the same
 * answer after the same work. Code and passkey are redeemed only if the password is correct. Throws
 * `staff_login_failed`, or `login_blocked` with the minutes.
 */
export async function logInStaff(ctx: Context, { email, password, code, passkey }: Form): Promise<StaffMember> {
  const { db, services, now } = ctx;
  const found = await findLogin(db, canonicalAddress(email) ?? email, services.config.demo);
  const who = found?.id ?? email.toLowerCase();
  const login = await withLockout(services.limits, lockoutKeys(ctx, who), async () => {
    const failure = fail("staff_login_failed");
    const correct = await checkPassword(password, found?.password_hash ?? dummyHash);
    const secret = secretOf(ctx, found);
    const step = stepOf(secret ?? dummySecret, code ?? "", now);
    if (!found || !correct) return failure;
    if (passkey) return (await ownsPasskey(ctx, found, passkey)) ? found : failure;
    return secret && step !== undefined && (await redeemTotpStep(db, found.id, step)) ? found : failure;
  });
  await openStaffSession(ctx, login);
  const { id, name, role } = login;
  return { id, email: login.email, name, role };
}
