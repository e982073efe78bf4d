import type { FieldCode } from "#contract/errors.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { findLink, redeemLink } from "./email-links.ts";
import { endOtherAccess } from "./end-other-access.ts";
import { finishPasswordChange, validateNewPassword } from "./new-password.ts";
import { hashPassword } from "./passwords.ts";
import { findOwner, updatePassword } from "./store.ts";

type Form = { token: string; password: string; password_again: string };

/**
 * Redeems a reset link with a new password, ends every other access to the account, and logs the owner in here
 * (D3.6); returns the account's id. An invalid password leaves the link open. Throws `link_invalid`, or `invalid_input`
 * naming every field (R5.06, D3.3).
 */
export async function resetPassword(ctx: Context, { token, password, password_again }: Form): Promise<string> {
  const { db, site, now } = ctx;
  const link = await findLink(db, site.id, token, now);
  if (link?.kind !== "reset") throw fail("link_invalid");
  const owner = await findOwner(db, link.accountId);
  const refusal = validateNewPassword(ctx, password, owner);
  const fields: Record<string, FieldCode> = {
    ...(refusal ? { password: refusal } : {}),
    ...(password === password_again ? {} : { password_again: "passwords_differ" }),
  };
  if (Object.keys(fields).length > 0) throw failFields(fields);
  // of two simultaneous requests only one redeems the link
  if (!(await redeemLink(db, site.id, token, ["reset"], now))) throw fail("link_invalid");
  const { passkeysEnded } = await endOtherAccess(ctx, owner.id);
  await updatePassword(db, owner.id, await hashPassword(password));
  await finishPasswordChange(ctx, owner, { passkeysEnded });
  return owner.id;
}
