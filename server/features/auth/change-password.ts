import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { requirePassword } from "./require-password.ts";
import { setPassword, validateNewPassword } from "./set-password.ts";
import { findOwner } from "./store.ts";

/**
 * Changes the password of a logged-in member who knows the old one (R5.07). Throws `invalid_input` at
 * `old_password` or, by D3.3, at `password`, and `login_blocked`.
 */
export async function changePassword(
  ctx: MemberContext,
  form: { old_password: string; password: string },
): Promise<void> {
  await requirePassword(ctx, form.old_password, { old_password: "password_wrong" });
  const owner = await findOwner(ctx.db, ctx.viewer.memberId);
  const refusal = validateNewPassword(form.password, owner);
  if (refusal) throw failFields({ password: refusal });
  await setPassword(ctx, owner, form.password);
}
