/** A bar; `value` null: there is nothing to show, which is not the same as zero. */
export type Bar = { label: string; value: number | null; words: string };

type Props = { bars: readonly Bar[]; label: string /** The last bar's time is not over yet. */; open: boolean };

const height = 100;
const width = 10;

/** Bars from zero to the highest value. Readers hear its label; a table with the same values stands beneath it. */
export function BarChart({ bars, label, open }: Props) {
  const highest = Math.max(...bars.map(({ value }) => value ?? 0), 0);
  return (
    <svg
      viewBox={`0 0 ${bars.length * width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block h-32 w-full border-line border-b"
    >
      {bars.map(({ label: name, value, words }, index) => {
        const high = value === null || highest === 0 ? 0 : (value / highest) * height;
        return (
          <g key={name}>
            <title>{`${name}: ${words}`}</title>
            <rect x={index * width} width={width} height={height} className="fill-transparent" />
            <rect
              x={index * width + 1}
              y={height - high}
              width={width - 2}
              height={high}
              className={open && index === bars.length - 1 ? "fill-field" : "fill-primary"}
            />
          </g>
        );
      })}
    </svg>
  );
}
