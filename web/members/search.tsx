import { Link, redirect, useLocation } from "react-router";
import { searchMembers } from "#contract/members.ts";
import { getRegions } from "#contract/places.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/search.ts";
import { FilterButton } from "./filter-button.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { FilterForm } from "./filter-form.tsx";
import { type Filters, offeredTo, readFilters, searchPath, waysToWiden } from "./filters.ts";
import { Nobody, type Wider } from "./nobody.tsx";
import { Results } from "./results.tsx";
import { SimilarMembers } from "./similar.tsx";

/** A page of the search; a cursor that is of no use any more leads to the first page. */
async function find(page: Page, filters: Filters, cursor: string | null) {
  if (cursor === null) return await page.load(searchMembers, { query: filters });
  try {
    return await page.call(searchMembers, { query: { ...filters, cursor } });
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === "invalid_input") throw redirect(searchPath(filters));
    return await page.load(searchMembers, { query: { ...filters, cursor } });
  }
}

async function regionsOf(page: Page, country: string | undefined) {
  if (country === undefined) return null;
  return { country, ...(await page.load(getRegions, { query: { country } })) };
}

/** How many each wider search would find; those that find nobody lead nowhere. */
async function widerThan(page: Page, filters: Filters): Promise<Wider[]> {
  const ways = await Promise.all(
    waysToWiden(filters).map(async (way) => {
      const { total } = await page.load(searchMembers, { query: way.filters });
      return { ...way, total };
    }),
  );
  return ways.filter((way) => way.total.count > 0);
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [user, settings] = await Promise.all([page.user(), page.settings()]);
  const params = new URL(request.url).searchParams;
  const offered = offeredTo(user !== null, settings);
  const filters = readFilters(params, offered);
  const cursor = params.get("cursor");
  const [found, regions] = await Promise.all([find(page, filters, cursor), regionsOf(page, filters.country)]);
  const wider = found.members.length === 0 ? await widerThan(page, filters) : [];
  return { ...found, filters, regions, offered, wider, firstPage: cursor === null };
}

function Invitation() {
  const t = useTexts("members");
  return (
    <div className="surface-card mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <p>{t("visitor.text")}</p>
      <ButtonLink to="/signup">{t("visitor.sign_up")}</ButtonLink>
    </div>
  );
}

/** The member search (R1.02): filters, results, and what is similar. Everything that was chosen stands in the address. */
export default function MemberSearch({ loaderData }: Route.ComponentProps) {
  const t = useTexts("members");
  const { key } = useLocation();
  const { user } = useSession();
  const { members, total, next_cursor, similar, filters, regions, offered, wider, firstPage } = loaderData;
  const search = { filters, total, regions, offered };
  const address = searchPath(filters);

  return (
    <div className="container py-5 md:py-8">
      <PageTitle title={t("title")} />
      <div className="lg:grid lg:grid-cols-12 lg:gap-6">
        <aside id="filters" aria-label={t("search.filters")} className="filter-column lg:col-span-4 xl:col-span-3">
          <div className="filter-card surface-card">
            <FilterForm key={address} {...search} />
          </div>
        </aside>
        <div className="lg:col-span-8 xl:col-span-9">
          <div className="mb-4 flex items-center justify-between gap-3">
            <h1 className="text-2xl md:text-3xl">
              <span className="sr-only">{t("title")}: </span>
              <span role="status">{t(total.capped ? "total_capped" : "total", { count: total.count })}</span>
            </h1>
            <FilterButton {...search} />
          </div>
          <FilterChips {...search} />
          {user === null ? <Invitation /> : null}
          {firstPage ? null : (
            <p className="mb-4">
              <Link to={address} className="link inline-flex min-h-11 items-center">
                {t("search.first_page")}
              </Link>
            </p>
          )}
          {members.length === 0 ? (
            <Nobody wider={wider} {...search} />
          ) : (
            <Results key={key} filters={filters} members={members} nextCursor={next_cursor} />
          )}
          <SimilarMembers similar={similar} {...search} />
        </div>
      </div>
    </div>
  );
}
