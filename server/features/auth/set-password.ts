import type { FieldCode } from "#contract/errors.ts";
import { mailOwner, type Owner } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { revokeLinks } from "./email-links.ts";
import { endSessions } from "./end-sessions.ts";
import { validatePassword } from "./password-rules.ts";
import { hashPassword, isCommonPassword } from "./passwords.ts";
import { updatePassword } from "./store.ts";

/** What is wrong with a new password (D3.3); undefined if nothing. */
export function validateNewPassword(password: string, { name, email }: Owner): FieldCode | undefined {
  return validatePassword(password, name, email, isCommonPassword);
}

/**
 * Sets an account's password. It ends every session, opens a new one on this device, revokes open links that log in or
 * change the address, and notifies the owner by mail (D3.4).
 */
export async function setPassword(ctx: Context, owner: Owner, password: string): Promise<void> {
  await updatePassword(ctx.db, owner.id, await hashPassword(password));
  // the caller's own session continues with a new token
  await endSessions(ctx, owner.id, ctx.viewer?.memberId === owner.id ? { except: ctx.viewer.tokenHash } : {});
  await revokeLinks(ctx.db, owner.id, ["reset", "login", "mail_change"]);
  await mailOwner(ctx, owner, { kind: "password_changed", path: "/reset-password" });
  ctx.openSession(owner.id);
}
