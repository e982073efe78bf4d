import { lockPair } from "#server/db/lock-pair.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { notify, wantsNotice } from "#server/features/notifications/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { dayOf } from "./rules.ts";
import { isWorthRecording, type NewVisit, upsertVisit } from "./store.ts";

export type VisitContext = Pick<MemberContext, "db" | "site" | "now" | "services" | "viewer" | "log">;

/**
 * Notes that the viewer looked at a member's profile, which they were just shown, and tells that one: once a day for a
 * pair. Most looks cost one statement that finds nothing to do. A failure is logged, and the profile is shown all the same.
 * `db` is the pool: the call that reads a profile has no transaction.
 */
export async function recordVisit({ db, site, now, services, viewer, log }: VisitContext, visitedId: string) {
  const visit = { visitorId: viewer.memberId, visitedId, siteId: site.id, day: dayOf(now) };
  if (visit.visitorId === visitedId) return;
  try {
    if (!(await isWorthRecording(db, visit))) return;
    const noted = await inTransaction(db, (trx) => keepVisit(trx, visit, now));
    if (noted) services.events.publish(visitedId, { type: "visit" });
  } catch (error) {
    log.error({ err: error, visitedId }, "a visit could not be noted");
  }
}

async function keepVisit(db: Db, visit: NewVisit, now: Date): Promise<boolean> {
  const { visitorId, visitedId, siteId } = visit;
  await lockPair(db, visitorId, visitedId);
  if (!(await upsertVisit(db, visit))) return false;
  // visits are many, and few want to be told: nobody looks at a notice that nobody wants
  if (await wantsNotice(db, visitedId, "visitor")) {
    await notify(db, { memberId: visitedId, kind: "visitor", from: visitorId, siteId, now });
  }
  return true;
}
