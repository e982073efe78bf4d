import type { FastifyBaseLogger } from "fastify";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { findSpending, insertIssue } from "./issue-store.ts";

/** More purchases than this in 24 hours are unusual. */
const purchasesADay = 5;
/** So is spending more in 24 hours than this many times the member's average of days with purchases. */
const timesTheUsual = 4;

/**
 * Flags a member's unusual spending of the last 24 hours for staff, once a day, when a purchase completes. It stops no
 * purchase: staff check whether the member needs help, or whether another person pays.
 */
export async function flagSpending(
  db: Db,
  payment: { id: string; member_id: string },
  { now, log }: { now: Date; log: FastifyBaseLogger },
): Promise<void> {
  const { id: paymentId, member_id: memberId } = payment;
  const { count, total, usual } = await findSpending(db, memberId, new Date(now.getTime() - dayMs));
  if (count <= purchasesADay && (usual === 0 || total <= timesTheUsual * usual)) return;
  const issue = { kind: "unusual_spending", subject: `${memberId} ${dayOf(now)}`, paymentId, memberId } as const;
  const isNew = await insertIssue(db, { ...issue, detail: { purchases: count, total, usual } }, now);
  if (isNew) log.warn({ member: memberId, purchases: count }, "unusual spending");
}
