import { useCallback, useRef, useState } from "react";
import { readDraft, saveDraft } from "./local-messages.ts";

/** Makes the field as high as its text, in browsers without `field-sizing`. */
function adaptHeight(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

/**
 * The field in which `viewer` writes to `partner`; its text survives a reload and a visit to the payment provider. The
 * field is uncontrolled: text typed before hydration stays.
 */
export function useDraft(viewer: string, partner: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");

  const saveTyped = useCallback(() => {
    if (area.current === null) return;
    setText(area.current.value);
    saveDraft(viewer, partner, area.current.value);
    adaptHeight(area.current);
  }, [viewer, partner]);
  const write = useCallback(
    (next: string) => {
      if (area.current === null) saveDraft(viewer, partner, next);
      else area.current.value = next;
      saveTyped();
    },
    [saveTyped, viewer, partner],
  );
  /** Inserts a text at the cursor, replacing the selection. */
  const insert = useCallback(
    (inserted: string) => {
      const field = area.current;
      if (field === null) return;
      field.setRangeText(inserted, field.selectionStart, field.selectionEnd, "end");
      saveTyped();
    },
    [saveTyped],
  );
  /** Restores the saved draft; the component that shows the field calls it as soon as it is mounted. */
  const restore = useCallback(() => {
    if (area.current?.value === "") area.current.value = readDraft(viewer, partner);
    saveTyped();
  }, [saveTyped, viewer, partner]);

  /** Puts an unsent text back into the field, before the text that the member has typed meanwhile. */
  const putBack = useCallback(
    (unsent: string) => {
      const current = (area.current?.value ?? readDraft(viewer, partner)).trim();
      write(current === "" ? unsent : `${unsent}\n\n${current}`);
      area.current?.focus();
    },
    [write, viewer, partner],
  );
  return { area, text, saveTyped, write, insert, restore, putBack };
}
