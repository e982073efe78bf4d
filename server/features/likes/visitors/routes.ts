import { searchPage } from "#contract/constants.ts";
import type { Visit, VisitsAnswer } from "#contract/visitors.ts";
import * as contract from "#contract/visitors.ts";
import type { Db } from "#server/db/pool.ts";
import { loadCards, loadViewer, type WithCard, withCards } from "#server/features/profiles/index.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import { encodeCursor, pageOf, readCursor } from "#server/http/cursor.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import type { Site } from "#server/site.ts";
import { findVisits, markVisitsSeen, selectNewVisitors, type VisitRow, visitCursor } from "./store.ts";

export function toVisit({ card, visited_on, seen }: WithCard<VisitRow>): Visit {
  return { member: card, visited_on, visit_new: !seen };
}

/** A page of the viewer's visitors, without those who may not be shown: reads on until it is full. */
async function listVisitors(ctx: MemberContext, cursor: string | undefined): Promise<VisitsAnswer> {
  let after = readCursor(visitCursor, cursor);
  const viewer = await loadViewer(ctx);
  const visible: WithCard<VisitRow>[] = [];
  let rows: VisitRow[];
  do {
    rows = await findVisits(ctx.db, ctx.viewer.memberId, after, searchPage + 1);
    const ids = rows.map((row) => row.visitor_id);
    visible.push(...withCards(rows, await loadCards(ctx, ids, viewer), "visitor_id"));
    const lastRow = rows.at(-1);
    after = lastRow ? { day: lastRow.visited_on, id: lastRow.visitor_id } : after;
  } while (rows.length > searchPage && visible.length <= searchPage);
  const { page, last } = pageOf(visible, searchPage);
  const next_cursor = last ? encodeCursor([last.visited_on, last.visitor_id]) : null;
  return { visitors: page.map(toVisit), next_cursor };
}

/** How many visible visitors the member's list has not shown yet. Counts no further than a badge shows. */
async function countNewVisitors(db: Db, site: Pick<Site, "id">, memberId: string): Promise<number> {
  const rows = await selectNewVisitors(db, memberId).execute();
  return rows.filter((row) => mayBeShown(row, site.id, memberId)).length;
}

export const visitorsRoutes: Handler[] = [
  handle(contract.getVisitors, (ctx, { query }) => listVisitors(ctx, query.cursor)),
  handle(contract.seeVisitors, async ({ db, site, viewer }, { body }) => {
    await markVisitsSeen(db, viewer.memberId, body.ids);
    return { new_visitors: await countNewVisitors(db, site, viewer.memberId) };
  }),
];
