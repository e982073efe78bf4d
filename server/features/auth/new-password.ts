import type { FieldCode } from "#contract/errors.ts";
import type { Locked } from "#server/db/locks.ts";
import { type MailOwner, mailOwner } from "#server/features/mails/index.ts";
import { assertFields, fail, failFields } from "#server/http/fail.ts";
import type { Context, MemberContext, Mutating } from "#server/http/handle.ts";
import { findOwner, replacePassword, updatePassword } from "./accounts-store.ts";
import { findLink, redeemLink, revokeLinks } from "./email-links.ts";
import { findOpenMailChange } from "./email-links-store.ts";
import { endOtherAccess, endSessions } from "./end-sessions.ts";
import { hashPassword, isCommonPassword, requirePassword } from "./passwords.ts";

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** D3.3: a password is not the name, the address, a common one, nor the site's name or host with digits around it. */
export function validateNewPassword(
  { site, request: { hostname } }: Context,
  password: string,
  { name, email }: Pick<MailOwner, "name" | "email">,
): FieldCode | undefined {
  const lower = password.toLowerCase();
  if (lower === name.toLowerCase() || lower === email.toLowerCase()) return "password_is_name_or_email";
  const [label = ""] = hostname.split(".");
  const bare = lettersOf(password);
  const isOfSite = bare !== "" && [site.settings.name, hostname, label].some((word) => lettersOf(word) === bare);
  return isOfSite || isCommonPassword(password) ? "password_common" : undefined;
}

/** Once a new password is stored, it revokes links, mails the owner, and logs the caller in anew. */
async function finishPasswordChange(
  ctx: Context,
  account: Locked<"accounts">,
  owner: MailOwner,
  { passkeysEnded }: { passkeysEnded: boolean },
): Promise<void> {
  // a thief may have asked for a change of address
  const keptFrom = await findOpenMailChange(account, owner.id, ctx.now);
  await revokeLinks(account, owner.id, ["reset", "login", "mail_change"]);
  const ended = { passkeys_ended: passkeysEnded, kept_from: keptFrom };
  await mailOwner(ctx, owner, { kind: "password_changed", path: "/reset-password", ...ended });
  // the caller's own session, if there is one, continues with a new token
  ctx.openSession(owner.id);
}

/** Changes the caller's password (R5.07). Of simultaneous changes with one old password only the first succeeds. */
export async function changePassword(ctx: Mutating<MemberContext>, form: { old_password: string; password: string }) {
  const wrong = { old_password: "password_wrong" } as const;
  const oldHash = await requirePassword(ctx, form.old_password, wrong);
  const owner = await findOwner(ctx.db, ctx.viewer.memberId);
  const refusal = validateNewPassword(ctx, form.password, owner);
  if (refusal) throw failFields({ password: refusal });
  const passwordHash = await hashPassword(form.password);
  const account = await replacePassword(ctx.db, owner.id, oldHash, passwordHash);
  if (!account) throw failFields(wrong);
  await endSessions(ctx, owner.id, { except: ctx.viewer.tokenHash });
  await finishPasswordChange(ctx, account, owner, { passkeysEnded: false });
}

type Form = { token: string; password: string; password_again: string };

/** Logs in here alone; returns the account's id. An invalid password leaves the link open. */
export async function resetPassword(ctx: Mutating, { token, password, password_again }: Form): Promise<string> {
  const { db, site, now } = ctx;
  const link = await findLink(db, site.id, token, now);
  if (link?.kind !== "reset") throw fail("link_invalid");
  const owner = await findOwner(db, link.accountId);
  const refusal = validateNewPassword(ctx, password, owner);
  assertFields({
    password: refusal,
    password_again: password === password_again ? undefined : "passwords_differ",
  });
  // of two simultaneous requests only one redeems the link
  if (!(await redeemLink(db, site.id, token, ["reset"], now))) throw fail("link_invalid");
  const { passkeysEnded } = await endOtherAccess(ctx, owner.id);
  const account = await updatePassword(db, owner.id, await hashPassword(password));
  await finishPasswordChange(ctx, account, owner, { passkeysEnded });
  return owner.id;
}
