import { getOverview } from "#contract/overview.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/overview.ts";
import { SiteSums } from "./site-sums.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = pickParams(new URL(request.url).searchParams, ["from", "to"]);
  return await loadStaff(context, getOverview, { query });
}

/** All sites on one page: money, chargebacks, advertising and members, with a row for each site. */
export default function Overview({ loaderData: { from, to, sites } }: Route.ComponentProps) {
  const t = useTexts("numbers");
  const filters = useFilterFields();
  return (
    <Screen title={t("overview.title")}>
      <FilterCard columns="sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]" of={filters.days({ from, to })} />
      <SiteSums
        name={t("overview.title")}
        means={t("overview.means")}
        rows={sites}
        linkOf={(site) => `/staff/money?${new URLSearchParams({ site, from, to })}`}
      />
    </Screen>
  );
}
