import type { z } from "zod";
import { searchPage, searchRanked, searchTotalCap } from "#contract/constants.ts";
import { guessCountry } from "#contract/languages.ts";
import type { SearchQuery, searchMembers as searchCall } from "#contract/members.ts";
import { loadCachedViewer, loadCards, type ViewContext, type ViewerProfile } from "#server/features/profiles/index.ts";
import { isCountry, isRegion, siteForVisitor, visitorsSee } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { cacheTotal, findCachedTotal } from "./capped-totals.ts";
import { type Cursor, type Edge, readCursor, searchKey, writeCursor } from "./cursor.ts";
import type { FoundRow } from "./gather.ts";
import { findRanked, type RankedPage } from "./rank.ts";
import { findForYou } from "./rank-front.ts";
import { type Filter, offeredQuery, relaxations, type Total, toFilter, validateQuery } from "./rules.ts";
import { type FindPageInput, findPage } from "./store.ts";

type Found = z.input<typeof searchCall.answer>;
type SearchContext = ViewContext & Pick<Context, "request" | "services">;

/**
 * Searches members for a viewer or a visitor (R1.02, D4.3). Throws `invalid_input` for contradicting filters, an
 * unknown country, a region of another country, or a cursor of another search. Throws `authentication_required` if the
 * site hides its search from visitors (R6.02).
 */
export async function searchMembers(given: SearchContext, requested: SearchQuery): Promise<Found> {
  const ctx = given.viewer ? given : { ...given, site: siteForVisitor(given.site, given.request) };
  const loggedOut = visitorsSee(ctx.site.settings, ctx.request);
  if (!ctx.viewer && (loggedOut === "none" || (loggedOut === "limited" && requested.cursor))) {
    throw fail("authentication_required");
  }
  const query = offeredQuery(requested, {
    fields: ctx.site.settings.search_fields,
    forMember: ctx.viewer !== null,
  });
  const problems = validateQuery(query);
  if (Object.keys(problems).length > 0) throw failFields(problems);
  const [viewer, countryKnown, regionKnown] = await Promise.all([
    loadCachedViewer(ctx),
    isCountry(ctx.db, query.country),
    isRegion(ctx.db, query.countryregion),
  ]);
  if (!countryKnown) throw failFields({ country: "unknown_option" });
  if (!regionKnown) throw failFields({ countryregion: "unknown_option" });
  const filter = filterOf(ctx, query, viewer);
  const key = searchKey(query, filter);
  const { config } = ctx.services;
  const after = query.cursor === undefined ? null : readCursor(config, query.cursor, filter.sort, key);
  if (query.cursor !== undefined && after === null) throw failFields({ cursor: "invalid" });
  const { rows, total, boundary } = await findRankedOrSorted(
    ctx,
    { ...filter, ...latelyOfFirstPage(filter, after) },
    viewer,
    { after },
  );
  const page = rows.slice(0, searchPage);
  const last = rows.length > searchPage ? page.at(-1) : undefined;
  const ids = page.map((row) => row.member_id);
  const members = await loadCards(ctx, ids, viewer);
  return {
    members,
    total: { count: Math.min(total.count, searchTotalCap), capped: total.count > searchTotalCap },
    next_cursor: last ? writeCursor(config, cursorAt(filter, last, total, boundary ?? null), key) : null,
    ranked: filter.sort === "best" && boundary ? searchRanked : null,
    similar: rows.length < searchPage && !after ? await findSimilar(ctx, query, viewer, ids) : [],
  };
}

const cursorAt = ({ sort, lately }: Filter, row: FoundRow, total: Total, ranked: Edge | null): Cursor => ({
  ...{ value: row.value, id: row.member_id, total },
  lately: sort === "for_you" ? String(lately.getTime() * 1000) : null,
  boundary: row.boundary ?? ranked,
});

function filterOf(
  { site, now, services, request, language }: SearchContext,
  query: SearchQuery,
  viewer: ViewerProfile | null,
): Filter {
  const guessed = viewer ? null : guessCountry([services.geo.countryOf(request.ip)], language, site.settings.countries);
  return toFilter(query, site.id, viewer, now, guessed);
}

/** All pages use the first page's `lately`, so that no member moves to another step between two pages. */
function latelyOfFirstPage({ sort }: Filter, after: Cursor | null): Partial<Filter> {
  return sort === "for_you" && after?.lately ? { lately: new Date(Number(after.lately) / 1000) } : {};
}

/** A page in any order, with one more row if there is a next page. */
async function findRankedOrSorted(
  ctx: ViewContext,
  filter: Filter,
  viewer: ViewerProfile | null,
  { after = null, limit = searchPage + 1 }: Pick<FindPageInput, "after" | "limit">,
): Promise<RankedPage> {
  const known = after?.total ?? findCachedTotal(ctx.db, filter, ctx.now);
  const found = await findInOrder(ctx, filter, viewer, { after, known, limit });
  if (!known) cacheTotal(ctx.db, filter, found.total, ctx.now);
  return found;
}

async function findInOrder(
  { db, now }: ViewContext,
  filter: Filter,
  viewer: ViewerProfile | null,
  { after = null, known, limit = searchPage + 1 }: FindPageInput,
): Promise<RankedPage> {
  if (viewer && filter.sort === "best") {
    return await findRanked(db, filter, { viewer, now, most: searchRanked, after, limit }, known);
  }
  const forViewer = viewer && filter.sort === "for_you";
  const found = forViewer
    ? await findForYou(db, filter, { viewer, now, after, limit }, known)
    : await findPage(db, filter, { after, known, limit });
  return { ...found, boundary: null };
}

/** Members found by relaxing one filter at a time, each with the relaxed filter; without members found before. */
async function findSimilar(
  ctx: SearchContext,
  query: SearchQuery,
  viewer: ViewerProfile | null,
  found: readonly string[],
): Promise<Found["similar"]> {
  const similar: Found["similar"] = [];
  const seen = new Set(found);
  for (const relaxation of relaxations(query)) {
    const filter = filterOf(ctx, relaxation.query, viewer);
    const room = searchPage - seen.size;
    if (room <= 0) break;
    const { rows } = await findRankedOrSorted(ctx, filter, viewer, { limit: searchPage + seen.size });
    const ids = rows.map((row) => row.member_id).filter((id) => !seen.has(id));
    const cards = await loadCards(ctx, ids.slice(0, room), viewer);
    for (const card of cards) {
      seen.add(card.id);
      similar.push({ ...card, relaxed: relaxation.relaxed });
    }
  }
  return similar;
}
