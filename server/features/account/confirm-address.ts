import { linkKinds } from "#contract/auth.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { announce } from "#server/features/advertising/index.ts";
import { createLink, endOtherAccess, findOwner, revokeLinks } from "#server/features/auth/index.ts";
import { countHeld, type Delivery, deliverHeld, lockDelivery } from "#server/features/chat/index.ts";
import { book } from "#server/features/credits/index.ts";
import { publishLikes } from "#server/features/likes/index.ts";
import { countUnproven, type MailOwner, mailUnproven } from "#server/features/mails/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { hideByAddress } from "#server/features/visibility/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { confirmAccount, isMailboxKnown, replaceAddress } from "./accounts-store.ts";
import { recordConfirmation } from "./record-step.ts";
import { validateIdentity } from "./validate-identity.ts";

/**
 * Queues the activation mail (R4.01). It names the messages that wait, so hold these before. Sends nothing if the
 * address got too many today; then the link of the last mail stays valid.
 */
export async function sendActivation(ctx: Mutating, account: Pick<MailOwner, "id" | "name" | "email">): Promise<void> {
  const { to } = await countUnproven(ctx, account.email, "confirmation");
  if (!to) return;
  const link = { kind: "activation", accountId: account.id, now: ctx.now } as const;
  const token = await createLink(ctx.db, ctx.services.random, link);
  const [isKnown, waiting] = await Promise.all([isMailboxKnown(ctx.db, account.id), countHeld(ctx.db, account.id)]);
  const credits = isKnown ? 0 : ctx.site.settings.signup_credits;
  const owner = { accountId: account.id, name: account.name };
  await mailUnproven(ctx, to, { kind: "activation", path: `/${token}`, ...owner, credits, waiting });
}

/** Sends the activation mail again, with `typed` to a corrected address; returns the address. */
export async function resendActivation(ctx: Mutating<MemberContext>, typed: string | undefined): Promise<string> {
  const { db, viewer } = ctx;
  const account = await findOwner(db, viewer.memberId);
  if (account.status !== "not_confirmed") {
    if (typed !== undefined) throw fail("already_confirmed");
    return account.email;
  }
  const email = typed === undefined ? account.email : await correctAddress(ctx, account, typed);
  await sendActivation(ctx, { ...account, email });
  return email;
}

async function correctAddress(ctx: Mutating<MemberContext>, account: { id: string; email: string }, typed: string) {
  const { db } = ctx;
  const { email: refusal, address } = await validateIdentity(ctx, { email: typed }, account.id);
  if (refusal || address === null) throw failFields({ email: refusal ?? "email_invalid" });
  if (address === account.email) return address;
  const locked = await replaceAddress(db, account.id, address).catch((error: unknown) => {
    if (violatedConstraint(error) === "accounts_site_id_email_key") throw failFields({ email: "email_taken" });
    throw error;
  });
  if (!locked) throw fail("already_confirmed");
  await revokeLinks(locked, account.id, linkKinds);
  await hideByAddress(ctx, { memberId: account.id, siteId: ctx.site.id }, address, { corrected: true });
  return address;
}

/**
 * Activates an account whose address is confirmed. A person who does not own the address may
 * have made it, so every access but the one that confirms it ends.
 */
export async function confirmAddress(
  ctx: Mutating,
  accountId: string,
): Promise<{ name: string; credits: number } & Delivery> {
  const { site, now } = ctx;
  const db = await lockDelivery(ctx.db, accountId);
  // a mailbox gets the welcome credits once, whatever addresses it has
  const credits = (await isMailboxKnown(db, accountId)) ? 0 : site.settings.signup_credits;
  const isNew = await confirmAccount(db, accountId, now);
  if (isNew && credits > 0) {
    await book(db, { memberId: accountId, siteId: site.id, amount: credits, cause: "signup", causeId: accountId, now });
  }
  if (isNew) {
    await recordConfirmation(ctx, accountId);
    await announce(db, { siteId: site.id, memberId: accountId, now }, { type: "member.signed_up", data: {} });
    await endOtherAccess(ctx, accountId);
  }
  await listProfile(db, accountId);
  const delivery = await deliverHeld(ctx, db, accountId);
  const { name } = await findOwner(db, accountId);
  if (isNew) await publishLikes(ctx, accountId, name);
  return { name, credits, ...delivery };
}
