import type { z } from "zod";
import { searchPage, searchRanked, searchTotalCap } from "#contract/constants.ts";
import type { SearchQuery, searchMembers as searchCall } from "#contract/members.ts";
import { isCountry, isRegion } from "#server/features/places/index.ts";
import { loadCards, loadKnownViewer, type ViewContext, type ViewerProfile } from "#server/features/profiles/index.ts";
import { visitorsSee } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { cachedTotal, cacheTotal } from "./capped-totals.ts";
import { type Cursor, readCursor, searchKey, writeCursor } from "./cursor.ts";
import { findRanked, type RankedPage } from "./rank.ts";
import { type Filter, offeredQuery, relaxations, toFilter, validateQuery } from "./rules.ts";
import { type FindPageInput, findPage } from "./store.ts";

type Found = z.input<typeof searchCall.answer>;
type Searching = ViewContext & Pick<Context, "request" | "services">;

/**
 * Searches members for a viewer or a visitor (R1.02, D4.3). Throws `invalid_input` for contradicting filters, a country
 * that is none, a region that is none of the country, or a cursor of another search, `authentication_required` where the site hides its search from visitors (R6.02).
 */
export async function searchMembers(look: Searching, asked: SearchQuery): Promise<Found> {
  const loggedOut = visitorsSee(look.site.settings, look.request);
  if (!look.viewer && (loggedOut === "none" || (loggedOut === "limited" && asked.cursor))) {
    throw fail("authentication_required");
  }
  const query = offeredQuery(asked, look.site.settings.search_fields, look.viewer !== null);
  const wrong = validateQuery(query);
  if (Object.keys(wrong).length > 0) throw failFields(wrong);
  const [viewer, country, placed] = await Promise.all([
    loadKnownViewer(look),
    isCountry(look.db, query.country),
    isRegion(look.db, query.countryregion),
  ]);
  if (!country) throw failFields({ country: "unknown_option" });
  if (!placed) throw failFields({ countryregion: "unknown_option" });
  const filter = filterOf(look, query, viewer);
  const key = searchKey(query, filter);
  const { config } = look.services;
  const after = query.cursor === undefined ? null : readCursor(config, query.cursor, filter.sort, key);
  if (query.cursor !== undefined && after === null) throw failFields({ cursor: "invalid" });
  const { rows, total, since } = await find(look, { ...filter, ...latelyOf(filter, after) }, viewer, { after });
  const page = rows.slice(0, searchPage);
  const last = rows.length > searchPage ? page.at(-1) : undefined;
  const ids = page.map((row) => row.member_id);
  const members = await loadCards(look, ids, viewer);
  return {
    members,
    total: { count: Math.min(total.count, searchTotalCap), capped: total.count > searchTotalCap },
    next_cursor: last ? writeCursor(config, { value: last.value, id: last.member_id, total, since }, key) : null,
    ranked: filter.sort === "best" && since !== null ? searchRanked : null,
    similar: rows.length < searchPage && !after ? await findSimilar(look, query, viewer, ids) : [],
  };
}

function filterOf(
  { site, now, services, request }: Searching,
  query: SearchQuery,
  viewer: ViewerProfile | null,
): Filter {
  // nobody asks a visitor where they are: their address tells, or else the site's first country is taken
  const guessed = viewer ? null : (services.geo.countryOf(request.ip) ?? site.settings.countries[0] ?? null);
  return toFilter(query, site.id, viewer, now, guessed);
}

/** What counted as lately on the first page goes on to, however long somebody looks at it: no member changes their step by it. */
function latelyOf({ sort }: Filter, after: Cursor | null): Partial<Filter> {
  return sort === "for_you" && after?.since ? { lately: new Date(Number(after.since) / 1000) } : {};
}

/** A page in whichever order, with one more than fit on it. */
async function find(
  look: ViewContext,
  filter: Filter,
  viewer: ViewerProfile | null,
  { after = null, limit = searchPage + 1 }: Pick<FindPageInput, "after" | "limit">,
): Promise<RankedPage> {
  const known = after?.total ?? cachedTotal(filter, look.now);
  const found =
    filter.sort === "best" && viewer
      ? await findRanked(look.db, filter, { viewer, now: look.now, most: searchRanked, after, limit }, known)
      : { ...(await findPage(look.db, filter, { after, known, limit })), since: sinceOf(filter) };
  if (!known) cacheTotal(filter, found.total, look.now);
  return found;
}

const sinceOf = ({ sort, lately }: Filter) => (sort === "for_you" ? String(lately.getTime() * 1000) : null);

/** Members found by relaxing one filter at a time, each with the filter that was relaxed, never those already found. */
async function findSimilar(
  look: Searching,
  query: SearchQuery,
  viewer: ViewerProfile | null,
  found: readonly string[],
): Promise<Found["similar"]> {
  const similar: Found["similar"] = [];
  const seen = new Set(found);
  for (const way of relaxations(query)) {
    const filter = filterOf(look, way.query, viewer);
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
