import { Sparkles, WalletCards } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { Link, redirect, useLocation } from "react-router";
import { searchMembers } from "#contract/members.ts";
import { getRegions } from "#contract/places.ts";
import { pickedParam } from "#web/account/signup-link/intent.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { useMember } from "#web/lib/live-state.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { matchFinderPath, nextQuestionPath } from "#web/search/match-finder/questions.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/search.ts";
import { FilterButton } from "./filter-button.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { FilterForm } from "./filter-form.tsx";
import {
  type Filters,
  filtersInUse,
  groupParam,
  hasIgnoredPlace,
  hasSearchParams,
  listOffered,
  readFilters,
  searchPath,
  withKnownRegion,
  withoutFilter,
  withoutFilters,
} from "./filters.ts";
import { findFirstSearch } from "./first-search.ts";
import {
  chosenOnPage,
  isChosenOnPage,
  leftOutLast,
  readLastSearch,
  restoredParam,
  saveLastSearch,
} from "./last-search.ts";
import { NoResults, type Wider, type WithTotal } from "./no-results.tsx";
import { OpeningProfile } from "./opening-profile.tsx";
import { Results } from "./results.tsx";
import { SimilarMembers } from "./similar.tsx";
import { findVisitorAccess } from "./visitors-see.ts";
import { listSingleFilterSearches, listWiderSearches, type SingleFilter } from "./widen.ts";
import { WithoutConsent } from "./without-consent.tsx";

export const handle: ScreenHandle = {
  who: "everyone",
  texts: ["facts", "match-finder", "members", "profiles", "swipe"],
  daily: "finding",
  mood: "browsing",
  membersArea: true,
  offersApp: true,
};

async function loadResults(page: Page, filters: Filters, cursor: string | null) {
  if (cursor === null) return await page.load(searchMembers, { query: filters });
  try {
    return await page.call(searchMembers, { query: { ...filters, cursor } });
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === "invalid_input") throw redirect(searchPath(filters));
    return await page.load(searchMembers, { query: { ...filters, cursor } });
  }
}

async function loadRegions(page: Page, country: string | undefined) {
  if (country === undefined) return null;
  return { country, ...(await page.load(getRegions, { query: { country } })) };
}

/** Counts the results of each search; drops searches that find no members. */
async function keepWithResults<Search extends { filters: Filters }>(page: Page, searches: readonly Search[]) {
  const counted = await Promise.all(
    searches.map(async (search) => {
      const { total } = await page.load(searchMembers, { query: search.filters });
      return { ...search, total };
    }),
  );
  return counted.filter(({ total }) => total.count > 0);
}

type OtherSearches = { wider: Wider[]; alone: WithTotal<SingleFilter>[]; anyone: boolean };

/** Other searches to offer if a search finds no members; each of them finds some. */
async function findOtherSearches(page: Page, filters: Filters): Promise<OtherSearches> {
  const wider = await keepWithResults(page, listWiderSearches(filters));
  if (wider.length > 0) return { wider, alone: [], anyone: true };
  const alone = await keepWithResults(page, listSingleFilterSearches(filters));
  if (alone.length > 0) return { wider, alone, anyone: true };
  const unfiltered = await keepWithResults(page, [{ filters: withoutFilters(filters) }]);
  return { wider, alone, anyone: unfiltered.length > 0 };
}

/** The origin of filters that the member did not choose here. The page names it, and offers the search without them. */
function findOrigin(params: URLSearchParams, filters: Filters, last: string | null): "last" | "picked" | null {
  if (params.has(restoredParam) && last === searchPath(filters)) return "last";
  return params.has(pickedParam) && filters.interests !== undefined ? "picked" : null;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [user, settings] = await Promise.all([page.user(), page.settings()]);
  const params = new URL(request.url).searchParams;
  const offered = listOffered(user, settings);
  const definesSearch = hasSearchParams(params);
  const cursor = params.get("cursor");

  const lastSearch = user && readLastSearch(readCookie(request.headers.get("cookie"), "last-search"), user.id);
  const lastPath = lastSearch === null ? null : searchPath(readFilters(lastSearch, offered));
  const hasLastFilters = lastPath !== null && lastPath !== searchPath({});
  const wasLeftOut = params.get(restoredParam) === leftOutLast;
  // an address without filters gets the last search; an address that defines a search wins
  if (hasLastFilters && !definesSearch && !wasLeftOut) throw redirect(`${lastPath}&${restoredParam}=1`);
  const leftOut = hasLastFilters && !definesSearch ? lastPath : null;

  const isFirst = !definesSearch && lastPath === null;
  const searchParams = isFirst ? await findFirstSearch(page, settings.niche, user) : params;
  const requested = readFilters(searchParams, offered);
  const regions = await loadRegions(page, requested.country);
  const named = withKnownRegion(requested, regions?.regions ?? []);
  const results = await loadResults(page, named, cursor);
  // the first search does without the ages rather than find no one
  const isTooNarrow = isFirst && user !== null && results.members.length === 0;
  const filters = isTooNarrow ? withoutFilter(named, "age") : named;
  const answer = isTooNarrow ? await loadResults(page, filters, cursor) : results;
  const origin = findOrigin(params, filters, lastPath);
  const isEmpty = answer.members.length === 0;
  // a restored search that finds no members is left out, and the page says so
  if (isEmpty && origin === "last") throw redirect(`/members?${restoredParam}=${leftOutLast}`);
  const withoutConsent = isEmpty && user?.lacks_consent === true;
  const ways =
    isEmpty && !withoutConsent ? await findOtherSearches(page, filters) : { wider: [], alone: [], anyone: true };
  return {
    ...answer,
    filters,
    placeLeftOut: hasIgnoredPlace(params, filters, offered),
    questionsLeft: user?.questions_left ?? 0,
    regions,
    offered,
    openGroup: params.get(groupParam),
    ways,
    withoutConsent,
    firstPage: cursor === null,
    origin,
    leftOut,
    firstPageOnly: user === null && findVisitorAccess(settings, request) !== "all",
  };
}

function Invitation() {
  const t = useTexts("members");
  const signup = useSignupLink();
  return (
    <div className="surface-card mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <p>{t("visitor.text")}</p>
      <ButtonLink to={signup()}>{t("visitor.sign_up")}</ButtonLink>
    </div>
  );
}

/** A guest has no preferences yet: one tap leads to women or to men. */
function WomenOrMen({ filters }: { filters: Filters }) {
  const t = useTexts("members");
  return (
    <nav aria-label={t("filter.gender")} className="flex flex-wrap gap-2">
      {(["female", "male"] as const)
        .filter((gender) => gender !== filters.gender)
        .map((gender) => (
          <Link key={gender} to={searchPath({ ...filters, gender })} state={chosenOnPage} className="pill no-underline">
            {t(`filter.gender_${gender}`)}
          </Link>
        ))}
    </nav>
  );
}

/** The other ways to find someone, in one row: the match finder and the swipe game. */
function OtherWays({ questionsLeft }: { questionsLeft: number }) {
  const matchFinder = useTexts("match-finder");
  const swipe = useTexts("swipe");
  return (
    <p className="flex flex-wrap gap-2">
      <Link to={questionsLeft > 0 ? nextQuestionPath : matchFinderPath} className="pill gap-2 no-underline">
        <Sparkles aria-hidden className="size-4 shrink-0 text-primary-ink" />
        {matchFinder("title")}
      </Link>
      <Link to="/swipe-game" className="pill gap-2 no-underline">
        <WalletCards aria-hidden className="size-4 shrink-0 text-primary-ink" />
        {swipe("title")}
      </Link>
    </p>
  );
}

const oneRow = "chip-row";

/** Up to one chip shares a row with the filter button, which scrolls sideways; several take the lines they need. */
function rowOf(filters: Filters, origin: unknown): string {
  if (origin !== null) return "mb-4 grid gap-3";
  const chipCount = filtersInUse(filters).length + Number(filters.sort !== undefined);
  return chipCount > 1 ? "mb-4 grid gap-2 lg:flex lg:flex-wrap" : oneRow;
}

/** Says that the last search was left out because it finds no members, and offers to use it. */
function LastSearchLeftOut({ last }: { last: string | null }) {
  const t = useTexts("members");
  if (last === null) return null;
  return (
    <div className="mb-4">
      <Notice>
        {t("search.last_empty")}
        <p className="-mb-2.5 flex flex-wrap gap-x-5">
          <Link to={last} state={chosenOnPage} className="link inline-block py-2.5 font-semibold">
            {t("search.last_use")}
          </Link>
        </p>
      </Notice>
    </div>
  );
}

/** Names the country of a search in another one than the searcher's own. */
function OtherCountry({ country }: { country: string | undefined }) {
  const format = useFormat();
  const own = useMember()?.profile.country;
  if (country === undefined || country === own) return null;
  return <span className="font-normal text-muted"> · {format.country(country)}</span>;
}

type SaveSearchInput = { filters: Filters; chosen: boolean; leftOut: boolean };

/** Saves no search of a shared address. A last search that was left out is deleted: the page says so once. */
function useSaveSearch(memberId: string | undefined, { filters, chosen, leftOut }: SaveSearchInput): void {
  // in a layout effect: a user who leaves the page at once still finds the search saved
  useLayoutEffect(() => {
    if (memberId !== undefined && (chosen || leftOut)) saveLastSearch(memberId, chosen ? filters : null);
  }, [memberId, filters, chosen, leftOut]);
}

/** The member search: filters, results and similar members. The address holds every choice. */
export default function MemberSearch({ loaderData }: Route.ComponentProps) {
  const t = useTexts("members");
  const { key, state } = useLocation();
  const user = useMember();
  const [isDone, setDone] = useState(false);
  const { members, total, next_cursor, ranked, similar, filters, regions, offered, ways, firstPage } = loaderData;
  const counts = { total, profiles: members.length, similar: similar.length };
  const search = { filters, found: counts, regions, offered };
  const address = searchPath(filters);
  useSaveSearch(user?.id, { filters, chosen: isChosenOnPage(state), leftOut: loaderData.leftOut !== null });

  const row = rowOf(filters, loaderData.origin);
  const filterButton = <FilterButton {...search} />;
  return (
    <div className="container py-2 md:py-8">
      <PageTitle title={t("title")} />
      {user === null ? <OpeningProfile /> : null}
      <div className="lg:grid lg:grid-cols-12 lg:gap-6">
        <aside
          id="filters"
          aria-label={t("search.filters")}
          className="filter-column lg:col-span-4 xl:col-span-3"
          data-done={isDone || undefined}
        >
          <div className="filter-card surface-card">
            <FilterForm
              key={address}
              openGroup={loaderData.openGroup}
              {...search}
              // a phone has the column only after a tap before the scripts: the results take its place
              onDone={async () => setDone(true)}
            />
          </div>
        </aside>
        <div className="lg:col-span-8 xl:col-span-9">
          <div className="mb-1 flex flex-wrap items-center justify-between gap-3 md:mb-4">
            <div role="status">
              <h1 className="text-xl md:text-3xl">
                <span className="sr-only">{t("title")}: </span>
                {t(total.capped ? "total_capped" : "total", { count: total.count })}
                <OtherCountry country={filters.country} />
              </h1>
            </div>
            {row === oneRow ? null : filterButton}
          </div>
          {loaderData.placeLeftOut ? (
            <div className="mb-4">
              <Notice>{t("search.place_unknown")}</Notice>
            </div>
          ) : null}
          <LastSearchLeftOut last={loaderData.leftOut} />
          <div className={row}>
            {row === oneRow ? filterButton : null}
            <FilterChips origin={loaderData.origin} {...search} />
            {user === null && offered.fields.includes("gender") ? <WomenOrMen filters={filters} /> : null}
            {user === null ? null : <OtherWays questionsLeft={loaderData.questionsLeft} />}
          </div>
          {user === null ? <Invitation /> : null}
          {firstPage ? null : (
            <p className="mb-4">
              <Link to={address} className="link inline-flex min-h-11 items-center">
                {t("search.first_page")}
              </Link>
            </p>
          )}
          {loaderData.withoutConsent ? (
            <WithoutConsent />
          ) : members.length === 0 ? (
            <NoResults {...ways} {...search} />
          ) : (
            <Results
              key={key}
              filters={filters}
              members={members}
              total={total}
              nextCursor={next_cursor}
              ranked={ranked}
              firstPageOnly={loaderData.firstPageOnly}
            />
          )}
          <SimilarMembers similar={similar} {...search} />
        </div>
      </div>
    </div>
  );
}
