import type { OpenLoad } from "./open.ts";
import type { PageFigures } from "./page.ts";
import { type Measured, median } from "./rounds.ts";

/** A goal of the benchmark and whether this run reached it; a missed goal does not fail the run. */
export type Goal = { what: string; value: number; goal: string; reached: boolean };

export const atLeast = (what: string, value: number, goal: number): Goal => ({
  what,
  value,
  goal: `at least ${goal}`,
  reached: value >= goal,
});

export const atMost = (what: string, value: number, goal: number): Goal => ({
  what,
  value,
  goal: `at most ${goal}`,
  reached: value <= goal,
});

const digits = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toString();
const range = (values: readonly number[]) =>
  `${digits(values[0] ?? 0)} / ${digits(median(values))} / ${digits(values.at(-1) ?? 0)}`;

/** Rows of cells as a Markdown table; the first row is its head. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(head), rule, ...rows.slice(1).map(line)].join("\n");
}

/** Sides as a Markdown table; with `product`, the product's rate as a share of each side's. */
export function sidesTable(title: string, sides: readonly Measured[], product?: Measured): string {
  const columns = ["a second: min / median / max", "p50 ms", "p99 ms: min / median / max", "CPU ms: database + server"];
  const rows = sides.map(({ name, perSecond, p50, p99, cpu }) => [
    name,
    range(perSecond),
    digits(median(p50)),
    range(p99),
    `${cpu.database.toFixed(2)} + ${cpu.server.toFixed(2)}`,
  ]);
  if (!product) return table([[title, ...columns], ...rows]);
  const ratios = sides.map((side) => (median(product.perSecond) / median(side.perSecond)).toFixed(2));
  return table([[title, ...columns, "product ÷ it"], ...rows.map((row, index) => [...row, ratios[index] ?? ""])]);
}

/** Open loads as a Markdown table. */
export function openTable(title: string, loads: Record<string, OpenLoad>): string {
  const head = [title, "answers", "p50 ms", "p95 ms", "p99 ms", "CPU ms: database + server"];
  const rows = Object.entries(loads).map(([name, { p50, p95, p99, cpu, answers }]) => [
    name,
    String(answers),
    digits(p50),
    digits(p95),
    digits(p99),
    `${cpu.database.toFixed(2)} + ${cpu.server.toFixed(2)}`,
  ]);
  return table([head, ...rows]);
}

/** The pages' budgets as a Markdown table. */
export function pagesTable(title: string, pages: Record<string, PageFigures>): string {
  const head = [title, "CPU slower", "kB: scripts / styles / all", "LCP ms", "CLS", "INP ms", "Lighthouse"];
  const rows = Object.entries(pages).map(([name, { slower, scripts, styles, total, lcp, cls, inp, lighthouse }]) => [
    name,
    slower.toFixed(1),
    [scripts, styles, total].map((bytes) => (bytes / 1000).toFixed(1)).join(" / "),
    digits(lcp),
    cls.toFixed(3),
    digits(inp),
    lighthouse === undefined ? "–" : Object.values(lighthouse).join(" / "),
  ]);
  return table([head, ...rows]);
}

export function goalsTable(goals: readonly Goal[]): string {
  const rows = goals.map(({ what, value, goal, reached }) => [
    what,
    value.toFixed(2),
    goal,
    reached ? "reached" : "missed",
  ]);
  return table([["goal", "this run", "wanted", ""], ...rows]);
}
