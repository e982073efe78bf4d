import type { z } from "zod";
import type { UsedCredential } from "#contract/passkeys.ts";
import type { logInStaff as logInCall, StaffMember } from "#contract/staff.ts";
import { unseal } from "#server/crypto/seal.ts";
import {
  canonicalAddress,
  checkPassword,
  dummyHash,
  freshLoginMs,
  verifyPasskey,
} from "#server/features/auth/index.ts";
import { Failure, fail, failFields } from "#server/http/fail.ts";
import type { Context, StaffContext } from "#server/http/handle.ts";
import { type LockoutKeys, withLockout } from "#server/http/lockout.ts";
import { lockoutKeys, sealedFor, stepOf, totpSecretBytes } from "./rules.ts";
import { findStaffDevice, openStaffSession } from "./sessions.ts";
import { findEndedDemoLogin, findLogin, findStaff, redeemTotpStep } from "./staff-store.ts";

type Form = z.output<typeof logInCall.body>;
type Login = NonNullable<Awaited<ReturnType<typeof findLogin>>>;

/** An unknown login is checked against it, so that it takes the same time. No code for it is ever accepted. */
const dummySecret = new Uint8Array(totpSecretBytes);

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
async function ownsPasskey(ctx: Context, login: Login, passkey: UsedCredential): Promise<boolean> {
  try {
    const owner = await verifyPasskey(ctx, "staff", passkey);
    return "ownerId" in owner && owner.ownerId === login.id;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/**
 * Besides the IP address. A stranger who guesses uses up only the login's attempts: a known browser has its own, and so
 * has the holder of a passkey, which can't be guessed: a wrong one counts for the IP address only.
 */
async function lockoutKeysOf(ctx: Context, login: Login | undefined, { email, passkey }: Form): Promise<LockoutKeys> {
  if (passkey) {
    await withLockout(ctx.services.limits, { address: ctx.ip }, async () => {
      return (login && (await ownsPasskey(ctx, login, passkey))) || fail("staff_login_failed");
    });
    return lockoutKeys(ctx, `passkey:${login?.id}`);
  }
  const device = login && findStaffDevice(ctx, login.id);
  return device
    ? { device: `staff:${login.id}:${device}`, address: ctx.ip }
    : lockoutKeys(ctx, login?.id ?? email.toLowerCase());
}

/**
 * Every failure gets the same answer, and a wrong password the same work as an unknown address. A code is redeemed only
 * if the password is correct, and a passkey is verified before it.
 */
export async function logInStaff(ctx: Context, form: Form): Promise<StaffMember> {
  const { db, services, now } = ctx;
  const { email, password, code, passkey } = form;
  // a public address: to say so tells a stranger nothing
  if (email === (await findEndedDemoLogin(db))) throw fail("demo_login_ended");
  const staffLogin = await findLogin(db, canonicalAddress(email) ?? email, services.config.demo);
  const keys = await lockoutKeysOf(ctx, staffLogin, form);
  const login = await withLockout(services.limits, keys, async () => {
    const failure = fail("staff_login_failed");
    const correct = await checkPassword(password, staffLogin?.password_hash ?? dummyHash);
    const secret = secretOf(ctx, staffLogin);
    const step = stepOf(secret ?? dummySecret, code ?? "", now);
    if (!staffLogin || !correct) return failure;
    if (passkey) return staffLogin;
    return secret && step !== undefined && (await redeemTotpStep(db, staffLogin.id, step)) ? staffLogin : failure;
  });
  await openStaffSession(ctx, login);
  const { id, name, role } = login;
  return { id, email: login.email, name, role };
}

export const loggedInLongAgo = ({ staff, now }: StaffContext) =>
  now.getTime() - staff.openedAt.getTime() >= freshLoginMs;

/** Requires the password before something is made that works without a login, unless the caller has just logged in. */
export async function confirmLogin(ctx: StaffContext, password: string | undefined): Promise<void> {
  if (!loggedInLongAgo(ctx)) return;
  if (!password) throw failFields({ password: "required" });
  const { staffId } = ctx.staff;
  await withLockout(ctx.services.limits, lockoutKeys(ctx, `again:${staffId}`), async () => {
    const { password_hash: hash } = await findStaff(ctx.db, staffId);
    return (await checkPassword(password, hash ?? dummyHash)) || failFields({ password: "not_your_password" });
  });
}
