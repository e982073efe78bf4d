import { inTransaction } from "#server/db/transaction.ts";
import { formatTime } from "#server/features/mails/index.ts";
import type { Hooks } from "#server/hooks.ts";
import { fail } from "#server/http/fail.ts";
import { statementPath } from "../decisions/statement-link.ts";
import { findLatest } from "../decisions/store.ts";
import { endSuspension } from "./restore-member.ts";
import { lockMember } from "./store.ts";

/**
 * Why a member with the right credentials can't log in (D11.4), with the path of the statement of reasons, in case its
 * mail did not arrive. Lifts a suspension that is over, because the job may be late, and returns undefined.
 */
export const barredError: Hooks["barredError"] = async ({ db: pool, now, language, services }, accountId) =>
  await inTransaction(pool, async (db) => {
    const member = await lockMember(db, accountId);
    if (!member || (await endSuspension({ db, now }, accountId))) return undefined;
    const { status, suspended_until: until } = member;
    if (status !== "suspended" && status !== "banned") return undefined;
    const statement = await findLatest(db, accountId, status);
    const link = statement && { link: statementPath(services.config.secret, statement) };
    if (status === "banned" || until === null) return fail("account_banned", { ...link });
    return fail("account_suspended", { params: { until: formatTime(language, until) }, ...link });
  });
