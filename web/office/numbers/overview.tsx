import { Link } from "react-router";
import { getOverview, type OverviewRow } from "#contract/overview.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/overview.ts";
import { TableCard } from "./data-table.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = pickParams(new URL(request.url).searchParams, ["from", "to"]);
  return await loadStaff(context, getOverview, { query });
}

type Sum = OverviewRow["money"][number];

function Sums({ of, write }: { of: readonly Sum[]; write(sum: Sum): string }) {
  if (of.length === 0) return "–";
  return of.map((sum) => (
    <span key={sum.currency} className="block whitespace-nowrap">
      {write(sum)}
    </span>
  ));
}

/** All sites on one page: money, chargebacks, advertising and members, with a row for each site. */
export default function Overview({ loaderData: { from, to, sites } }: Route.ComponentProps) {
  const t = useTexts("numbers");
  const money = useTexts("money");
  const results = useTexts("results");
  const format = useFormat();
  const filters = useFilterFields();
  const sums = (write: (sum: Sum) => string) => (row: OverviewRow) => <Sums of={row.money} write={write} />;
  const counts = ["visits", "signups", "confirmations", "purchases"] as const;
  return (
    <Screen title={t("overview.title")}>
      <FilterCard columns="sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]" of={filters.days({ from, to })} />
      <TableCard
        name={t("overview.title")}
        means={t("overview.means")}
        rows={sites}
        keyOf={({ site }) => site}
        columns={[
          {
            name: t("filter.site"),
            cell: ({ site, name }) => (
              <Link to={`/staff/money?${new URLSearchParams({ site, from, to })}`} className="link inline-block py-2">
                {name}
              </Link>
            ),
          },
          {
            name: money("sum.kept"),
            number: true,
            cell: sums(({ paid, back, currency }) => format.money(paid - back, currency)),
          },
          { name: money("sum.back"), number: true, cell: sums(({ back, currency }) => format.money(back, currency)) },
          {
            name: money("list.chargebacks"),
            number: true,
            cell: sums(
              ({ chargebacks, charged_back: lost, currency }) =>
                `${format.number(chargebacks)} · ${format.money(lost, currency)}`,
            ),
          },
          ...counts.map((name) => ({
            name: results(`count.${name}`),
            number: true,
            cell: (row: OverviewRow) => format.number(row[name]),
          })),
          { name: t("overview.active"), number: true, cell: ({ active }) => format.number(active) },
        ]}
      />
    </Screen>
  );
}
