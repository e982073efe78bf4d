import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import { Field, type FieldProps } from "./field.tsx";

export type Option = { value: string; label: string };
type Props = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps> & {
    options: readonly Option[];
    /** The first entry, for "not chosen". */
    empty?: string;
  };

/** The browser's own select, which every phone opens in its familiar way. */
export function SelectField({ options, empty, className = "", ...props }: Props) {
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <select {...control} className={`field-input appearance-none pe-11 ${className}`}>
            {empty === undefined ? null : <option value="">{empty}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute end-3.5 top-3.5 size-5 text-muted" />
        </div>
      )}
    </Field>
  );
}
