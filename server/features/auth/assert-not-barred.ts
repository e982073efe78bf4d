import { reactivationDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import type { Lockable } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { formatTime } from "#server/features/mails/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { timeZoneOf } from "#server/http/cookies.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { signedPath } from "#server/signed-pages.ts";
import { usableStatuses } from "./accounts-store.ts";
import { findStatementInForce, lockStatus, setUsable } from "./barred-store.ts";

/** The mailed link restores a deleted account until this time; from then on it may be erased. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + reactivationDays * dayMs);
}

/** Accounts that were deleted at this time or before are to be erased now: the inverse of `restorableUntil`. */
export function erasureCutoff(now: Date): Date {
  return new Date(now.getTime() - reactivationDays * dayMs);
}

/**
 * Tells a correct login to a deleted account until when the mailed link restores it, or that the team banned it since;
 * undefined if the time is over.
 */
export async function deletedAccountError(
  ctx: Pick<Context, "db" | "services" | "language" | "now" | "request">,
  accountId: string,
  deletedAt: Date,
): Promise<Failure | undefined> {
  const ban = await findStatementInForce(ctx.db, accountId, "banned");
  if (ban) return fail("account_banned", { link: signedPath(ctx.services.config, "statement", ban) });
  const until = restorableUntil(deletedAt);
  if (until <= ctx.now) return undefined;
  return fail("account_deleted", { params: { until: formatTime(ctx.language, until, timeZoneOf(ctx)) } });
}

/** Lifts a suspension whose time is over, in the caller's transaction; false if none is. */
export async function endSuspension({ db, now }: { db: Lockable<"accounts">; now: Date }, accountId: string) {
  const account = await lockStatus(db, accountId);
  if (account?.status !== "suspended" || !account.suspended_until || account.suspended_until > now) return false;
  await setUsable(db, accountId);
  await listProfile(db, accountId);
  return true;
}

/** Throws with the statement of reasons, whose mail may be lost. Lifts a measure that is over: the job may be late. */
export async function assertNotBarred(ctx: Context, account: { id: string; status: string }): Promise<void> {
  if (usableStatuses.includes(account.status)) return;
  const failure = await inTransaction(ctx.db, async (db) => {
    if (await endSuspension({ db, now: ctx.now }, account.id)) return undefined;
    const { status, suspended_until: until } = (await lockStatus(db, account.id)) ?? {};
    if (status !== "suspended" && status !== "banned") return undefined;
    const statement = await findStatementInForce(db, account.id, status);
    const link = statement && { link: signedPath(ctx.services.config, "statement", statement) };
    return status === "banned" || !until
      ? fail("account_banned", { ...link })
      : fail("account_suspended", { params: { until: formatTime(ctx.language, until) }, ...link });
  });
  if (failure) throw failure;
}
