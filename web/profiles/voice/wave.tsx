const barWidth = 2;
const barStep = 4;
const height = 32;

type Props = { levels: readonly number[] /** The share of the bars that is filled, from 0 to 1. */; filled: number };

/** The loudness of a voice message as bars; attributes, as the content policy forbids styles. */
export function Wave({ levels, filled }: Props) {
  return (
    <svg
      aria-hidden="true"
      className="voice-wave"
      viewBox={`0 0 ${Math.max(1, levels.length) * barStep} ${height}`}
      preserveAspectRatio="none"
    >
      {levels.map((level, index) => {
        const bar = Math.max(2, (height * level) / 100);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            x={index * barStep + (barStep - barWidth) / 2}
            y={(height - bar) / 2}
            width={barWidth}
            height={bar}
            rx={barWidth / 2}
            fill="currentColor"
            opacity={(index + 0.5) / levels.length <= filled ? 1 : 0.4}
          />
        );
      })}
    </svg>
  );
}
