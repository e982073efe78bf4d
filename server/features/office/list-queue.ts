import { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import { hourMs } from "#contract/durations.ts";
import { type getQueueList, ownLanguages, queueRoles } from "#contract/office.ts";
import { encodeCursor, pageOf, readCursor } from "#server/http/cursor.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { toPerson } from "./person-facts.ts";
import { listChoices, listItems } from "./queue-store.ts";
import { chooseSites } from "./sites/choose-site.ts";
import type { Logged } from "./staff/audit.ts";
import { findReads } from "./staff/staff-store.ts";

const pageSize = 50;
const end = z.tuple([z.int(), z.iso.datetime(), z.uuid()]);

/** What waits in a queue, by its filters. It shows names, so that reading it is logged. */
export async function listQueue(
  { db, staff, now }: StaffContext,
  { queue, kind, site, language, waited, sort, cursor }: z.output<typeof getQueueList.query>,
): Promise<Logged<AnswerOf<typeof getQueueList>>> {
  const roles: readonly StaffRole[] = queueRoles[queue];
  if (!roles.includes(staff.role)) throw fail("staff_role_missing");
  const after = readCursor(end, cursor);
  const { ids } = await chooseSites(db, staff, site);
  const rows = await listItems(db, queue, staff, now, {
    siteIds: site === undefined ? staff.sites : ids,
    kind,
    languages:
      language === undefined ? undefined : language === ownLanguages ? await findReads(db, staff.staffId) : [language],
    before: waited === undefined ? null : new Date(now.getTime() - Number(waited) * hourMs),
    sort,
    after: after && { urgency: after[0], since: new Date(after[1]), id: after[2] },
    limit: pageSize + 1,
  });
  const { page, last } = pageOf(rows, pageSize);
  const items = page.map((row) => ({
    id: row.id,
    since: row.since.toISOString(),
    urgent: row.urgency > 0,
    site: row.site,
    kind: row.kind,
    language: row.language,
    member: toPerson(row),
    by: row.by,
  }));
  return {
    answer: {
      items,
      cursor: last ? encodeCursor([last.urgency, last.since.toISOString(), last.id]) : null,
      ...(await listChoices(db, queue, staff, now)),
    },
    log: { action: "queue_listed", subject: `queue:${queue}` },
  };
}
