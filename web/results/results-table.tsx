import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Dimension, type ResultRow, resultCounts } from "#contract/results.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/numbers/data-table.tsx";
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
  const cellsOf = (row: ResultRow): ReactNode[] => [
    ...resultCounts.map((name) => format.number(row[name])),
    <Rate key="rate" rate={row.rate} most={most} />,
    <span key="revenue" className="whitespace-nowrap">
      {revenueOf(row)}
    </span>,
  ];
  return (
    <DataTable
      caption={t("table.title")}
      columns={[
        ...by.map((name) => ({ name: t(`col.${name}`) })),
        ...resultCounts.map((name) => ({ name: t(`count.${name}`), number: true })),
        { name: t("rate"), number: true },
        { name: t("revenue"), number: true },
      ]}
      rows={[
        ...rows.map((row) => ({
          key: by.map((name) => row.of[name]).join("\n"),
          cells: [
            ...by.map((name) => (
              <Link
                key={name}
                to={linkTo(name, row.of[name] ?? "")}
                className={`link inline-block py-2 ${widthOf(row.of[name] ?? "")}`}
              >
                {valueName(name, row.of[name] ?? "")}
              </Link>
            )),
            ...cellsOf(row),
          ],
        })),
        {
          key: "total",
          cells: [<strong key="total">{t("total")}</strong>, ...by.slice(1).map(() => ""), ...cellsOf(total)],
        },
      ]}
    />
  );
}
