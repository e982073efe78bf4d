import type { ReactNode } from "react";
import { Link } from "react-router";
import type { RevenueDimension, RevenueMoney, RevenueRow } from "#contract/revenue.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Column, DataTable } from "#web/office/numbers/data-table.tsx";
import { widthOf } from "#web/office/results/results-table.tsx";
import { useColumnName } from "./use-column.ts";

type Props = {
  rows: readonly RevenueRow[];
  by: readonly RevenueDimension[];
  total: RevenueRow;
  valueName(name: RevenueDimension, value: string): string;
  linkTo(name: RevenueDimension, value: string): string;
};

const isOfSource = (name: RevenueDimension) => name !== "month" && name !== "site";

/** What sources earned, row by row, with the sum; each name leads to the figures of that source alone. */
export function RevenueTable({ rows, by, total, valueName, linkTo }: Props) {
  const t = useTexts("revenue");
  const results = useTexts("results");
  const money = useTexts("money");
  const format = useFormat();
  const nameOf = useColumnName();
  const cellOf = (row: RevenueRow, name: RevenueDimension, index: number) => {
    if (row === total) return index === 0 ? <strong>{results("total")}</strong> : "";
    const value = row.of[name] ?? null;
    if (isOfSource(name) && row.erased) return index === by.findIndex(isOfSource) ? t("erased") : "";
    if (value === null) return t("smaller");
    return (
      <Link to={linkTo(name, value)} className={`link inline-block py-2 ${widthOf(valueName(name, value))}`}>
        {valueName(name, value)}
      </Link>
    );
  };
  const sums = (name: string, write: (sums: RevenueMoney, row: RevenueRow) => ReactNode): Column<RevenueRow> => ({
    name,
    number: true,
    cell: (row) => (row.money.length === 0 ? "–" : <Lines of={row.money} write={(each) => write(each, row)} />),
  });
  const amount = (name: keyof Omit<RevenueMoney, "currency">) => (each: RevenueMoney) =>
    format.money(each[name], each.currency);
  const each = (count: "visits" | "signups") => (own: RevenueMoney, row: RevenueRow) =>
    row[count] === 0 ? "–" : format.money(Math.round(own.revenue / row[count]), own.currency);
  const count = (
    name: string,
    of: "visits" | "signups" | "confirmations" | "buyers" | "first_purchases" | "later_purchases",
  ): Column<RevenueRow> => ({ name, number: true, cell: (row) => format.number(row[of]) });
  return (
    <DataTable
      caption={t("table.title")}
      rows={[...rows, total]}
      keyOf={(row) => (row === total ? "total" : JSON.stringify([row.erased, by.map((name) => row.of[name])]))}
      columns={[
        ...(by.length === 0 ? [{ name: t("table.title"), cell: () => results("total") }] : []),
        ...by.map((name, index) => ({ name: nameOf(name), cell: (row: RevenueRow) => cellOf(row, name, index) })),
        sums(t("revenue"), (own) => <strong>{amount("revenue")(own)}</strong>),
        count(results("count.visits"), "visits"),
        count(results("count.signups"), "signups"),
        count(results("count.confirmations"), "confirmations"),
        count(t("buyers"), "buyers"),
        sums(t("per_visit"), each("visits")),
        sums(t("per_signup"), each("signups")),
        count(results("count.purchases"), "first_purchases"),
        sums(results("first_paid"), amount("first")),
        count(t("later"), "later_purchases"),
        sums(t("later_paid"), amount("later")),
        sums(money("list.refunds"), amount("refunds")),
        sums(money("list.chargebacks"), amount("chargebacks")),
        sums(t("unspent"), amount("unspent")),
      ]}
    />
  );
}

/** A line for each currency. */
export function Lines<S extends { currency: string }>({ of, write }: { of: readonly S[]; write(sum: S): ReactNode }) {
  return of.map((sum) => (
    <span key={sum.currency} className="block whitespace-nowrap">
      {write(sum)}
    </span>
  ));
}
