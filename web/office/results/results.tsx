import type { InputOf } from "#contract/call.ts";
import { type Dimension, dimensions, getResults, resultCounts, resultRowsShown } from "#contract/results.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { NumberCard } from "#web/office/numbers/number-card.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/results.ts";
import { FiguresForm } from "./figures-form.tsx";
import { Bounces, Comparisons, ResultsTable, useValueName } from "./results-table.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const query: Record<string, string | string[] | undefined> = pickParams(searchParams, ["site", "from", "to"]);
  for (const name of ["by", "only"]) {
    if (searchParams.has(name)) query[name] = searchParams.getAll(name);
  }
  // the API rejects values that are not among the choices
  return await loadStaff(context, getResults, { query: query as InputOf<typeof getResults>["query"] });
}

type Asked = Pick<Route.ComponentProps["loaderData"], "key" | "from" | "to" | "by" | "only">;

function searchOf({ key, from, to, by, only }: Asked): string {
  const search = new URLSearchParams({ site: key, from, to, by: by.join(",") });
  for (const [name, value] of Object.entries(only)) search.append("only", `${name}:${value}`);
  return `?${search}`;
}

/** Shows what advertisements brought, by any of the columns. */
export default function ResultsPage({ loaderData: results }: Route.ComponentProps) {
  const t = useTexts("results");
  const money = useTexts("money");
  const format = useFormat();
  const valueName = useValueName();
  const filters = useFilterFields();
  const { key, from, to, by, only, days, total, rows, more, comparisons, bounces } = results;
  const limitedTo = (name: Dimension, value: string) => searchOf({ ...results, only: { ...only, [name]: value } });
  return (
    <Screen title={t("title")}>
      <FiguresForm
        columns="sm:grid-cols-3"
        of={[filters.oneSite(key), ...filters.days({ from, to })]}
        dimensions={dimensions}
        by={by}
        only={only}
        nameOf={(name) => t(`col.${name}`)}
        valueName={valueName}
        searchOf={(limits) => searchOf({ ...results, only: limits })}
        csv="results"
      />
      <p className="mb-5 max-w-prose text-muted text-sm">{t("means.all")}</p>
      <div className="mb-5 grid grid-cols-1 gap-5 md:grid-cols-2">
        {resultCounts.map((name) => (
          <NumberCard
            key={name}
            name={t(`count.${name}`)}
            means={t(`means.${name}`)}
            total={format.number(total[name])}
            open={false}
            bars={days.map((row) => ({
              label: format.calendarDay(row.day),
              value: row[name],
              words: format.number(row[name]),
            }))}
          />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-5">
        <Comparisons comparisons={comparisons} />
        <section className="surface-card min-w-0 p-4 md:p-5">
          <h2 className="text-lg">{t("table.title")}</h2>
          <p className="mt-1 mb-3 text-muted text-sm">{t("table.means")}</p>
          {rows.length === 0 ? (
            <p>{money("none")}</p>
          ) : (
            <ResultsTable rows={rows} by={by} total={total} linkTo={limitedTo} />
          )}
          {more ? <p className="mt-3 text-muted text-sm">{t("table.more", { count: resultRowsShown })}</p> : null}
        </section>
        <Bounces bounces={bounces} />
      </div>
    </Screen>
  );
}
