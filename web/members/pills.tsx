import type { ReactNode } from "react";

type Props = {
  name: string;
  legend: ReactNode;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** A choice between a few short options: radio buttons that look like pills. */
export function Pills({ name, legend, options, value, onChange }: Props) {
  return (
    <fieldset className="mb-5">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="pill">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
