import { createContext, use, useCallback, useRef, useState } from "react";
import type { InputOf } from "#contract/call.ts";
import { type OwnProfile, saveProfile } from "#contract/profiles.ts";
import { createTaskQueue } from "#web/lib/task-queue.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useEvents } from "#web/lib/use-events.ts";

export type Changes = InputOf<typeof saveProfile>["body"];
export type SaveState = "idle" | "saving" | "saved" | "failed";

type Editing = {
  /** Runs the saves of this page one after the other, so that the last answer is the current state. */
  withMutex: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called with the saved profile. */
  onSaved: (own: OwnProfile) => void;
};

export const EditingContext = createContext<Editing>({ withMutex: (work) => work(), onSaved: () => undefined });

/** The mutex that a page's fields share: their saves run one at a time. */
export function useMutex(): Editing["withMutex"] {
  const [withMutex] = useState(createTaskQueue);
  return withMutex;
}

/**
 * Saves a field when it is left (R2.20). Changes made during a save are sent after it, merged into one. Only changed
 * fields are sent, so that two open pages do not undo each other. A failed save keeps the user's changes, is retried
 * when the connection is back, and makes the browser ask before the page closes.
 */
export function useFieldSave() {
  const { withMutex, onSaved } = use(EditingContext);
  const { run, failure } = useCall(saveProfile);
  const [state, setState] = useState<SaveState>("idle");
  const waitingChanges = useRef<Changes | null>(null);
  const unsavedChanges = useRef<Changes>({});
  const isSaving = useRef(false);

  const save = useCallback(
    async (changes: Changes): Promise<void> => {
      unsavedChanges.current = { ...unsavedChanges.current, ...changes };
      waitingChanges.current = unsavedChanges.current;
      if (isSaving.current) return;
      isSaving.current = true;
      setState("saving");
      let saved = false;
      try {
        while (waitingChanges.current !== null) {
          saved = false;
          const body: Changes = waitingChanges.current;
          waitingChanges.current = null;
          const answer = await withMutex(() => run({ body }));
          saved = answer !== null;
          if (answer === null) continue;
          if (waitingChanges.current === null) unsavedChanges.current = {};
          onSaved(answer);
        }
      } finally {
        isSaving.current = false;
        setState(saved ? "saved" : "failed");
      }
    },
    [withMutex, onSaved, run],
  );
  const retry = useCallback(() => void save({}), [save]);

  const hasLostConnection = state === "failed" && failure?.code === "no_connection";
  useEvents("online", retry, { active: hasLostConnection });
  useLeaveWarning(state === "saving" || state === "failed");
  return { save, retry, state, failure };
}

/** Makes the browser ask before it leaves a page with unsaved changes. */
export function useLeaveWarning(unsaved: boolean): void {
  useEvents("beforeunload", (event) => event.preventDefault(), { active: unsaved });
}
