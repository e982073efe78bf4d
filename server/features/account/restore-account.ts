import { mailOwner } from "#server/features/mails/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { unmarkDeleted } from "./deletion-store.ts";

/**
 * Brings a deleted account back with everything it had (R4.03, D3.9): others find it again if they could before, whoever
 * opened the link is logged in, and a mail says so. For a link of the kind `reactivation` that was just spent, in the
 * transaction of that. Throws `link_invalid` where the 14 days are over or the account is back already.
 */
export async function restoreAccount(ctx: Context, accountId: string): Promise<{ name: string }> {
  const account = await unmarkDeleted(ctx.db, accountId, ctx.now);
  if (!account) throw fail("link_invalid");
  await listProfile(ctx.db, accountId);
  await mailOwner(ctx, account, { kind: "account_restored", path: "/chats" });
  ctx.openSession(accountId);
  ctx.afterCommit(() => ctx.log.info({ account: accountId }, "account restored"));
  return { name: account.name };
}
