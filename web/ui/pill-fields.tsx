import type { ReactNode } from "react";

type Options = readonly { value: string; label: string }[];
type Shared = { name: string; legend: ReactNode; options: Options };

/** One of a few short words, or none of them. */
export function PillRadios(props: Shared & { none: string; defaultValue: string }) {
  const { name, legend, options, none, defaultValue } = props;
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label key={value} className="pill">
            <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
            {label}
          </label>
        ))}
        {/* as much an answer as the others, and the way back */}
        <label className="pill pill-none">
          <input type="radio" name={name} value="" />
          {none}
        </label>
      </div>
    </fieldset>
  );
}

/** As many short words as one likes. */
export function PillBoxes({ name, legend, options, defaultValues }: Shared & { defaultValues: readonly string[] }) {
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label key={value} className="pill">
            <input type="checkbox" name={name} value={value} defaultChecked={defaultValues.includes(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
