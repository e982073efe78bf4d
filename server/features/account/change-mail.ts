import { violatedConstraint } from "#server/db/pool.ts";
import {
  canonicalAddress,
  createLink,
  deleteDevices,
  deleteUndoLinksSince,
  dummyHash,
  endSessions,
  findOwner,
  isAddressTaken,
  type Link,
  redeemLink,
  requirePassword,
  revokeLinks,
  revokePasskeysSince,
  updateAddress,
  updatePassword,
} from "#server/features/auth/index.ts";
import { lockDelivery } from "#server/features/chat/index.ts";
import { mailOwner } from "#server/features/mails/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context, MemberContext } from "#server/http/handle.ts";
import { confirmAddress } from "./confirm-address.ts";
import { restoreAccount } from "./restore-account.ts";

/** Links that were sent to the address the account had: a new one makes them worthless. */
const sentToOldAddress = ["activation", "reset", "login", "mail_change"] as const;

/**
 * Sends a link to the address that a member wants to have from now on (R5.05); answers it as it will be kept. Throws
 * `invalid_input` at `password` or `email`, `login_blocked`, and `too_many_requests` after five addresses a day.
 */
export async function requestMailChange(
  ctx: MemberContext,
  form: { email: string; password: string },
): Promise<string> {
  const { db, site, now, language, services } = ctx;
  const accountId = ctx.viewer.memberId;
  await requirePassword(ctx, form.password);
  const email = canonicalAddress(form.email);
  if (email === null) throw failFields({ email: "email_new_invalid" });
  // counted before anything is said about the address, for the answer tells whether it has an account
  const wait = await services.limits.take("mail_change", accountId);
  if (wait > 0) throw fail("too_many_requests", { retryAfter: wait });
  if (await isAddressTaken(db, site.id, email)) throw failFields({ email: "email_owned" });
  const owner = await findOwner(db, accountId);
  const token = await createLink(db, services.random, { kind: "mail_change", accountId, now, email });
  const path = `/mail-change/do?token=${token}`;
  await mailOwner(ctx, { ...owner, email, language }, { kind: "mail_change", path, email });
  return email;
}

async function giveAddress(ctx: Context, accountId: string, email: string): Promise<void> {
  try {
    await updateAddress(ctx.db, accountId, email);
  } catch (error) {
    // somebody else took it meanwhile
    if (violatedConstraint(error) === "accounts_site_id_email_key") throw fail("email_taken");
    throw error;
  }
  await revokeLinks(ctx.db, accountId, sentToOldAddress);
}

/**
 * Spends a mail change link (D3.4): the account has the new address, and the old one, which was proven once, is told and
 * can take it back for 48 hours. Answers the new address. Throws `link_invalid`, `email_taken`.
 */
export async function changeMail(ctx: Context, token: string): Promise<string> {
  const { db, site, now, services } = ctx;
  const link = await redeemLink(db, site.id, token, ["mail_change"], now);
  if (!link?.email) throw fail("link_invalid");
  const owner = await findOwner(db, link.accountId);
  // what is held goes out with the confirmation: its locks come before the address, at which those who write to them wait
  if (owner.status === "not_confirmed") await lockDelivery(db, owner.id);
  await giveAddress(ctx, owner.id, link.email);
  if (owner.status === "not_confirmed") {
    // the first address may never have been theirs: it gets no way in, and the new one is proven
    await confirmAddress(ctx, owner.id);
    return link.email;
  }
  const undo = { kind: "mail_undo", accountId: owner.id, now, email: owner.email } as const;
  await mailOwner(ctx, owner, { kind: "mail_changed", path: `/${await createLink(db, services.random, undo)}` });
  return link.email;
}

/**
 * Takes a change of address back for whoever reads the old one's mails, however often it was changed since. Whoever did it
 * knows the password and could do it again at once: it stops working, every device is logged out and forgotten, and
 * passkeys that were added since, of which the new address was told, are gone. Throws `email_taken` where another account has it now.
 */
export async function undoMailChange(ctx: Context, { accountId, email, createdAt }: Link): Promise<{ email: string }> {
  if (email === null) throw fail("link_invalid");
  const { status } = await findOwner(ctx.db, accountId);
  await giveAddress(ctx, accountId, email);
  await deleteUndoLinksSince(ctx.db, accountId, createdAt);
  await updatePassword(ctx.db, accountId, dummyHash);
  await revokePasskeysSince(ctx.db, { kind: "member", id: accountId }, createdAt);
  await endSessions(ctx, accountId);
  await deleteDevices(ctx.db, accountId);
  // they may have deleted it as well
  if (status === "deleted") await restoreAccount(ctx, accountId);
  else if (ctx.viewer?.memberId === accountId) ctx.closeSession();
  return { email };
}
