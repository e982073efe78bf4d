import { type RefObject, useEffect, useState } from "react";
import { readDraft, type SignupDraft, saveDraft } from "./draft.ts";
import { readValues, type SignupValues } from "./values.ts";

function pickTyped(values: SignupValues): SignupDraft {
  const { password: _, sexuality_consent: __, ...rest } = values;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
}

/** A stored message is restored only for the member it was written to. */
function readDraftFor(to: string | null): SignupDraft | null {
  const storedDraft = readDraft();
  if (storedDraft === null || storedDraft.message_to === to) return storedDraft;
  const { message: _, ...others } = storedDraft;
  return others;
}

type Restored = { draft: SignupDraft; values: SignupValues; kept: boolean };

/**
 * Stores the form's draft (R3.10) and restores it once after hydration; what was typed before that stays. `restore` is
 * called with the result.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  first: SignupDraft,
  to: string | null,
  restore: (restored: Restored) => void,
) {
  const [defaults, setDefaults] = useState({ version: 0, draft: first });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (form.current === null) return;
    const typed = readValues(new FormData(form.current));
    const storedDraft = readDraftFor(to);
    const draft = { ...storedDraft, ...pickTyped(typed), country: storedDraft?.country ?? typed.country };
    if (storedDraft !== null) setDefaults({ version: 1, draft });
    restore({ draft, values: { ...typed, ...draft }, kept: storedDraft !== null });
  }, []);

  const saveTyped = () => {
    if (form.current === null) return;
    saveDraft(readValues(new FormData(form.current)), to);
  };
  return { defaults, saveTyped };
}
