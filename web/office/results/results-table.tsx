import { Link } from "react-router";
import { type Dimension, type ResultRow, resultCounts } from "#contract/results.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { mostOf, Rate } from "./rate.tsx";
import { useValueName } from "./use-value-name.ts";

type Props = {
  rows: readonly ResultRow[];
  by: readonly Dimension[];
  total: ResultRow;
  /** The address of the same results, limited to a value. */
  linkTo(name: Dimension, value: string): string;
};

/** Short values stay on one line; long ones wrap anywhere, but not below a readable width. */
const widthOf = (value: string) => (value.length <= 24 ? "whitespace-nowrap" : "min-w-48 wrap-anywhere");

/** The results row by row, with their sum; each value leads to the results of that value alone. */
export function ResultsTable({ rows, by, total, linkTo }: Props) {
  const t = useTexts("results");
  const format = useFormat();
  const valueName = useValueName();
  const most = mostOf(rows.map(({ rate }) => rate));
  const revenueOf = ({ revenue }: ResultRow) =>
    Object.entries(revenue)
      .sort()
      .map(([currency, minor]) => format.money(minor, currency))
      .join(", ") || "–";
  const cellOf = (row: ResultRow, name: Dimension, index: number) => {
    if (row === total) return index === 0 ? <strong>{t("total")}</strong> : "";
    const value = row.of[name] ?? "";
    return (
      <Link to={linkTo(name, value)} className={`link inline-block py-2 ${widthOf(value)}`}>
        {valueName(name, value)}
      </Link>
    );
  };
  return (
    <DataTable
      caption={t("table.title")}
      rows={[...rows, total]}
      keyOf={(row) => (row === total ? "total" : by.map((name) => row.of[name]).join("\n"))}
      columns={[
        ...by.map((name, index) => ({ name: t(`col.${name}`), cell: (row: ResultRow) => cellOf(row, name, index) })),
        ...resultCounts.map((name) => ({
          name: t(`count.${name}`),
          number: true,
          cell: (row: ResultRow) => format.number(row[name]),
        })),
        { name: t("rate"), number: true, cell: ({ rate }) => <Rate rate={rate} most={most} /> },
        {
          name: t("revenue"),
          number: true,
          cell: (row) => <span className="whitespace-nowrap">{revenueOf(row)}</span>,
        },
      ]}
    />
  );
}
