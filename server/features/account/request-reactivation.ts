import { canonicalAddress } from "#server/features/auth/index.ts";
import type { Context } from "#server/http/handle.ts";
import { findDeleted } from "./deletion-store.ts";
import { sendReactivation } from "./send-reactivation.ts";

/**
 * Sends again the link that restores a deleted account, at most three times a day for each account. The caller can't
 * see whether such an account exists, nor whether a mail was sent.
 */
export async function requestReactivation(ctx: Context, email: string): Promise<void> {
  const account = await findDeleted(ctx.db, ctx.site.id, canonicalAddress(email) ?? email, ctx.now);
  if (!account) return;
  const secondsToWait = await ctx.services.limits.recordAttempt("reset_mail", `reactivation:${account.id}`);
  if (secondsToWait > 0) return;
  await sendReactivation(ctx, account, account.deleted_at);
}
