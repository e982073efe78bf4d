import { mailOwner } from "#server/features/mails/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { markRestored } from "./deletion-store.ts";
import { recordDeparture } from "./departures.ts";

/**
 * Restores a deleted account with all its data (R4.03, D3.9). Members who could find it before can find it again, the
 * caller is logged in, and the owner gets a mail. Runs in the transaction that redeems the link. Throws `link_invalid`
 * if the 14 days are over or the account is already restored.
 */
export async function restoreAccount(ctx: Context, accountId: string): Promise<{ name: string }> {
  const account = await markRestored(ctx.db, accountId, ctx.now);
  if (!account) throw fail("link_invalid");
  await listProfile(ctx.db, accountId);
  await mailOwner(ctx, account, { kind: "account_restored", path: "/chats" });
  const departure = { id: accountId, kind: "restored" as const, at: ctx.now.toISOString() };
  await ctx.services.jobs.add(ctx.db, recordDeparture, departure);
  ctx.openSession(accountId);
  ctx.afterCommit(() => ctx.log.info({ account: accountId }, "account restored"));
  return { name: account.name };
}
