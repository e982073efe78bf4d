import { useCallback, useRef } from "react";
import { useEvents } from "./use-events.ts";

/** Screens on which a dialog would interrupt a user who writes or pays. */
const writingOrPaying =
  /^\/(?:chats|credits|premium|directdebit|transactions|signup|complete-signup|profile|notifications)(?:\/|$)|\/chat$/;

/** Whether a dialog may open by itself on this screen (without the language's prefix); a short notice always may. */
export function isIdleScreen(pathname: string): boolean {
  return !writingOrPaying.test(pathname);
}

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
