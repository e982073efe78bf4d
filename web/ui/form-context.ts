import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FormFailure } from "#web/lib/use-call.ts";

type FieldErrors = {
  errors: Readonly<Record<string, string>>;
  /** Called when the user edits a field: its error is dropped until the form fails again. */
  onEdit: (name: string) => void;
};

export const FieldErrorsContext = createContext<FieldErrors>({ errors: {}, onEdit: () => undefined });

export function useFieldError(name: string): string | undefined {
  return use(FieldErrorsContext).errors[name];
}

export function useEditListener(name: string): () => void {
  const { onEdit } = use(FieldErrorsContext);
  return () => onEdit(name);
}

const noNames: readonly string[] = [];

/** Editing a field drops its error; a new failure, even an equal one, begins with all its errors. */
export function useOpenErrors(failure: FormFailure | null | undefined) {
  const [edited, setEdited] = useState({ failure, names: noNames });
  const names = edited.failure === failure ? edited.names : noNames;
  const open = useMemo(() => withoutEdited(failure ?? null, names), [failure, names]);
  const onEdit = useCallback(
    (name: string) => {
      if (failure?.fields[name] === undefined) return;
      setEdited((before) => ({ failure, names: [...(before.failure === failure ? before.names : noNames), name] }));
    },
    [failure],
  );
  return { open, onEdit };
}

/** Focuses a wrong field, with what is around it in sight: its label, and above the first one the form's title. */
export function focusWrong(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}

/** Focuses the first wrong field after a failure, or the message; its ref belongs to the element around both. */
export function useErrorFocus<E extends HTMLElement>(failure: FormFailure | null | undefined) {
  const form = useRef<E>(null);
  useEffect(() => {
    if (!failure) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    focusWrong(wrong ?? form.current?.querySelector<HTMLElement>("[data-form-error]"));
  }, [failure]);
  return form;
}

/** The failure without the errors of edited fields; null if it had only those. */
export function withoutEdited(failure: FormFailure | null, edited: readonly string[]): FormFailure | null {
  if (failure === null || !edited.some((name) => name in failure.fields)) return failure;
  const open = Object.entries(failure.fields).filter(([name]) => !edited.includes(name));
  if (open.length === 0) return null;
  const codes = Object.entries(failure.fieldCodes ?? {}).filter(([name]) => !edited.includes(name));
  return { ...failure, fields: Object.fromEntries(open), fieldCodes: Object.fromEntries(codes) };
}
