import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cpu } from "./cpu.ts";
import { type Measured, median } from "./rounds.ts";

/** A goal of the benchmark and whether this run reached it; a missed goal does not fail the run. */
export type Goal = { what: string; value: number; goal: string; reached: boolean };
/** The result of a part: sides that were compared, or figures of its own. */
export type Part = { sides?: readonly Measured[]; figures?: object; goals: Goal[]; text: string };

export const atLeast = (what: string, value: number, goal: number): Goal => {
  return { what, value, goal: `at least ${goal}`, reached: value >= goal };
};
export const atMost = (what: string, value: number, goal: number): Goal => {
  return { what, value, goal: `at most ${goal}`, reached: value <= goal };
};

export const digits = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toString();
const range = (values: readonly number[]) =>
  `${digits(values[0] ?? 0)} / ${digits(median(values))} / ${digits(values.at(-1) ?? 0)}`;
/** The column of CPU in tables. */
export const cpuColumn = {
  "CPU ms: database + server": ({ cpu }: { cpu: Cpu }) => `${cpu.database.toFixed(2)} + ${cpu.server.toFixed(2)}`,
};

type Columns<T> = Record<string, (figure: T) => string>;
/** Figures as a Markdown table, a row for each name; `columns` says what each column shows. */
export function figuresTable<T>(title: string, figures: Record<string, T>, columns: Columns<T>): string {
  const rows = Object.entries(figures).map(([name, it]) => [name, ...Object.values(columns).map((show) => show(it))]);
  const head = [title, ...Object.keys(columns)];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill = " ") => {
    const cells = row.map((cell, column) => cell[column === 0 ? "padEnd" : "padStart"](widths[column] ?? 0, fill));
    return `| ${cells.join(" | ")} |`;
  };
  const rule = head.map((_, column) => (column === 0 ? "-" : "-:"));
  return [line(head), line(rule, "-"), ...rows.map((row) => line(row))].join("\n");
}

/** Sides as a Markdown table; with `product`, the product's rate as a share of each side's. */
export function sidesTable(title: string, sides: readonly Measured[], product?: Measured): string {
  const share = ({ perSecond }: Measured) => (median(product?.perSecond ?? []) / median(perSecond)).toFixed(2);
  return figuresTable(title, Object.fromEntries(sides.map((side) => [side.name, side])), {
    "a second: min / median / max": ({ perSecond }) => range(perSecond),
    "p50 ms": ({ p50 }) => digits(median(p50)),
    "p99 ms: min / median / max": ({ p99 }) => range(p99),
    ...cpuColumn,
    ...(product && { "product ÷ it": share }),
  });
}

/** Goals as a Markdown table, each beside its value in `kept`, which `readResults` returned. */
export function goalsTable(goals: readonly Goal[], kept: Record<string, Partial<Part>>): string {
  const before = Object.values(kept).flatMap((part) => part.goals ?? []);
  return figuresTable("goal", Object.fromEntries(goals.map((goal) => [goal.what, goal])), {
    "this run": ({ value }) => value.toFixed(2),
    "kept before": ({ what }) => before.find((goal) => goal.what === what)?.value.toFixed(2) ?? "",
    wanted: ({ goal }) => goal,
    "": ({ reached }) => (reached ? "reached" : "missed"),
  });
}

/** A site: its members, and the messages in the chat that every second one began. 0: no one has liked or bought. */
export type WorldSize = { members: number; messages: number };

/** Each other size has a file of its own. */
export const usualSize: WorldSize = { members: 200_000, messages: 4 };

function fileOf({ members, messages }: WorldSize): string {
  const size = members === usualSize.members ? "" : `-${members}`;
  const talk = messages === 0 || messages === usualSize.messages ? "" : `-${messages}-messages`;
  return join(import.meta.dirname, `results${size}${talk}.json`);
}

/** What earlier runs stored for a size, by part; empty if there were none. */
export function readResults(site = usualSize) {
  const file = fileOf(site);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Stores the results of the parts that were measured beside those of other parts; returns the file's path. */
export function keepResults(site: WorldSize, parts: Record<string, object>): string {
  const rounded = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
  const lines = JSON.stringify({ ...readResults(site), ...site, ...parts }, rounded, 2);
  // lists of numbers on one line, as Biome formats them
  const text = lines.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_, list: string) => `[${list.replace(/\s+/g, " ")}]`);
  writeFileSync(fileOf(site), `${text}\n`);
  return fileOf(site);
}
