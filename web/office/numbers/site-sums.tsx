import { Link } from "react-router";
import type { OverviewRow } from "#contract/overview.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { TableCard } from "./data-table.tsx";

type Sum = OverviewRow["money"][number];

function Sums({ of, write }: { of: readonly Sum[]; write(sum: Sum): string }) {
  if (of.length === 0) return "–";
  return of.map((sum) => (
    <span key={sum.currency} className="block whitespace-nowrap">
      {write(sum)}
    </span>
  ));
}

type Props = {
  name: string;
  means?: string;
  rows: readonly OverviewRow[];
  /** Where a site's name leads; of another installation nowhere. */
  linkOf?(site: string): string;
};

/** Money, chargebacks, advertising and members, with a row for each site. */
export function SiteSums({ name, means, rows, linkOf }: Props) {
  const t = useTexts("numbers");
  const money = useTexts("money");
  const results = useTexts("results");
  const format = useFormat();
  const sums = (write: (sum: Sum) => string) => (row: OverviewRow) => <Sums of={row.money} write={write} />;
  const counts = ["visits", "signups", "confirmations", "purchases"] as const;
  return (
    <TableCard
      name={name}
      means={means}
      rows={rows}
      keyOf={({ site }) => site}
      columns={[
        {
          name: t("filter.site"),
          cell: ({ site, name: title }) =>
            linkOf ? (
              <Link to={linkOf(site)} className="link inline-block py-2">
                {title}
              </Link>
            ) : (
              title
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
        ...counts.map((count) => ({
          name: results(`count.${count}`),
          number: true,
          cell: (row: OverviewRow) => format.number(row[count]),
        })),
        { name: t("overview.active"), number: true, cell: ({ active }) => format.number(active) },
      ]}
    />
  );
}
