import { inTransaction } from "#server/db/transaction.ts";
import { formatTime } from "#server/features/mails/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { signedPath } from "#server/signed-pages.ts";
import { findStatement, lockStatus } from "./barred-store.ts";
import { endSuspension } from "./end-suspension.ts";
import { usableStatuses } from "./usable-statuses.ts";

/**
 * Refuses the login to an account that staff suspended or banned (D11.4), once password or passkey are known to be
 * right. Lifts a suspension that is over, because the job may be late. Throws `account_suspended` or `account_banned`,
 * each with the path of the statement of reasons, in case its mail did not arrive.
 */
export async function assertNotBarred(ctx: Context, account: { id: string; status: string }): Promise<void> {
  if (usableStatuses.includes(account.status)) return;
  const failure = await inTransaction(ctx.db, async (db) => {
    if (await endSuspension({ db, now: ctx.now }, account.id)) return undefined;
    const { status, suspended_until: until } = (await lockStatus(db, account.id)) ?? {};
    if (status !== "suspended" && status !== "banned") return undefined;
    const statement = await findStatement(db, account.id, status);
    const link = statement && { link: signedPath(ctx.services.config, "statement", statement) };
    return status === "banned" || !until
      ? fail("account_banned", { ...link })
      : fail("account_suspended", { params: { until: formatTime(ctx.language, until) }, ...link });
  });
  if (failure) throw failure;
}
