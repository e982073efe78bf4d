import { createLink, restorableUntil } from "#server/features/auth/index.ts";
import { formatTime, mailOwner, type Owner } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";

/**
 * Puts the mail with the link that brings an account back on its way; earlier links stop working. However often it is
 * sent, the link works until 14 days after the deletion and no longer (R4.03, D3.6).
 */
export async function sendReactivation(ctx: Context, account: Owner, deletedAt: Date): Promise<void> {
  const until = restorableUntil(deletedAt);
  const link = { kind: "reactivation", accountId: account.id, now: ctx.now, expiresAt: until } as const;
  const token = await createLink(ctx.db, ctx.services.random, link);
  const untilWords = formatTime(languageOf(account.language), until);
  await mailOwner(ctx, account, { kind: "account_deleted", path: `/${token}`, until: untilWords });
}
