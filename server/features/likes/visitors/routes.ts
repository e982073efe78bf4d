import { searchPage } from "#contract/constants.ts";
import type { VisitsAnswer } from "#contract/visitors.ts";
import * as contract from "#contract/visitors.ts";
import type { Db } from "#server/db/pool.ts";
import { loadCards, loadViewer } from "#server/features/profiles/index.ts";
import { mayBeShown } from "#server/features/visibility/index.ts";
import { encodeCursor, readCursor } from "#server/http/cursor.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import type { Site } from "#server/site.ts";
import { findVisits, markVisitsSeen, selectNewVisitors, visitCursor } from "./store.ts";

/** A page of the viewer's visitors (rule 5), without those who may not be shown: reads on until it is full. */
async function listVisitors(ctx: MemberContext, cursor: string | undefined): Promise<VisitsAnswer> {
  let after = readCursor(visitCursor, cursor);
  const viewer = await loadViewer(ctx);
  const visitors: VisitsAnswer["visitors"] = [];
  for (;;) {
    const rows = await findVisits(ctx.db, ctx.viewer.memberId, after, searchPage + 1);
    const ids = rows.map((row) => row.visitor_id);
    const cards = new Map((await loadCards(ctx, ids, viewer)).map((card) => [card.id, card]));
    for (const { visitor_id: id, visited_on, seen } of rows) {
      const member = cards.get(id);
      if (member && visitors.length === searchPage)
        return { visitors, next_cursor: after && encodeCursor([after.day, after.id]) };
      if (member) visitors.push({ member, visited_on, visit_new: !seen });
      after = { day: visited_on, id };
    }
    if (rows.length <= searchPage) return { visitors, next_cursor: null };
  }
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
