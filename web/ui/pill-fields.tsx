import type { ReactNode } from "react";

type Options = readonly { value: string; label: string }[];
type Shared = { name: string; legend: ReactNode; options: Options };

/** A choice between a few short options, or none. */
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
        {/* undoes a choice; as prominent as the other options */}
        <label className="pill pill-none">
          <input type="radio" name={name} value="" />
          {none}
        </label>
      </div>
    </fieldset>
  );
}

/** A choice of any number of short options. */
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
