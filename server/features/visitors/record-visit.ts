import { dayOf } from "#contract/days.ts";
import { lockPair } from "#server/db/lock-pair.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { notify, wantsNotice } from "#server/features/notifications/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { isWorthRecording, type NewVisit, upsertVisit } from "./store.ts";

export type VisitContext = Pick<MemberContext, "db" | "site" | "now" | "viewer" | "emit" | "log">;

/**
 * Records that the viewer was shown a member's profile, and publishes it to that member: once a day for a pair. Most
 * calls cost one statement that finds nothing to do. A failure is logged, and the profile is shown nevertheless. `db`
 * is the pool: the call that reads a profile has no transaction.
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

async function storeVisit(db: Db, visit: NewVisit, now: Date): Promise<boolean> {
  const { visitorId, visitedId, siteId } = visit;
  await lockPair(db, visitorId, visitedId);
  if (!(await upsertVisit(db, visit))) return false;
  // visits are many and few members want notices of them: store none that would not be sent
  if (await wantsNotice(db, visitedId, "visitor")) {
    await notify(db, { memberId: visitedId, kind: "visitor", from: visitorId, siteId, now });
  }
  return true;
}
