import { searchPage } from "#contract/constants.ts";
import type { VisitsAnswer } from "#contract/visitors.ts";
import { loadCards, loadViewer } from "#server/features/profiles/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { type Cursor, readCursor, writeCursor } from "./rules.ts";
import { findVisits } from "./store.ts";

/**
 * A page of the visitors of the viewer's profile (rule 5). It leaves out visitors who may not be shown, and reads more
 * until the page is full.
 */
export async function listVisitors(ctx: MemberContext, cursor: string | undefined): Promise<VisitsAnswer> {
  let after: Cursor | null = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && after === null) throw failFields({ cursor: "invalid" });
  const viewer = await loadViewer(ctx);
  const visitors: VisitsAnswer["visitors"] = [];
  for (;;) {
    const rows = await findVisits(ctx.db, ctx.viewer.memberId, after, searchPage + 1);
    const ids = rows.map((row) => row.visitor_id);
    const cards = new Map((await loadCards(ctx, ids, viewer)).map((card) => [card.id, card]));
    for (const { visitor_id: id, visited_on, seen } of rows) {
      const member = cards.get(id);
      if (member && visitors.length === searchPage) return { visitors, next_cursor: after && writeCursor(after) };
      if (member) visitors.push({ member, visited_on, visit_new: !seen });
      after = { day: visited_on, id };
    }
    if (rows.length <= searchPage) return { visitors, next_cursor: null };
  }
}
