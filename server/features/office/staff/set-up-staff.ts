import { randomBytes } from "node:crypto";
import { seal, unseal } from "#server/crypto/seal.ts";
import { hashPassword, hashToken, validateNewPassword } from "#server/features/auth/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { withLockout } from "#server/http/lockout.ts";
import { lockoutKeys, sealedFor, showSecret, stepOf, totpSecretBytes } from "./rules.ts";
import { openStaffSession } from "./sessions.ts";
import { findInvited, redeemTotpStep, replaceInvitation, updateStaff } from "./staff-store.ts";

export async function findInvitation({ db, now }: Context, token: string) {
  const invitation = await findInvited(db, hashToken(token), now);
  if (!invitation) throw fail("link_invalid");
  return invitation;
}

/** A secret that was shown earlier stops working. The login stays disabled until `finishSetup`. */
export async function beginSetup(ctx: Context, { token, password }: { token: string; password: string }) {
  const { db, site, services } = ctx;
  const { id, name, email } = await findInvitation(ctx, token);
  const refusal = validateNewPassword(ctx, password, { name, email });
  if (refusal) throw failFields({ password: refusal });
  const secret = new Uint8Array(randomBytes(totpSecretBytes));
  await updateStaff(db, id, {
    password_hash: await hashPassword(password),
    totp_secret: seal(services.config, sealedFor(id), secret),
    totp_last_step: null,
  });
  return showSecret(secret, site.settings.name, email);
}

/** Enables the login once a code proves that the app has the secret, redeems the invitation and opens a session. */
export async function finishSetup(ctx: Context, { token, code }: { token: string; code: string }) {
  const { db, services, now } = ctx;
  const { totp_secret: sealed, id, name, email, role } = await findInvitation(ctx, token);
  if (!sealed) throw fail("link_invalid");
  await withLockout(services.limits, lockoutKeys(ctx, id), async () => {
    const step = stepOf(unseal(services.config, sealedFor(id), sealed), code, now);
    return (step !== undefined && (await redeemTotpStep(db, id, step))) || failFields({ code: "code_wrong" });
  });
  await db.transaction().execute(async (trx) => {
    await updateStaff(trx, id, { enabled: true });
    await replaceInvitation(trx, id, null);
  });
  await openStaffSession(ctx, { id, role });
  return { id, name, email, role };
}
