import { introducerDays, introductionDays } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Unlocked } from "#server/db/locks.ts";
import { lockPair } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { findVisibility, mayBeShown } from "#server/features/visibility/index.ts";
import {
  findIntroducer,
  findIntroduction,
  findNewcomer,
  insertIntroduction,
  type Newcomer,
} from "./introduction-store.ts";
import { insertLike } from "./likes-store.ts";

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/**
 * Introduces a member who wants it and fits, else a fictional profile, by an automatic like, one per UTC day (R4.20,
 * D5.3). Repeated calls return the same id until the like is seen. No notification: the caller's page shows it.
 */
export async function introduceMember(db: Unlocked, memberId: string, now: Date): Promise<string | null> {
  const day = dayOf(now);
  return await inTransaction(db, async (trx) => {
    const today = await findIntroduction(trx, memberId, day);
    if (today) return today.open;
    const newcomer = await findNewcomer(trx, memberId, daysBefore(now, introductionDays));
    const introducedId = newcomer && (await pickMember(trx, newcomer, { now, day }));
    if (!introducedId) return null;
    const pair = await lockPair(trx, introducedId, memberId);
    // a concurrent request waits here, and then finds the first request's introduction
    if (!(await insertIntroduction(pair, newcomer, introducedId, day))) {
      return (await findIntroduction(trx, memberId, day))?.open ?? null;
    }
    const { site_id: siteId } = newcomer;
    const introduced = await findVisibility(trx, siteId, { viewer: memberId, member: introducedId });
    if (!introduced || !mayBeShown(introduced, siteId, memberId)) return null;
    const isNew = await insertLike(pair, { from: introducedId, to: memberId, siteId, now, automatic: true });
    return isNew ? introducedId : null;
  });
}

/** The member to introduce: a person, or else a fictional profile unless the newcomer hides those. */
async function pickMember(db: Db, newcomer: Newcomer, at: { now: Date; day: string }): Promise<string | undefined> {
  const activeAfter = daysBefore(at.now, introducerDays);
  const memberId = await findIntroducer(db, newcomer, { fictional: false, activeAfter }, at);
  if (memberId || newcomer.hides_fictional) return memberId;
  return await findIntroducer(db, newcomer, { fictional: true }, at);
}
