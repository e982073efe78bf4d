import type { CheckboxProps } from "./checkbox.tsx";
import { FieldError, FieldNote, useField } from "./field.tsx";

/** A setting to switch on or off; it takes effect at once. */
export function Switch({ name, label, note, error: ownError, ...rest }: CheckboxProps) {
  const { id, error, control, onChange } = useField(name, note, ownError);
  return (
    <div className="mb-4" onChange={onChange}>
      <label htmlFor={id} className="flex min-h-11 items-center justify-between gap-4 py-2">
        <span>{label}</span>
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state */}
        <input {...rest} {...control} type="checkbox" role="switch" name={name} className="switch" />
      </label>
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </div>
  );
}
