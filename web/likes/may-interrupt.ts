/** Screens where a dialog would come between a person and what they write or pay. */
const undisturbed =
  /^\/(?:chats|credits|premium|directdebit|transactions|signup|complete-signup|profile|notifications)(?:\/|$)|\/chat$/;

/** Whether a dialog may open by itself on this screen (without the language's prefix); a short notice may always. */
export function isCalmScreen(pathname: string): boolean {
  return !undisturbed.test(pathname);
}

/** A popup never opens over a field someone types in, nor over another dialog. */
export function isBusyPage(page: Pick<Document, "activeElement" | "querySelector">): boolean {
  const field = page.activeElement?.matches(
    "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]",
  );
  return field === true || page.querySelector("dialog[open]") !== null;
}
