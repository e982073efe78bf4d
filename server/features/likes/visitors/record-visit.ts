import { dayOf } from "#contract/days.ts";
import { type Lockable, lockPair } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { notify, wantsNotice } from "#server/features/notifications/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { type NoticeDefinition, newsWithoutDetail } from "#server/notice.ts";
import { isWorthRecording, type NewVisit, unseenVisitsAmong, upsertVisit } from "./store.ts";

/** A visit is news until the member's list of visitors has shown it. */
export const visitNotice: NoticeDefinition = {
  kind: "visitor",
  path: () => "/visitors",
  listPath: "/visitors",
  isSentAgain: false,
  isNamed: false,
  isSeenInPage: false,
  isGrouped: true,
  pace: "daily",
  isUrgent: false,
  alsoInvented: false,
  find: async (db, memberId, fromIds) => newsWithoutDetail(await unseenVisitsAmong(db, memberId, fromIds)),
};

type VisitContext = Pick<MemberContext, "db" | "site" | "now" | "viewer" | "emit" | "log">;

/**
 * Records one a day; most calls cost one statement that finds nothing to do. A failure is only logged, because the
 * profile must be shown. `db` is the pool: the call has no transaction.
 */
export async function recordVisit({ db, site, now, viewer, emit, log }: VisitContext, visitedId: string) {
  const visit = { visitorId: viewer.memberId, visitedId, siteId: site.id, day: dayOf(now) };
  if (visit.visitorId === visitedId) return;
  try {
    if (!(await isWorthRecording(db, visit))) return;
    const recorded = await inTransaction(db, (trx) => storeVisit(trx, visit, now));
    if (recorded) emit(visitedId, { type: "visit" });
  } catch (error) {
    log.error({ err: error, visitedId }, "a visit could not be recorded");
  }
}

async function storeVisit(db: Lockable<"pair">, visit: NewVisit, now: Date): Promise<boolean> {
  const { visitorId, visitedId, siteId } = visit;
  const pair = await lockPair(db, visitorId, visitedId);
  if (!(await upsertVisit(pair, visit))) return false;
  // there are many visits, but few members want notices of them: do not store notices that would not be sent
  if (await wantsNotice(db, visitedId, "visitor")) {
    await notify(db, visitNotice, { memberId: visitedId, from: visitorId, siteId, now });
  }
  return true;
}
