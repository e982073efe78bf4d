import type { ReactNode } from "react";
import { FieldError, FieldNote, useField } from "./field.tsx";

type Props = {
  name: string;
  legend: ReactNode;
  options: readonly { value: string; label: ReactNode }[];
  note?: ReactNode;
  defaultValues: readonly string[];
  /** Cards side by side, on most phones too. */
  columns?: 1 | 2;
};

/** A choice of several from a few options: checkboxes that look like cards, large enough for a thumb. */
export function CheckCards({ name, legend, options, note, defaultValues, columns = 1 }: Props) {
  const { id, error, control, onChange } = useField(name, note, undefined);
  return (
    <fieldset className="mb-5" aria-describedby={control["aria-describedby"]} onChange={onChange}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-2.5 ${columns === 2 ? "card-pairs" : ""}`}>
        {options.map(({ value, label }) => (
          <label key={value} className="radio-card">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={defaultValues.includes(value)}
              className="size-5 shrink-0 accent-primary"
            />
            <span className="grow font-semibold">{label}</span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </fieldset>
  );
}
