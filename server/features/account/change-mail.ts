import { violatedConstraint } from "#server/db/pool.ts";
import {
  canonicalAddress,
  createLink,
  deleteDevices,
  deleteUndoLinksSince,
  dummyHash,
  endSessions,
  findOwner,
  isAddressHeld,
  isAddressTaken,
  type Link,
  lockOwnAccount,
  redeemLink,
  requirePassword,
  revokeLinks,
  revokePasskeys,
  updateAddress,
  updatePassword,
} from "#server/features/auth/index.ts";
import { lockDelivery } from "#server/features/chat/index.ts";
import { countUnproven, mailOwner, mailUnproven } from "#server/features/mails/index.ts";
import { hideByAddress } from "#server/features/visibility/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { recordDone } from "#server/http/record-events.ts";
import { isBanned } from "./banned-mailboxes.ts";
import { confirmAddress } from "./confirm-address.ts";
import { restoreAccount } from "./restore-account.ts";

/** Links that were sent to the account's old address: a change of address revokes them. */
const sentToOldAddress = ["activation", "reset", "login", "mail_change"] as const;

/** Sends a confirmation link to a member's new address; returns the address as it will be stored. */
export async function requestMailChange(
  ctx: Mutating<MemberContext>,
  form: { email: string; password: string },
): Promise<string> {
  const { db, site, now, services } = ctx;
  const accountId = ctx.viewer.memberId;
  await requirePassword(ctx, form.password);
  await lockOwnAccount(ctx);
  const email = canonicalAddress(form.email);
  if (email === null) throw failFields({ email: "email_new_invalid" });
  // counted before the address is looked up, because the answer reveals whether it has an account
  const wait = await services.limits.recordAttempt("mail_change", accountId);
  if (wait > 0) throw fail("too_many_requests", { retryAfter: wait });
  const isTaken =
    (await isAddressTaken(db, site.id, email)) ||
    (await isAddressHeld(db, { siteId: site.id, email, now, own: accountId })) ||
    (await isBanned(ctx, site.id, email));
  if (isTaken) throw failFields({ email: "email_owned" });
  const counted = await countUnproven(ctx, email, "confirmation");
  if (!counted.to) throw fail("too_many_requests", { retryAfter: counted.wait });
  const { name } = await findOwner(db, accountId);
  const token = await createLink(db, services.random, { kind: "mail_change", accountId, now, email });
  const path = `/mail-change/do?token=${token}`;
  await mailUnproven(ctx, counted.to, { kind: "mail_change", path, accountId, name, email });
  return email;
}

export async function cancelMailChange(ctx: Mutating<MemberContext>): Promise<void> {
  await revokeLinks(await lockOwnAccount(ctx), ctx.viewer.memberId, ["mail_change"]);
}

async function setAddress(ctx: Mutating, accountId: string, email: string): Promise<void> {
  const account = await updateAddress(ctx.db, accountId, email).catch((error: unknown) => {
    // another account took the address in the meantime
    if (violatedConstraint(error) === "accounts_site_id_email_key") throw fail("email_taken");
    throw error;
  });
  await revokeLinks(account, accountId, sentToOldAddress);
  await hideByAddress(ctx, { memberId: accountId, siteId: ctx.site.id }, email);
  recordDone(ctx, "mail_change", accountId);
}

/** Sets a new address by its link. A confirmed old address gets a link that undoes it for 48 hours. */
export async function changeMail(ctx: Mutating, token: string): Promise<string> {
  const { db, site, now, services } = ctx;
  const link = await redeemLink(db, site.id, token, ["mail_change"], now);
  if (!link?.email) throw fail("link_invalid");
  // the address was banned meanwhile
  if (await isBanned(ctx, site.id, link.email)) throw fail("email_taken");
  const owner = await findOwner(db, link.accountId);
  // The confirmation delivers held messages, so take its locks before updating the account row: requests that send this
  // member a message hold those locks while they wait for the row.
  if (owner.status === "not_confirmed") await lockDelivery(db, owner.id);
  await setAddress(ctx, owner.id, link.email);
  if (owner.status === "not_confirmed") {
    // the first address may not be the member's: it gets no undo link, and the new address is confirmed
    await confirmAddress(ctx, owner.id);
    return link.email;
  }
  const undo = { kind: "mail_undo", accountId: owner.id, now, email: owner.email } as const;
  await mailOwner(ctx, owner, { kind: "mail_changed", path: `/${await createLink(db, services.random, undo)}` });
  return link.email;
}

/**
 * Undoes a change of address, which may be a thief's who knows the password: so password and passkeys stop working, and
 * every device is logged out and forgotten.
 */
export async function undoMailChange(ctx: Mutating, { accountId, email, createdAt }: Link): Promise<{ email: string }> {
  if (email === null) throw fail("link_invalid");
  const { status } = await findOwner(ctx.db, accountId);
  await setAddress(ctx, accountId, email);
  await deleteUndoLinksSince(ctx.db, accountId, createdAt);
  await updatePassword(ctx.db, accountId, dummyHash);
  await revokePasskeys(ctx.db, { kind: "member", id: accountId });
  await endSessions(ctx, accountId);
  await deleteDevices(ctx.db, accountId);
  // the thief may have deleted the account too
  if (status === "deleted") await restoreAccount(ctx, accountId);
  else if (ctx.viewer?.memberId === accountId) ctx.closeSession();
  return { email };
}
