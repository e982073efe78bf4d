import { useEvents } from "#web/lib/use-events.ts";

/** Fields in which one types, and dialogs, keep their own keys; a box that is ticked has none of these. */
const typing = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog";

/** Runs the action of a key that is pressed anywhere on the page without Ctrl, Alt or Meta. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEvents("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(typing)) return;
    const run = keys[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  });
}
