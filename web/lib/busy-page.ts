import { useCallback, useRef } from "react";
import { useEvents } from "./use-events.ts";

export const inputQuietMs = 5_000;

/**
 * Whether a popup would interrupt the user (ux: Manners): a field has the focus, a dialog or a menu is open, or the
 * last input anywhere on the page was less than `inputQuietMs` ago. `sinceInputMs`: milliseconds since that input.
 */
export function isBusyPage(page: Pick<Document, "activeElement" | "querySelector">, sinceInputMs: number): boolean {
  const field = page.activeElement?.matches(
    "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]",
  );
  return sinceInputMs < inputQuietMs || field === true || page.querySelector("dialog[open], [role=menu]") !== null;
}

export function useIsBusyPage(): () => boolean {
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  const storeInputTime = () => {
    inputAt.current = Date.now();
  };
  useEvents("input", storeInputTime, { capture: true });
  return useCallback(() => isBusyPage(document, Date.now() - inputAt.current), []);
}
