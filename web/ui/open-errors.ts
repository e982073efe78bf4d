import type { FormFailure } from "#web/lib/use-call.ts";

/** The failure without the errors of edited fields; null if it had only those. */
export function withoutEdited(failure: FormFailure | null, edited: readonly string[]): FormFailure | null {
  if (failure === null || !edited.some((name) => name in failure.fields)) return failure;
  const open = Object.entries(failure.fields).filter(([name]) => !edited.includes(name));
  if (open.length === 0) return null;
  const codes = Object.entries(failure.fieldCodes ?? {}).filter(([name]) => !edited.includes(name));
  return { ...failure, fields: Object.fromEntries(open), fieldCodes: Object.fromEntries(codes) };
}
