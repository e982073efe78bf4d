import { createLink } from "#server/features/auth/index.ts";
import { mailOwner, type Owner } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { countConfirmationMail } from "./count-confirmation-mail.ts";

/**
 * Queues the activation mail in the caller's language, in the caller's transaction (R4.01). Sends nothing, without the
 * caller's noticing, if the address got too many today; then the link of the last mail to this account stays valid.
 */
export async function sendActivation(ctx: Context, account: Omit<Owner, "language">): Promise<void> {
  if ((await countConfirmationMail(ctx, account.email)) > 0) return;
  const link = { kind: "activation", accountId: account.id, now: ctx.now } as const;
  const token = await createLink(ctx.db, ctx.services.random, link);
  await mailOwner(ctx, { ...account, language: ctx.language }, { kind: "activation", path: `/${token}` });
}
