import type { Measure } from "#contract/sanctions.ts";
import type { EndedByBan } from "#contract/staff-members.ts";
import type { sanctionMember } from "#server/features/moderation/index.ts";
import type { DecideContext } from "./held-decisions.ts";
import { countEndedByBan } from "./queue-store.ts";
import type { AuditEntry } from "./staff/audit.ts";

type Sanctioned = Awaited<ReturnType<typeof sanctionMember>>;

/** Takes a measure, and tells what of the members no longer waits for a decision: only a ban ends something. */
export async function endingItems<R>(
  { db, staff, now }: Pick<DecideContext, "db" | "staff" | "now">,
  { measure, members }: { measure: Measure; members: readonly string[] },
  take: () => Promise<R>,
): Promise<{ result: R; ended: EndedByBan }> {
  if (measure !== "banned") return { result: await take(), ended: [] };
  const before = await countEndedByBan(db, members, staff, now);
  const result = await take();
  const after = await countEndedByBan(db, members, staff, now);
  const left = (queue: string) => after.find((each) => each.queue === queue)?.count ?? 0;
  const ended = before.map(({ queue, count }) => ({ queue, count: count - left(queue) }));
  return { result, ended: ended.filter(({ count }) => count > 0) };
}

/** The log's entry for the review of first messages that a ban closed: it names what closed it. */
export function logClosed(memberId: string, sanctioned: Sanctioned): AuditEntry[] {
  if (sanctioned?.closedReview === undefined) return [];
  const subject = `review:${sanctioned.closedReview}`;
  return [{ action: "review_closed", memberId, subject, detail: { closed_by: "ban" } }];
}
