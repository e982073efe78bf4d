import type { z } from "zod";
import { searchPage, searchRanked, searchTotalCap } from "#contract/constants.ts";
import { offeredFilters } from "#contract/facts.ts";
import { guessCountry } from "#contract/languages.ts";
import type { SearchQuery, searchMembers as searchCall } from "#contract/members.ts";
import { loadCachedViewer, loadCards, type ViewContext, type ViewerProfile } from "#server/features/profiles/index.ts";
import { isCountry, isRegion, siteForVisitor, visitorsSee } from "#server/features/sites/index.ts";
import { pageOf } from "#server/http/cursor.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { cacheTotal, findCachedTotal } from "./capped-totals.ts";
import { type Cursor, readSearchCursor, searchKey, writeCursor } from "./cursor.ts";
import { type FoundPage, findPage, type PageRow } from "./find-page.ts";
import { limitCards } from "./limit-profiles.ts";
import { assertConsistent, type Filter, offeredQuery, relaxations, toFilter } from "./rules.ts";

type Found = z.input<typeof searchCall.answer>;
type SearchContext = ViewContext & Pick<Context, "request" | "services" | "ip">;

/**
 * R1.02, D4.3. Throws `invalid_input` for contradicting filters, an unknown country, a region of another country, or a
 * cursor of another search, `authentication_required` if the site hides its search from visitors, and
 * `cards_limit` if the caller has seen as many members as a day allows.
 */
export async function searchMembers(context: SearchContext, requested: SearchQuery): Promise<Found> {
  const ctx = context.viewer ? context : { ...context, site: siteForVisitor(context.site, context.request) };
  const loggedOut = visitorsSee(ctx.site.settings, ctx.request);
  if (!ctx.viewer && (loggedOut === "none" || (loggedOut === "limited" && requested.cursor))) {
    throw fail("authentication_required");
  }
  const query = offeredQuery(requested, {
    fields: offeredFilters(ctx.site.settings),
    forMember: ctx.viewer !== null,
  });
  assertConsistent(query);
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
  const after = query.cursor === undefined ? null : readSearchCursor(config, query.cursor, filter.sort, key);
  if (query.cursor !== undefined && after === null) throw failFields({ cursor: "invalid" });
  const foundPage = await findWithTotal(ctx, { ...filter, ...latelyOfFirstPage(filter, after) }, viewer, after);
  const { rows, total } = foundPage;
  const { page, last } = pageOf(rows, searchPage);
  const ids = page.map((row) => row.member_id);
  await limitCards(ctx, ids);
  const members = await loadCards(ctx, ids, viewer);
  return {
    members,
    total: { count: Math.min(total, searchTotalCap), capped: total > searchTotalCap },
    next_cursor: last ? writeCursor(config, cursorAt(filter, last, foundPage, after), key) : null,
    ranked: foundPage.ranksSome ? searchRanked : null,
    similar: rows.length < searchPage && !after ? await findSimilar(ctx, query, viewer, ids) : [],
  };
}

function cursorAt({ sort, lately }: Filter, last: PageRow, { total, find }: FoundPage, after: Cursor | null): Cursor {
  const firstLately = after?.lately ?? String(lately.getTime() * 1000);
  return {
    ...{ value: last.value, id: last.member_id, total, find, boundary: last.boundary },
    lately: sort === "for_you" ? firstLately : null,
  };
}

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

/** A page in any order, with one more row if there is a next page. A total above the cap is cached. */
async function findWithTotal(
  { db, now }: ViewContext,
  filter: Filter,
  viewer: ViewerProfile | null,
  after: Cursor | null,
  limit = searchPage + 1,
): Promise<FoundPage> {
  const total = after?.total ?? findCachedTotal(db, filter, now);
  const foundPage = await findPage(db, filter, { viewer, after, total, limit });
  if (total === undefined) cacheTotal(db, filter, foundPage.total, now);
  return foundPage;
}

/** Members found by relaxing one filter at a time, each with the relaxed filter; without members found before. */
async function findSimilar(
  ctx: SearchContext,
  query: SearchQuery,
  viewer: ViewerProfile | null,
  listedIds: readonly string[],
): Promise<Found["similar"]> {
  const similar: Found["similar"] = [];
  const seen = new Set(listedIds);
  for (const relaxation of relaxations(query)) {
    const filter = filterOf(ctx, relaxation.query, viewer);
    const room = searchPage - seen.size;
    if (room <= 0) break;
    const { rows } = await findWithTotal(ctx, filter, viewer, null, searchPage + seen.size);
    const ids = rows.map((row) => row.member_id).filter((id) => !seen.has(id));
    const similarIds = ids.slice(0, room);
    await limitCards(ctx, similarIds);
    const cards = await loadCards(ctx, similarIds, viewer);
    for (const card of cards) {
      seen.add(card.id);
      similar.push({ ...card, relaxed: relaxation.relaxed });
    }
  }
  return similar;
}
