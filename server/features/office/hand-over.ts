import type { z } from "zod";
import type { StaffRole } from "#contract/constants.ts";
import { claimMinutes, type handOverItem, queueRoles } from "#contract/office.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { claimOne, deleteClaim, findWorkers, insertHandover, isWaitingFor } from "./queue-store.ts";
import type { Logged } from "./staff/audit.ts";

/**
 * Asks a colleague's opinion on an item: it goes to the others who work on its queue, with a note, and not back to the
 * caller. The note is shown with the item until it is decided.
 */
export async function handOver(
  { db, staff, now }: StaffContext,
  { queue, id: item, note }: z.output<typeof handOverItem.body>,
): Promise<Logged<{ ok: boolean }>> {
  const roles: readonly StaffRole[] = queueRoles[queue];
  if (!roles.includes(staff.role)) throw fail("staff_role_missing");
  // the claim is a mutex: the last two can't pass an item on to each other at once
  const until = new Date(now.getTime() + claimMinutes[queue] * 60_000);
  if (!(await claimOne(db, { queue, staff, now, item, until }))) throw fail("staff_item_claimed");
  if (!(await isWaitingFor(db, queue, staff, item))) throw fail("staff_item_gone");
  await insertHandover(db, { queue, item, staffId: staff.staffId, note, now });
  const colleagues = (await findWorkers(db, roles)).filter(({ staffId }) => staffId !== staff.staffId);
  let isForSomeone = false;
  for (const colleague of colleagues) isForSomeone ||= await isWaitingFor(db, queue, colleague, item);
  if (!isForSomeone) throw fail("staff_no_colleague");
  await deleteClaim(db, { queue, staff, item });
  return { answer: { ok: true }, log: { action: "item_handed_over", subject: `${queue}:${item}` } };
}
