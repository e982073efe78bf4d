import { type Dimension, resultCounts } from "#contract/results.ts";
import { type CsvCell, csvLine } from "#server/lib/csv.ts";
import { shareOf } from "./compare-variants.ts";
import { wilson, z95 } from "./intervals.ts";
import type { Results } from "./results-store.ts";

/** The results as lines of CSV; a row for each currency, and one row for results without revenue. */
export function csvOf(results: readonly Results[], by: readonly Dimension[]): string[] {
  const head = [...by, ...resultCounts, "rate_low", "rate_high", "currency", "revenue_minor"];
  const rows = results.flatMap((row) => {
    const { low, high } = wilson(shareOf(row), z95);
    const counts = resultCounts.map((name) => row[name]);
    const numbers: CsvCell[] = [...counts, { decimal: low.toFixed(6) }, { decimal: high.toFixed(6) }];
    const none: CsvCell[] = [...counts.map(() => 0), null, null];
    const money = Object.entries(row.revenue).sort();
    // only the first row of several currencies has the counts, so that a sum over the rows is right
    return (money.length === 0 ? [[null, null] as const] : money).map(([currency, minor], index) => [
      ...by.map((name) => row.of[name] ?? ""),
      ...(index === 0 ? numbers : none),
      currency,
      minor,
    ]);
  });
  return [head, ...rows].map(csvLine);
}
