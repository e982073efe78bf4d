import type { AnswerOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import { getNumbers } from "#contract/numbers.ts";
import { getResults } from "#contract/results.ts";
import { csvOf } from "#server/features/advertising/index.ts";
import { csvLine } from "#server/lib/csv.ts";
import { moneyCell } from "../money/money-cell.ts";
import { serveStaffCsv } from "../staff/serve-staff-csv.ts";
import { showNumbers } from "./show-numbers.ts";
import { listResults } from "./show-results.ts";

const counted = [
  "from",
  "signups",
  "confirmations",
  "last_seen",
  "messages",
  "matches",
  "chats",
  "answered",
  "answer_seconds",
] as const;

function linesOf({ rows, revenue }: Pick<AnswerOf<typeof getNumbers>, "rows" | "revenue">): string[] {
  const currencies = [...new Set(revenue.map(({ currency }) => currency))].sort();
  const headings = [...counted, ...currencies.flatMap((currency) => [`paid_${currency}`, `returned_${currency}`])];
  const lines = rows.map((row) => {
    const sums = currencies.flatMap((currency) => {
      const revenueRow = revenue.find((sum) => sum.from === row.from && sum.currency === currency);
      return [revenueRow?.paid ?? 0, revenueRow?.back ?? 0].map((minor) => moneyCell(minor, currency));
    });
    return csvLine([...counted.map((name) => row[name]), ...sums]);
  });
  return [csvLine(headings), ...lines];
}

export const serveNumbersCsv = serveStaffCsv("numbers", getNumbers, async ({ services, staff, now }, query) => {
  const { site = "all", by } = query;
  const numbers = await showNumbers(services, staff, query, now);
  return { name: `numbers-${site}-${by}-${dayOf(now)}`, lines: linesOf(numbers) };
});

export const serveResultsCsv = serveStaffCsv("results", getResults, async (ctx, query) => {
  const { key, period, by, rows } = await listResults({ ...ctx, db: ctx.services.db }, query);
  return { name: `results-${key}-${period.from}-${period.to}`, lines: csvOf(rows, by) };
});
