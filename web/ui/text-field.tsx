import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldProps } from "./field.tsx";

type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps> & { ref?: Ref<HTMLInputElement> };

/** One line of text. Give `autoComplete` and `inputMode` if the browser can help. */
export function TextField({ className = "", type = "text", ...props }: InputProps) {
  return (
    <Field {...props}>{(control) => <input {...control} type={type} className={`field-input ${className}`} />}</Field>
  );
}

/** An email address: a keyboard with an @, the browser's own suggestions, and no automatic corrections. */
export function AddressField({ autoComplete = "email", ...rest }: InputProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={254}
      {...rest}
    />
  );
}

type AreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps> & { ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text; grows with its text if the browser can. */
export function TextArea({ className = "", rows = 3, ...props }: AreaProps) {
  return (
    <Field {...props}>
      {(control) => <textarea {...control} rows={rows} className={`field-input field-sizing-content ${className}`} />}
    </Field>
  );
}
