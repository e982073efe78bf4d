import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import {
  type Dimension,
  type getResults,
  type ResultComparison,
  type ResultRow,
  resultCounts,
} from "#contract/results.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { DataTable, TableCard } from "#web/office/numbers/data-table.tsx";

type Props = {
  rows: readonly ResultRow[];
  by: readonly Dimension[];
  total: ResultRow;
  linkTo(name: Dimension, value: string): string;
};

/** Short values stay on one line; long ones wrap anywhere, but not below a readable width. */
export const widthOf = (value: string) => (value.length <= 24 ? "whitespace-nowrap" : "min-w-48 wrap-anywhere");

/** The results row by row, with their sum; each value leads to the results of that value alone. */
export function ResultsTable({ rows, by, total, linkTo }: Props) {
  const t = useTexts("results");
  const format = useFormat();
  const valueName = useValueName();
  const most = mostOf(rows.map(({ rate }) => rate));
  const paidOf = ({ first_paid: paid }: ResultRow) =>
    Object.entries(paid)
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
          name: t("first_paid"),
          number: true,
          cell: (row) => <span className="whitespace-nowrap">{paidOf(row)}</span>,
        },
      ]}
    />
  );
}

/** How a value of a column is shown: a day as a date, an empty text as "none", the rest as it is in the address. */
export function useValueName() {
  const t = useTexts("results");
  const format = useFormat();
  return (name: Dimension, value: string): string => {
    if (value === "") return t("empty");
    return name === "day" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.calendarDay(value) : value;
  };
}

type MostOfProps = { rate: ResultRow["rate"] /** The share at the end of the line. */; most: number };

/** The highest share that a line for these rates has to reach; rates of few visits are cut off. */
export function mostOf(rates: readonly ResultRow["rate"][]): number {
  const points = rates.map((rate) => rate?.value ?? 0);
  return Math.min(1, Math.max(...points, 0.001) * 1.5);
}

/** A share with its interval in words, and as a line with a mark at the share. */
export function Rate({ rate, most }: MostOfProps) {
  const t = useTexts("results");
  const format = useFormat();
  if (rate === null) return "–";
  const percent = (share: number) => format.percent(Math.round(share * 1000) / 1000);
  const at = (share: number) => Math.min(1, share / most) * 100;
  return (
    <span className="block min-w-28">
      <span className="font-semibold">{percent(rate.value)}</span>{" "}
      <span className="block text-muted text-xs">
        {t("interval", { low: percent(rate.low), high: percent(rate.high) })}
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden className="mt-0.5 block h-1.5 w-full">
        <rect y={2} width="100" height="2" className="fill-tint" />
        <rect x={at(rate.low)} y={2} width={at(rate.high) - at(rate.low)} height="2" className="fill-primary" />
        <rect x={Math.max(0, at(rate.value) - 0.75)} width="1.5" height="6" className="fill-primary" />
      </svg>
    </span>
  );
}

/** The two variants of each compared lander, with the interval of their difference and what it proves. */
export function Comparisons({ comparisons }: { comparisons: readonly ResultComparison[] }) {
  const t = useTexts("results");
  const format = useFormat();
  // percentage points, with their sign
  const points = (share: number) => format.signed(Math.round(share * 1000) / 10);
  return comparisons.map(({ lander, variants, difference: { low, high }, verdict, needed }) => (
    <section key={lander} className="surface-card min-w-0 p-4 md:p-5">
      <h2 className="text-lg">{t("compare.title", { lander })}</h2>
      <p className="mt-1 mb-3 font-semibold">{t(`compare.${verdict}`, { needed: format.number(needed) })}</p>
      <DataTable
        caption={t("compare.title", { lander })}
        rows={variants}
        keyOf={({ variant }) => variant}
        columns={[
          { name: t("col.variant"), cell: ({ variant }) => variant },
          { name: t("count.visits"), number: true, cell: ({ visits }) => format.number(visits) },
          { name: t("count.signups"), number: true, cell: ({ signups }) => format.number(signups) },
          {
            name: t("rate"),
            number: true,
            cell: ({ rate }) => <Rate rate={rate} most={mostOf(variants.map((each) => each.rate))} />,
          },
        ]}
      />
      <p className="mt-3 max-w-prose text-muted text-sm">
        {t("compare.difference", { low: points(low), high: points(high) })}
      </p>
    </section>
  ));
}

/** Visitors who left on the first screen, of addresses with `lb`; nothing if there are none. */
export function Bounces({ bounces }: Pick<AnswerOf<typeof getResults>, "bounces">) {
  const t = useTexts("results");
  const format = useFormat();
  const valueName = useValueName();
  if (bounces.length === 0) return null;
  return (
    <TableCard
      name={t("bounces.title")}
      means={t("bounces.means")}
      rows={bounces}
      keyOf={({ screen, network }) => `${screen}\n${network}`}
      columns={[
        { name: t("bounces.screen"), cell: ({ screen }) => screen },
        { name: t("col.network"), cell: ({ network }) => valueName("network", network) },
        { name: t("bounces.visits"), number: true, cell: ({ visits }) => format.number(visits) },
      ]}
    />
  );
}
