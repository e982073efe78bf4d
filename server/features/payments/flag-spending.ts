import type { FastifyBaseLogger } from "fastify";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { findSpending, insertIssue } from "./issue-store.ts";

/** More purchases than this in 24 hours are unusual. */
const purchasesADay = 5;
/** Spending in 24 hours is unusual above this multiple of the member's average day with purchases. */
const timesTheUsual = 4;

/** Flags unusual spending of 24 hours for staff, at most once a day: it blocks nothing. */
export async function flagSpending(
  db: Db,
  payment: { id: string; member_id: string },
  { now, log }: { now: Date; log: FastifyBaseLogger },
): Promise<void> {
  const { id: payment_id, member_id: memberId } = payment;
  const { count, total, usual } = await findSpending(db, memberId, new Date(now.getTime() - dayMs));
  if (count <= purchasesADay && (usual === 0 || total <= timesTheUsual * usual)) return;
  const issue = {
    kind: "unusual_spending",
    subject: `${memberId} ${dayOf(now)}`,
    payment_id,
    member_id: memberId,
  } as const;
  const isNew = await insertIssue(db, { ...issue, detail: { purchases: count, total, usual } }, now);
  if (isNew) log.warn({ member: memberId, purchases: count }, "unusual spending");
}
