import { type ReactNode, useState } from "react";

type Props = {
  legend: ReactNode;
  names: readonly [from: string, to: string];
  labels: readonly [from: string, to: string];
  min: number;
  max: number;
  defaultValue: readonly [from: number, to: number];
  show: (from: number, to: number) => string;
  onChange?: (from: number, to: number) => void;
};

/** A range with two ends: two native sliders on one track, which can't pass each other. */
export function RangeField({ legend, names, labels, min, max, defaultValue, show, onChange }: Props) {
  const [[from, to], setRange] = useState(defaultValue);
  const change = (next: readonly [number, number]) => {
    setRange(next);
    onChange?.(...next);
  };
  const toPercent = (value: number) => (100 * (value - min)) / (max - min);
  const sharedProps = { type: "range", min, max, className: "range-thumb" } as const;
  return (
    <fieldset className="mb-5">
      <legend className="mb-2 flex w-full justify-between gap-3 font-semibold">
        <span>{legend}</span>
        <output className="font-normal text-muted tabular-nums">{show(from, to)}</output>
      </legend>
      <div className="range">
        {/* the chosen range, between the middles of the thumbs; attributes, as the content policy forbids styles */}
        <svg aria-hidden="true" className="range-chosen">
          <rect
            x={`${toPercent(from)}%`}
            width={`${toPercent(to) - toPercent(from)}%`}
            height="100%"
            fill="currentColor"
          />
        </svg>
        <input
          {...sharedProps}
          name={names[0]}
          aria-label={labels[0]}
          value={from}
          onChange={(event) => change([Math.min(event.currentTarget.valueAsNumber, to), to])}
        />
        <input
          {...sharedProps}
          name={names[1]}
          aria-label={labels[1]}
          value={to}
          onChange={(event) => change([from, Math.max(event.currentTarget.valueAsNumber, from)])}
        />
      </div>
    </fieldset>
  );
}
