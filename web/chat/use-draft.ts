import { useCallback, useRef, useState } from "react";
import { readDraft, saveDraft } from "./local-messages.ts";

/** Makes the field as high as its text, for browsers that do not do so by themselves. */
function adaptHeight(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

/**
 * The field in which `viewer` writes to `partner`; what stands in it survives a reload, a purchase and the way back.
 * The field is the browser's own: what is typed before the scripts are there stays.
 */
export function useDraft(viewer: string, partner: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");

  const note = useCallback(() => {
    if (area.current === null) return;
    setText(area.current.value);
    saveDraft(viewer, partner, area.current.value);
    adaptHeight(area.current);
  }, [viewer, partner]);
  const write = useCallback(
    (next: string) => {
      if (area.current === null) saveDraft(viewer, partner, next);
      else area.current.value = next;
      note();
    },
    [note, viewer, partner],
  );
  /** For whoever shows the field, as soon as it is there. */
  const restore = useCallback(() => {
    if (area.current?.value === "") area.current.value = readDraft(viewer, partner);
    note();
  }, [note, viewer, partner]);

  /** Puts a text that was not sent back to where it was written, before what was begun meanwhile. */
  const putBack = useCallback(
    (unsent: string) => {
      const begun = (area.current?.value ?? readDraft(viewer, partner)).trim();
      write(begun === "" ? unsent : `${unsent}\n\n${begun}`);
      area.current?.focus();
    },
    [write, viewer, partner],
  );
  return { area, text, note, write, restore, putBack };
}
