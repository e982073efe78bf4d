import { resultCounts as counts, type Dimension } from "#contract/results.ts";
import {
  type Comparison,
  type Interval,
  type Results,
  shareOf,
  visitsForVerdict,
  wilson,
  z95,
} from "#server/features/advertising/index.ts";

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
const within = ({ low, high }: Interval) => `${percent(low)} to ${percent(high)}`;

/** The share of visits that became signups, with its 95 % interval; empty if there were no visits. */
function rateOf(results: Results): [rate: string, interval: string] {
  const share = shareOf(results);
  return share.of === 0 ? ["", ""] : [percent(share.hits / share.of), within(wilson(share, z95))];
}

const revenueOf = ({ revenue }: Results) =>
  Object.entries(revenue)
    .map(([currency, minor]) => `${minor} ${currency}`)
    .sort()
    .join(", ");

function aligned(rows: readonly (readonly string[])[], texts: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const gap = " ".repeat((widths[column] ?? 0) - [...cell].length);
        return column < texts ? cell + gap : gap + cell;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** The results as lines of a table. */
export function tableOf(results: readonly Results[], by: readonly Dimension[]): string[] {
  const head = [...by, ...counts, "signups per visit", "95% interval", "first purchases (minor units)"];
  const rows = results.map((row) => [
    ...by.map((name) => row.of[name] || "–"),
    ...counts.map((name) => String(row[name])),
    ...rateOf(row),
    revenueOf(row),
  ]);
  return aligned([head, ...rows], by.length);
}

const verdicts = {
  a: "a is better",
  b: "b is better",
  undecided: "no difference is proven yet",
  too_few_visits: `too few visits: each variant needs ${visitsForVerdict}`,
} as const;

/** One line for each compared lander: the difference of its variants, and the verdict. */
export function comparisonsOf(comparisons: readonly Comparison[]): string[] {
  return comparisons.map(
    ({ lander, difference, verdict }) =>
      `${lander}: b minus a ${within(difference)} (99% interval): ${verdicts[verdict]}`,
  );
}
