import type { Cpu } from "./cpu.ts";
import { type Measured, median } from "./rounds.ts";

/** A goal of the benchmark and whether this run reached it; a missed goal does not fail the run. */
export type Goal = { what: string; value: number; goal: string; reached: boolean };
/** The result of a part: sides that were compared, or figures of its own. */
export type Part = { sides?: readonly Measured[]; figures?: object; goals: Goal[]; text: string };

export const say = (line: string): void => console.log(line);

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

/** Figures as a Markdown table, a row for each name; `columns` says what each column shows. */
export function figuresTable<T>(
  title: string,
  figures: Record<string, T>,
  columns: Record<string, (figure: T) => string>,
): string {
  const shown = Object.entries(figures).map(([name, figure]) => [
    name,
    ...Object.values(columns).map((show) => show(figure)),
  ]);
  const rows = [[title, ...Object.keys(columns)], ...shown];
  const line = (row: readonly string[], fill: string) => {
    const cells = row.map((cell, column) => {
      const width = Math.max(...rows.map((each) => each[column]?.length ?? 0));
      return column === 0 ? cell.padEnd(width, fill) : cell.padStart(width, fill);
    });
    return `| ${cells.join(" | ")} |`;
  };
  const rule = rows[0]?.map((_, column) => (column === 0 ? "-" : "-:")) ?? [];
  return [line(rows[0] ?? [], " "), line(rule, "-"), ...shown.map((row) => line(row, " "))].join("\n");
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

export const goalsTable = (goals: readonly Goal[]) =>
  figuresTable("goal", Object.fromEntries(goals.map((goal) => [goal.what, goal])), {
    "this run": ({ value }) => value.toFixed(2),
    wanted: ({ goal }) => goal,
    "": ({ reached }) => (reached ? "reached" : "missed"),
  });
