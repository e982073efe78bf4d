import { createListeners } from "./listeners.ts";

export const { listen: subscribePopState, emit: emitPopState } = createListeners();

/** `closing` is pending while the browser goes back from an overlay's entry: a page that came first would be lost. */
export const overlayEntries: { closing: Promise<void> | null } = { closing: null };

/** The next page waits until the dialog that led to it has left the history, however long the browser takes. */
export async function loadAfterOverlays<T>(_: unknown, load: () => Promise<T>): Promise<T> {
  const results = await load();
  await overlayEntries.closing;
  return results;
}

/** Identifies the page of the current history entry: the router gives each page a key, which its overlays keep. */
const currentPageId = () => `${history.state?.key ?? "default"} ${location.href}`;

/** A page that is opened from a dialog takes its entry's place: Back leads to the page below, without the dialog. */
const isOfDialog = (state: typeof history.state): boolean => state?.overlays?.at(-1)?.dialog === true;

/**
 * Going back or forward between two history entries of one page opens or closes an overlay (`useOverlay`). The router
 * would load the page again, so this intercepts the event, and has to subscribe before the router does. The current
 * page is stored whenever an entry is created, because the router changes the entry before it renders the page.
 */
export function interceptPopState(): void {
  let pageId = currentPageId();
  for (const method of ["pushState", "replaceState"] as const) {
    const [original, replace] = [history[method].bind(history), history.replaceState.bind(history)];
    history[method] = (...entry) => {
      const takesPlace = isOfDialog(history.state) && entry[0]?.overlays === undefined;
      (takesPlace ? replace : original)(...entry);
      pageId = currentPageId();
    };
  }
  addEventListener("popstate", (event) => {
    const previousPageId = pageId;
    pageId = currentPageId();
    if (previousPageId === pageId) event.stopImmediatePropagation();
    emitPopState();
  });
}
