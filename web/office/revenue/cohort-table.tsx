import { type RevenueCohort, valueDays } from "#contract/revenue.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { Lines } from "./revenue-table.tsx";

type Props = {
  cohorts: readonly RevenueCohort[];
  /** The page's query. */
  search: string;
};

/** What members are worth so many days after their signup, by the months in which they signed up. */
export function CohortTable({ cohorts, search }: Props) {
  const t = useTexts("revenue");
  const money = useTexts("money");
  const results = useTexts("results");
  const format = useFormat();
  const valueAfter = (days: (typeof valueDays)[number]): Column<RevenueCohort> => ({
    name: t("cohort.after", { days: format.number(days) }),
    number: true,
    cell: ({ values, signups, complete }) => (
      <>
        {values.length === 0 ? "–" : null}
        <Lines
          of={values}
          write={({ currency, after }) => {
            const minor = after[days] ?? 0;
            const each = signups === 0 ? "–" : format.money(Math.round(minor / signups), currency);
            return (
              <>
                <strong>{each}</strong> <span className="text-muted">({format.money(minor, currency)})</span>
              </>
            );
          }}
        />
        {complete.includes(days) ? null : <span className="block text-muted text-xs">{t("cohort.so_far")}</span>}
      </>
    ),
  });
  return (
    <TableCard
      name={t("cohort.title")}
      means={t("cohort.means")}
      none={money("none")}
      rows={cohorts}
      keyOf={({ from }) => from}
      columns={[
        {
          name: t("cohort.from"),
          cell: ({ from, to }) => (
            <span className="whitespace-nowrap">
              {from === to ? format.calendarMonth(from) : `${format.calendarMonth(from)} – ${format.calendarMonth(to)}`}
            </span>
          ),
        },
        { name: results("count.signups"), number: true, cell: ({ signups }) => format.number(signups) },
        { name: t("buyers"), number: true, cell: ({ buyers }) => format.number(buyers) },
        ...valueDays.map(valueAfter),
      ]}
    >
      {cohorts.length === 0 ? null : (
        <DownloadLink href={`/staff-csv/cohorts${search}`} look="quiet">
          {results("csv")}
        </DownloadLink>
      )}
    </TableCard>
  );
}
