import { createLink, restorableUntil } from "#server/features/auth/index.ts";
import { formatTime, mailOwner, type Owner } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";

/**
 * Queues the mail with the link that restores an account; the link before it works too. Sending it again does not
 * extend the 14 days after the deletion (R4.03, D3.6).
 */
export async function sendReactivation(ctx: Context, account: Owner, deletedAt: Date): Promise<void> {
  const until = restorableUntil(deletedAt);
  const link = { kind: "reactivation", accountId: account.id, now: ctx.now, expiresAt: until } as const;
  const token = await createLink(ctx.db, ctx.services.random, link);
  const formattedUntil = formatTime(languageOf(account.language), until);
  await mailOwner(ctx, account, { kind: "account_deleted", path: `/${token}`, until: formattedUntil });
}
