import { useId } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { DataTable } from "./data-table.tsx";

/** A bar; `value` null: there is nothing to show, which is not the same as zero. */
type Bar = { label: string; value: number | null; words: string };

type BarProps = { bars: readonly Bar[]; label: string /** The last bar's time is not over yet. */; open: boolean };

const height = 100;
const width = 10;

/** Bars from zero, those below it downwards. Readers hear its label; a table with the same values stands beneath it. */
function BarChart({ bars, label, open }: BarProps) {
  const highest = Math.max(...bars.map(({ value }) => value ?? 0), 0);
  const lowest = Math.min(...bars.map(({ value }) => value ?? 0), 0);
  const scale = highest === lowest ? 0 : height / (highest - lowest);
  const zero = highest === lowest ? height : highest * scale;
  return (
    <svg
      viewBox={`0 0 ${bars.length * width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block h-32 w-full border-line border-b"
    >
      {bars.map(({ label: name, value, words }, index) => {
        const high = (value ?? 0) * scale;
        return (
          <g key={name}>
            <title>{`${name}: ${words}`}</title>
            <rect x={index * width} width={width} height={height} className="fill-transparent" />
            <rect
              x={index * width + 1}
              y={zero - Math.max(0, high)}
              width={width - 2}
              height={Math.abs(high)}
              className={high < 0 ? "fill-danger" : open && index === bars.length - 1 ? "fill-field" : "fill-primary"}
            />
          </g>
        );
      })}
      {lowest < 0 ? <rect y={zero} width={bars.length * width} height={0.5} className="fill-line" /> : null}
    </svg>
  );
}

type Props = { name: string; means: string; total?: string | undefined; bars: readonly Bar[]; open?: boolean };

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
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
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
