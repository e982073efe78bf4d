import { CircleAlert } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { useEditListener, useFieldError } from "./form-context.ts";

export type FieldProps = {
  name: string;
  label: ReactNode;
  /** Below the field: what to write, or why we ask. */
  note?: ReactNode;
  optional?: boolean;
  error?: string | undefined;
};

export type ControlProps = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

type ControlOf<P> = Omit<P, Exclude<keyof FieldProps, "name"> | "children"> & ControlProps;

/** `onChange` is for the element around the field's controls. */
export function useField(name: string, note: ReactNode, ownError: string | undefined) {
  const id = useId();
  const formError = useFieldError(name);
  const error = ownError ?? formError;
  const describedBy: string[] = [];
  if (error !== undefined) describedBy.push(`${id}-error`);
  if (note !== undefined) describedBy.push(`${id}-note`);
  const control: ControlProps = {
    id,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": describedBy.join(" ") || undefined,
  };
  return { id, error, control, onChange: useEditListener(name) };
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p id={`${id}-error`} className="field-error">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}

export function FieldNote({ id, children }: { id: string; children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <div id={`${id}-note`} className="field-note">
      {children}
    </div>
  );
}

/** What a field has whose value is in a component's state. */
type Controlled = FieldProps & { value?: unknown; onChange?(event: never): void };

/** React does not report what was typed or chosen before hydration, and the next render would undo it. */
function useEarlyEdit(box: RefObject<HTMLElement | null>, { value, onChange }: Controlled) {
  const reportEarlyEdit = useEffectEvent(() => {
    const target = box.current?.querySelector<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      "input, select, textarea",
    );
    if (!target || value === undefined || target.value === String(value)) return;
    // else the value is none of the options, and nothing was chosen
    const isOption = !("options" in target) || [...target.options].some((option) => option.hasAttribute("selected"));
    if (isOption) onChange?.({ target, currentTarget: target } as never);
  });
  useEffect(reportEarlyEdit, []);
}

/** A field around one control, which gets all other props. */
export function Field<P extends FieldProps>(props: P & { children: (control: ControlOf<P>) => ReactNode }) {
  const { label, note, optional = false, error: ownError, children, ...rest } = props;
  const t = useTexts("shell");
  const { id, error, control, onChange } = useField(props.name, note, ownError);
  const box = useRef<HTMLDivElement>(null);
  useEarlyEdit(box, props);
  return (
    <div ref={box} className="mb-5" onChange={onChange}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
        {optional ? <span className="font-normal text-muted"> {t("optional")}</span> : null}
      </label>
      {children({ ...rest, ...control })}
      <FieldError id={id}>{error}</FieldError>
      <FieldNote id={id}>{note}</FieldNote>
    </div>
  );
}
