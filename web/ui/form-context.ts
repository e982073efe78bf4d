import { createContext, use } from "react";

/** The messages of a form's fields, by name. */
export const FieldErrorsContext = createContext<Readonly<Record<string, string>>>({});

export function useFieldError(name: string): string | undefined {
  return use(FieldErrorsContext)[name];
}
