import type { AnswerOf, InputOf } from "#contract/call.ts";
import { getRevenue, type RevenueDimension, revenueDimensions } from "#contract/revenue.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { NumberCard } from "#web/office/numbers/number-card.tsx";
import { FiguresForm } from "#web/office/results/figures-form.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/revenue.ts";
import { CohortTable } from "./cohort-table.tsx";
import { RevenueTable } from "./revenue-table.tsx";
import { useColumnName, useColumnValue } from "./use-column.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = pickParams(searchParams, ["site", "from", "to", "currency"]);
  const query: Record<string, string | string[] | undefined> = asked;
  for (const name of ["by", "only"]) if (searchParams.has(name)) query[name] = searchParams.getAll(name);
  // the API rejects values that are not among the choices
  return await loadStaff(context, getRevenue, { query: query as InputOf<typeof getRevenue>["query"] });
}

type Asked = Pick<AnswerOf<typeof getRevenue>, "site" | "from" | "to" | "currency" | "by" | "only">;

function searchOf({ site, from, to, currency, by, only }: Asked): string {
  const search = new URLSearchParams({ from, to, by: by.join(",") });
  if (site !== null) search.set("site", site);
  if (currency !== null) search.set("currency", currency);
  for (const [name, value] of Object.entries(only)) search.append("only", `${name}:${value}`);
  return `?${search}`;
}

/** R13.01: what the sources of members earned, as the books have it. */
export default function Revenue({ loaderData: revenue }: Route.ComponentProps) {
  const t = useTexts("revenue");
  const money = useTexts("money");
  const filters = useFilterFields();
  const format = useFormat();
  const nameOf = useColumnName();
  const valueName = useColumnValue();
  const { site, from, to, latest, by, only, currency, total, months, rows, more, cohorts } = revenue;
  const limitedTo = (name: RevenueDimension, value: string) => {
    if (name === "site") return searchOf({ ...revenue, site: value });
    if (name === "month") return searchOf({ ...revenue, from: value, to: value });
    return searchOf({ ...revenue, only: { ...only, [name]: value } });
  };
  const currencies = [
    ...new Set([...total.money.map((sums) => sums.currency), ...(currency === null ? [] : [currency])]),
  ];
  const barsOf = (countOf: (row: (typeof months)[number]) => { value: number; words: string }) =>
    months.map((row) => ({ label: format.calendarMonth(row.of.month ?? from), ...countOf(row) }));
  return (
    <Screen title={t("title")}>
      <FiguresForm
        columns="sm:grid-cols-2 lg:grid-cols-4"
        of={[
          filters.site(site),
          ...filters.months(revenue),
          choice("currency", t("currency"), optionsOf(currencies), {
            empty: t("currency_all"),
            defaultValue: currency ?? "",
          }),
        ]}
        dimensions={revenueDimensions}
        by={by}
        only={only}
        nameOf={nameOf}
        valueName={valueName}
        searchOf={(limits) => searchOf({ ...revenue, only: limits })}
        csv="revenue"
      />
      <p className="mb-3 max-w-prose text-muted text-sm">{t("means")}</p>
      <p className="mb-5 max-w-prose text-muted text-sm">{t("small")}</p>
      <div className="mb-5 grid grid-cols-1 gap-5 md:grid-cols-2">
        {total.money.map(({ currency: code, revenue: minor }) => (
          <NumberCard
            key={code}
            name={t("monthly", { currency: code })}
            means={t("monthly_means")}
            total={format.money(minor, code)}
            open={to === latest}
            bars={barsOf(({ money: sums }) => {
              const value = sums.find((each) => each.currency === code)?.revenue ?? 0;
              return { value, words: format.money(value, code) };
            })}
          />
        ))}
        <NumberCard
          name={t("buyers")}
          means={t("buyers_means")}
          total={format.number(total.buyers)}
          open={to === latest}
          bars={barsOf(({ buyers }) => ({ value: buyers, words: format.number(buyers) }))}
        />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <section className="surface-card min-w-0 p-4 md:p-5">
          <h2 className="text-lg">{t("table.title")}</h2>
          <p className="mt-1 mb-3 max-w-prose text-muted text-sm">{t("table.means")}</p>
          {rows.length === 0 ? (
            <p>{money("none")}</p>
          ) : (
            <RevenueTable rows={rows} by={by} total={total} valueName={valueName} linkTo={limitedTo} />
          )}
          {more ? <p className="mt-3 text-muted text-sm">{t("table.more", { count: rows.length })}</p> : null}
        </section>
        <CohortTable cohorts={cohorts} search={searchOf(revenue)} />
      </div>
    </Screen>
  );
}
