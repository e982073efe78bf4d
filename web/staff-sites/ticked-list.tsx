import type { ReactNode } from "react";
import { FieldError, FieldNote, useField } from "#web/ui/field.tsx";
import { boxName } from "./setting-value.ts";

type Props = {
  name: string;
  label: ReactNode;
  note: ReactNode;
  options: readonly string[];
  ticked: readonly string[];
};

/** A list of which any part can be ticked; each box has a name of its own. */
export function TickedList({ name, label, note, options, ticked }: Props) {
  const { id, error, control, onChange } = useField(name, note, undefined);
  return (
    <fieldset className="mb-5" aria-describedby={control["aria-describedby"]} onChange={onChange}>
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option, index) => (
          <label key={option} className="pill">
            <input
              type="checkbox"
              name={boxName(name, option)}
              defaultChecked={ticked.includes(option)}
              aria-invalid={index === 0 ? control["aria-invalid"] : undefined}
            />
            {option}
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </fieldset>
  );
}
