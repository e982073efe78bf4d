import { type RefObject, useEffect, useState } from "react";
import { keepDraft, readDraft, type SignupDraft } from "./signup-draft.ts";
import { readValues, type SignupValues } from "./signup-values.ts";

const store = () => sessionStorage;

function typedIn(values: SignupValues): SignupDraft {
  const { password: _, ...rest } = values;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
}

type Restore = (draft: SignupDraft, values: SignupValues) => void;

/**
 * Keeps the form's draft (R3.10) and brings it back once, after the page has come alive; what was typed before that
 * stays. `restore` hears of it where there is one.
 */
export function useSignupDraft(form: RefObject<HTMLFormElement | null>, first: SignupDraft, restore: Restore) {
  const [defaults, setDefaults] = useState({ version: 0, draft: first });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive
  useEffect(() => {
    if (form.current === null) return;
    const typed = readValues(new FormData(form.current));
    const kept = readDraft(store);
    const draft = { ...kept, ...typedIn(typed), country: kept?.country ?? typed.country };
    if (kept !== null) setDefaults({ version: 1, draft });
    restore(draft, { ...typed, ...draft });
  }, []);

  /** Keeps what the form holds; `changes` are those that it will hold after the next rendering. */
  const keep = (changes: Partial<SignupValues> = {}) => {
    if (form.current !== null) keepDraft(store, { ...readValues(new FormData(form.current)), ...changes });
  };
  return { defaults, keep };
}
