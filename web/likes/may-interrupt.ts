/** Screens where a dialog would come between a person and what they write or pay. */
const undisturbed =
  /^\/(?:chats|credits|premium|directdebit|transactions|signup|complete-signup|profile|notifications)(?:\/|$)|\/chat$/;

/** Whether a dialog may open by itself on this screen (without the language's prefix); a short notice may always. */
export function isIdleScreen(pathname: string): boolean {
  return !undisturbed.test(pathname);
}

/** Milliseconds after somebody typed, ticked or slid something in which they are still at it. */
export const handsOffMs = 5_000;

/**
 * Whether a popup would come over what somebody does (ux: Manners): a field has the focus, a dialog or a menu is open, or
 * `sinceInputMs` ago, milliseconds, something was typed or ticked anywhere on the page.
 */
export function isBusyPage(page: Pick<Document, "activeElement" | "querySelector">, sinceInputMs: number): boolean {
  const field = page.activeElement?.matches(
    "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]",
  );
  return sinceInputMs < handsOffMs || field === true || page.querySelector("dialog[open], [role=menu]") !== null;
}
