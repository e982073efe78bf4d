import type { FieldCode } from "#contract/errors.ts";
import { mailOwner, type Owner } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { revokeLinks } from "./email-links.ts";
import { validatePassword } from "./password-rules.ts";
import { isCommonPassword } from "./passwords.ts";

type Named = Pick<Owner, "name" | "email">;

/** What is wrong with a new password (D3.3); undefined if nothing. */
export function validateNewPassword(ctx: Context, password: string, { name, email }: Named): FieldCode | undefined {
  return validatePassword(password, { name, email, site: siteWords(ctx) }, isCommonPassword);
}

/** What names the site, and so must not be a password. */
const siteWords = ({ site, request }: Context) => ({ name: site.settings.name, host: request.hostname });

/**
 * What follows once an account's new password is stored and its other sessions are ended: revokes open links that log
 * in or change the address, notifies the owner by mail, and logs the caller in by a new session (D3.4).
 */
export async function finishPasswordChange(
  ctx: Context,
  owner: Owner,
  { passkeysEnded }: { passkeysEnded: boolean },
): Promise<void> {
  await revokeLinks(ctx.db, owner.id, ["reset", "login", "mail_change"]);
  await mailOwner(ctx, owner, { kind: "password_changed", path: "/reset-password", passkeys_ended: passkeysEnded });
  // the caller's own session, if there is one, continues with a new token
  ctx.openSession(owner.id);
}
