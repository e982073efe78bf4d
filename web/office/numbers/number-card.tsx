import { useId } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { type Bar, BarChart } from "./bar-chart.tsx";
import { DataTable } from "./data-table.tsx";

type Props = {
  name: string;
  /** What exactly is counted, in one sentence. */
  means: string;
  /** The number of the whole period, if there is one. */
  total?: string | undefined;
  bars: readonly Bar[];
  open?: boolean;
};

/** A number by time: its definition, its chart, and the table behind it. */
export function NumberCard({ name, means, total, bars, open = true }: Props) {
  const t = useTexts("numbers");
  const id = useId();
  const barsWithValue = bars.filter((bar): bar is Bar & { value: number } => bar.value !== null);
  const sorted = barsWithValue.toSorted((one, other) => one.value - other.value);
  const [low, high] = [sorted[0], sorted.at(-1)];
  const label = low && high ? t("chart", { name, low: low.words, high: high.words }) : name;
  return (
    <section aria-labelledby={id} className="surface-card flex min-w-0 flex-col p-4 md:p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-lg">
          {name}
        </h2>
        {total === undefined ? null : <p className="font-semibold text-2xl tabular-nums">{total}</p>}
      </div>
      <p className="mt-1 mb-4 grow text-muted text-sm">{means}</p>
      <p aria-hidden className="text-muted text-xs tabular-nums">
        {high?.words ?? "–"}
      </p>
      <BarChart bars={bars} label={label} open={open} />
      <p aria-hidden className="mt-1 flex justify-between gap-3 text-muted text-xs">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <details className="mt-2">
        <summary className="cursor-pointer py-2.5 font-semibold text-primary-ink text-sm">{t("table")}</summary>
        <DataTable
          caption={name}
          rows={bars}
          keyOf={({ label: from }) => from}
          columns={[
            { name: t("column.from"), cell: ({ label: from }) => from },
            { name: t("column.value"), number: true, cell: ({ words }) => words },
          ]}
        />
      </details>
    </section>
  );
}
