import { createLink } from "#server/features/auth/index.ts";
import { countHeld } from "#server/features/chat/index.ts";
import { mailOwner, type Owner } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { countConfirmationMail } from "./count-confirmation-mail.ts";
import { isMailboxKnown } from "./store.ts";

/**
 * Queues the activation mail in the caller's language, in the caller's transaction (R4.01). It names the welcome
 * credits and the messages that wait for the confirmation, so hold these before. Sends nothing, without the caller's
 * noticing, if the address got too many today; then the link of the last mail to this account stays valid.
 */
export async function sendActivation(ctx: Context, account: Omit<Owner, "language">): Promise<void> {
  if ((await countConfirmationMail(ctx, account.email)) > 0) return;
  const link = { kind: "activation", accountId: account.id, now: ctx.now } as const;
  const token = await createLink(ctx.db, ctx.services.random, link);
  const [isKnown, waiting] = await Promise.all([isMailboxKnown(ctx.db, account.id), countHeld(ctx.db, account.id)]);
  const credits = isKnown ? 0 : ctx.site.settings.signup_credits;
  const mail = { kind: "activation", path: `/${token}`, credits, waiting } as const;
  await mailOwner(ctx, { ...account, language: ctx.language }, mail);
}
