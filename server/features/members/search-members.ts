import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { searchPage, searchTotalCap } from "#contract/constants.ts";
import type { SearchQuery, searchMembers as searchCall } from "#contract/members.ts";
import type { ViewerProfile } from "#server/features/profiles/load-cards.ts";
import { type Looking, loadCards, loadViewer } from "#server/features/profiles/load-cards.ts";
import { fail, failFields } from "#server/http/fail.ts";
import { type Filter, readCursor, refuseQuery, relaxations, type Total, toFilter, writeCursor } from "./rules.ts";
import { findPage } from "./store.ts";

type Found = z.input<typeof searchCall.answer>;

/**
 * Searches members for a viewer or a visitor (R1.02, D4.3). Throws `invalid_input` for contradicting filters or a
 * cursor of another sort, `authentication_required` where the site hides its search from visitors (R6.02).
 */
export async function searchMembers(look: Looking, query: SearchQuery): Promise<Found> {
  const loggedOut = look.site.settings.logged_out_search;
  if (!look.viewer && (loggedOut === "none" || (loggedOut === "limited" && query.cursor))) {
    throw fail("authentication_required");
  }
  const wrong = refuseQuery(query);
  if (Object.keys(wrong).length > 0) throw failFields(wrong);
  const viewer = await loadViewer(look);
  const filter = toFilter(query, look.site.id, viewer, look.now);
  const after = query.cursor === undefined ? null : readCursor(query.cursor, filter.sort);
  if (query.cursor !== undefined && after === null) throw failFields({ cursor: "invalid" });
  const known = after?.total ?? knownCrowd(filter, look.now);
  const { rows, total } = await findPage(look.db, filter, { after, known });
  if (total.count > searchTotalCap && !known) crowds.set(crowdKey(filter), look.now.getTime());
  const page = rows.slice(0, searchPage);
  const last = rows.length > searchPage ? page.at(-1) : undefined;
  const ids = page.map((row) => row.member_id);
  const members = await loadCards(look, ids, viewer);
  return {
    members,
    total: { count: Math.min(total.count, searchTotalCap), capped: total.count > searchTotalCap },
    next_cursor: last ? writeCursor({ value: last.value, id: last.member_id, total }) : null,
    similar: rows.length < searchPage && !after ? await findSimilar(look, query, viewer, ids) : [],
  };
}

const crowdMs = 60_000;
const crowds = new LRUCache<string, number>({ max: 5_000 });

function crowdKey(filter: Filter): string {
  return JSON.stringify({ ...filter, not: undefined, from: filter.distance ? filter.from : undefined });
}

/** Searches that fit more members than are counted are believed to for a minute: finding out costs more than a page. */
function knownCrowd(filter: Filter, now: Date): Total | undefined {
  const age = now.getTime() - (crowds.get(crowdKey(filter)) ?? Number.NEGATIVE_INFINITY);
  return age >= 0 && age < crowdMs ? { count: searchTotalCap + 1, all: false } : undefined;
}

/** Members found by relaxing one filter at a time, each with the filter that was relaxed, never those already found. */
async function findSimilar(
  look: Looking,
  query: SearchQuery,
  viewer: ViewerProfile | null,
  found: readonly string[],
): Promise<Found["similar"]> {
  const similar: Found["similar"] = [];
  const seen = new Set(found);
  for (const way of relaxations(query)) {
    const filter = toFilter(way.query, look.site.id, viewer, look.now);
    const room = searchPage - seen.size;
    if (room <= 0) break;
    const { rows } = await findPage(look.db, filter, { limit: searchPage + seen.size });
    const ids = rows.map((row) => row.member_id).filter((id) => !seen.has(id));
    const cards = await loadCards(look, ids.slice(0, room), viewer);
    for (const card of cards) {
      seen.add(card.id);
      similar.push({ ...card, relaxed: way.relaxed });
    }
  }
  return similar;
}
