import type { z } from "zod";
import { searchPage, searchRanked, searchTotalCap } from "#contract/constants.ts";
import type { SearchQuery, searchMembers as searchCall } from "#contract/members.ts";
import { isCountry, isRegion } from "#server/features/places/find-place.ts";
import type { ViewerProfile } from "#server/features/profiles/load-cards.ts";
import { type Looking, loadCards, loadViewer } from "#server/features/profiles/load-cards.ts";
import { visitorsSee } from "#server/features/sites/traffic-source.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { knownCrowd, noteCrowd } from "./crowds.ts";
import { readCursor, searchKey, writeCursor } from "./cursor.ts";
import { findRanked, type RankedPage } from "./rank.ts";
import { type Filter, offeredQuery, refuseQuery, relaxations, toFilter } from "./rules.ts";
import { findPage, type Wanted } from "./store.ts";

type Found = z.input<typeof searchCall.answer>;

/**
 * Searches members for a viewer or a visitor (R1.02, D4.3). Throws `invalid_input` for contradicting filters, a country
 * that is none, a region that is none of the country, or a cursor of another search, `authentication_required` where the site hides its search from visitors (R6.02).
 */
export async function searchMembers(
  look: Looking & Pick<Context, "request" | "platform">,
  asked: SearchQuery,
): Promise<Found> {
  const loggedOut = visitorsSee(look.site.settings, look.request);
  if (!look.viewer && (loggedOut === "none" || (loggedOut === "limited" && asked.cursor))) {
    throw fail("authentication_required");
  }
  const query = offeredQuery(asked, look.site.settings.search_fields, look.viewer !== null);
  const wrong = refuseQuery(query);
  if (Object.keys(wrong).length > 0) throw failFields(wrong);
  const [viewer, country, placed] = await Promise.all([
    loadViewer(look),
    isCountry(look.db, query.country),
    isRegion(look.db, query.countryregion),
  ]);
  if (!country) throw failFields({ country: "unknown_option" });
  if (!placed) throw failFields({ countryregion: "unknown_option" });
  const filter = toFilter(query, look.site.id, viewer, look.now);
  const key = searchKey(query, filter);
  const { config } = look.platform;
  const after = query.cursor === undefined ? null : readCursor(config, query.cursor, filter.sort, key);
  if (query.cursor !== undefined && after === null) throw failFields({ cursor: "invalid" });
  const { rows, total, since } = await find(look, filter, viewer, { after });
  const page = rows.slice(0, searchPage);
  const last = rows.length > searchPage ? page.at(-1) : undefined;
  const ids = page.map((row) => row.member_id);
  const members = await loadCards(look, ids, viewer);
  return {
    members,
    total: { count: Math.min(total.count, searchTotalCap), capped: total.count > searchTotalCap },
    next_cursor: last ? writeCursor(config, { value: last.value, id: last.member_id, total, since }, key) : null,
    ranked: since === null ? null : searchRanked,
    similar: rows.length < searchPage && !after ? await findSimilar(look, query, viewer, ids) : [],
  };
}

/** A page in whichever order, with one more than fit on it. */
async function find(
  look: Looking,
  filter: Filter,
  viewer: ViewerProfile | null,
  { after = null, limit = searchPage + 1 }: Pick<Wanted, "after" | "limit">,
): Promise<RankedPage> {
  const known = after?.total ?? knownCrowd(filter, look.now);
  const found =
    filter.sort === "best" && viewer
      ? await findRanked(look.db, filter, { viewer, now: look.now, most: searchRanked, after, limit }, known)
      : { ...(await findPage(look.db, filter, { after, known, limit })), since: null };
  if (!known) noteCrowd(filter, found.total, look.now);
  return found;
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
    const { rows } = await find(look, filter, viewer, { limit: searchPage + seen.size });
    const ids = rows.map((row) => row.member_id).filter((id) => !seen.has(id));
    const cards = await loadCards(look, ids.slice(0, room), viewer);
    for (const card of cards) {
      seen.add(card.id);
      similar.push({ ...card, relaxed: way.relaxed });
    }
  }
  return similar;
}
