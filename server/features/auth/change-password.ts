import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { endSessions } from "./end-sessions.ts";
import { finishPasswordChange, validateNewPassword } from "./new-password.ts";
import { hashPassword } from "./passwords.ts";
import { requirePassword } from "./require-password.ts";
import { findOwner, replacePassword } from "./store.ts";

/**
 * Changes the password of a logged-in member who knows the old one (R5.07). Of simultaneous changes with one old
 * password the first succeeds, and for the others it is wrong.
 */
export async function changePassword(
  ctx: MemberContext,
  form: { old_password: string; password: string },
): Promise<void> {
  const wrong = { old_password: "password_wrong" } as const;
  const oldHash = await requirePassword(ctx, form.old_password, wrong);
  const owner = await findOwner(ctx.db, ctx.viewer.memberId);
  const refusal = validateNewPassword(ctx, form.password, owner);
  if (refusal) throw failFields({ password: refusal });
  const passwordHash = await hashPassword(form.password);
  if (!(await replacePassword(ctx.db, owner.id, oldHash, passwordHash))) throw failFields(wrong);
  await endSessions(ctx, owner.id, { except: ctx.viewer.tokenHash });
  await finishPasswordChange(ctx, owner, { passkeysEnded: false });
}
