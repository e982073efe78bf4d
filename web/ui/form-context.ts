import { createContext, use, useCallback, useMemo, useState } from "react";
import type { Failed } from "#web/lib/use-call.ts";
import { withoutEdited } from "./open-errors.ts";

type FieldErrors = {
  /** The messages of a form's fields, by name. */
  errors: Readonly<Record<string, string>>;
  /** Called when the user edits a field: its error is dropped until the form fails again. */
  onEdit: (name: string) => void;
};

export const FieldErrorsContext = createContext<FieldErrors>({ errors: {}, onEdit: () => undefined });

export function useFieldError(name: string): string | undefined {
  return use(FieldErrorsContext).errors[name];
}

/** A listener for the changes of a field: drops the error of this name. */
export function useEdited(name: string): () => void {
  const { onEdit } = use(FieldErrorsContext);
  return () => onEdit(name);
}

const none: readonly string[] = [];

/**
 * What is still open of a form's failure: an error is dropped once the user edits its field. Another failure, even an
 * equal one, is open as a whole. What moves the focus depends on the failure itself, not on what is open of it.
 */
export function useOpenErrors(failure: Failed | null | undefined) {
  const [edited, setEdited] = useState({ failure, names: none });
  const names = edited.failure === failure ? edited.names : none;
  const open = useMemo(() => withoutEdited(failure ?? null, names), [failure, names]);
  const onEdit = useCallback(
    (name: string) => {
      if (failure?.fields[name] === undefined) return;
      setEdited((before) => ({ failure, names: [...(before.failure === failure ? before.names : none), name] }));
    },
    [failure],
  );
  return { open, onEdit };
}
