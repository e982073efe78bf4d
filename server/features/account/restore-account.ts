import { mailOwner } from "#server/features/mails/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { markRestored } from "./deletion-store.ts";
import { recordDeparture } from "./departures.ts";

type Reviving = Pick<Context, "db" | "services" | "site" | "origin" | "now" | "log" | "afterCommit">;

/**
 * Makes a deleted account usable again with all its data (D3.9). Members who could find it before can find it again,
 * and the owner gets a mail. Returns it; undefined if the 14 days are over, its address is banned, or it is not
 * deleted.
 */
export async function reviveAccount(ctx: Reviving, accountId: string) {
  const account = await markRestored(ctx.db, accountId, ctx.now);
  if (!account) return undefined;
  await listProfile(ctx.db, accountId);
  await mailOwner(ctx, account, { kind: "account_restored", path: "/chats" });
  const departure = { id: accountId, kind: "restored" as const, at: ctx.now.toISOString() };
  await ctx.services.jobs.add(ctx.db, recordDeparture, departure);
  ctx.afterCommit(() => ctx.log.info({ account: accountId }, "account restored"));
  return account;
}

/**
 * Restores a deleted account by the link in its mail, and logs the caller in (R4.03). Runs in the transaction that
 * redeems the link.
 */
export async function restoreAccount(ctx: Context, accountId: string): Promise<{ name: string }> {
  const account = await reviveAccount(ctx, accountId);
  if (!account) throw fail("link_invalid");
  ctx.openSession(accountId);
  return { name: account.name };
}
