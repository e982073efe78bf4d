import { createRef, useState, useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";
import { onLocalChange, readDraft, saveDraft } from "./local-messages.ts";

function adaptHeight(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

function createDraft(viewer: string, partner: string) {
  const area = createRef<HTMLTextAreaElement>();
  const { listen, emit } = createListeners();
  let text = "";

  const saveTyped = () => {
    if (area.current === null) return;
    text = area.current.value;
    saveDraft(viewer, partner, text);
    adaptHeight(area.current);
    emit();
  };
  const write = (next: string) => {
    if (area.current === null) saveDraft(viewer, partner, next);
    else area.current.value = next;
    saveTyped();
  };
  return {
    area,
    listen,
    text: () => text,
    saveTyped,
    write,
    insert(inserted: string): void {
      const field = area.current;
      if (field === null) return;
      field.setRangeText(inserted, field.selectionStart, field.selectionEnd, "end");
      saveTyped();
    },
    /** Restores the saved draft; the component that shows the field calls it as soon as it is mounted. */
    restore(): void {
      if (area.current?.value === "") area.current.value = readDraft(viewer, partner);
      saveTyped();
    },
    /** Puts an unsent text back into the field, before the text that the member has typed meanwhile. */
    putBack(unsent: string): void {
      const current = (area.current?.value ?? readDraft(viewer, partner)).trim();
      write(current === "" ? unsent : `${unsent}\n\n${current}`);
      area.current?.focus();
    },
  };
}
export type Draft = ReturnType<typeof createDraft>;

/** The field is uncontrolled, so text typed before hydration stays. Mount the component anew for each partner. */
export function useDraft(viewer: string, partner: string): Draft {
  const [draft] = useState(() => createDraft(viewer, partner));
  return draft;
}

/** The saved draft of `viewer` to `partner`, also one that another tab saves; empty on the server. */
export function useSavedDraft(viewer: string, partner: string): string {
  return useSyncExternalStore(
    onLocalChange,
    () => readDraft(viewer, partner),
    () => "",
  );
}

/** Renders only when what `read` returns changes, so that a key costs a phone little. */
export function useDraftState<T extends string | number | boolean | null>(
  { listen, text }: Draft,
  read: (text: string) => T,
): T {
  return useSyncExternalStore(
    listen,
    () => read(text()),
    () => read(""),
  );
}
