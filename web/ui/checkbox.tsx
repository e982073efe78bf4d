import type { InputHTMLAttributes, ReactNode } from "react";
import { FieldError, FieldNote, useField } from "./field.tsx";

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "name"> & {
  name: string;
  label: ReactNode;
  note?: ReactNode;
  error?: string | undefined;
};

export function Checkbox({ name, label, note, error: ownError, ...rest }: CheckboxProps) {
  const { id, error, control, onChange } = useField(name, note, ownError);
  return (
    <div className="mb-5" onChange={onChange}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-1.5">
        <input {...rest} {...control} type="checkbox" name={name} className="mt-0.5 size-5 shrink-0 accent-primary" />
        <span className="min-w-0">{label}</span>
      </label>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </div>
  );
}
