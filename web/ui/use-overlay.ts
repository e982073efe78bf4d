import { useCallback, useEffect, useEffectEvent, useId, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { emitPopState, overlayEntries, subscribePopState } from "#web/lib/pop-state.ts";

/**
 * An overlay in the browser's history. `load`: when the page was loaded (`performance.timeOrigin`). `dialog`: nothing
 * opens it again, see `useDialogEntry`.
 */
type OpenOverlay = { name: string; shows: string; load: number; dialog?: boolean };

const noOverlays: readonly OpenOverlay[] = [];
const readOpenOverlays = (): readonly OpenOverlay[] => history.state?.overlays ?? noOverlays;
const findOverlayIndex = (name: string) => readOpenOverlays().findIndex((overlay) => overlay.name === name);
/** What stays shown until the next page, although the history has no entry for it any more. */
let left: readonly OpenOverlay[] | null = null;

/** While another overlay's entry is being removed it waits: a new one would be removed in its place. */
function openOverlay(name: string, shows: string, kind: { dialog?: boolean } = {}): void {
  if (overlayEntries.closing !== null) {
    void overlayEntries.closing.then(() => openOverlay(name, shows, kind));
    return;
  }
  if (findOverlayIndex(name) >= 0) {
    changeOverlay(name, shows);
    return;
  }
  const { idx = 0, ...rest } = history.state ?? {};
  history.pushState(
    {
      ...rest,
      idx: idx + 1,
      overlays: [...readOpenOverlays(), { name, shows, load: performance.timeOrigin, ...kind }],
    },
    "",
  );
  emitPopState();
}

function changeOverlay(name: string, shows: string): void {
  const index = findOverlayIndex(name);
  if (index < 0) return;
  history.replaceState(
    { ...history.state, overlays: readOpenOverlays().with(index, { name, shows, load: performance.timeOrigin }) },
    "",
  );
  emitPopState();
}

/** Goes back to before the open overlay at this index; the promise resolves once the browser is there. */
function closeFrom(index: number): Promise<void> {
  const steps = readOpenOverlays().length - index;
  if (index < 0 || steps <= 0) return overlayEntries.closing ?? Promise.resolve();
  if (history.length <= steps) {
    // the tab's history has no entry before the overlay
    history.replaceState({ ...history.state, overlays: readOpenOverlays().slice(0, index) }, "");
    emitPopState();
    return Promise.resolve();
  }
  overlayEntries.closing ??= new Promise((resolve) => {
    const stop = subscribePopState(() => {
      // an overlay that is rendered meanwhile emits, too
      if (readOpenOverlays().length > index) return;
      stop();
      overlayEntries.closing = null;
      resolve();
    });
    history.go(-steps);
  });
  return overlayEntries.closing;
}

/** Closes the overlay on top, if it was opened from within the one of this name. */
function closeInner(name: string): void {
  const index = findOverlayIndex(name);
  const top = readOpenOverlays().length - 1;
  if (index >= 0 && top > index) void closeFrom(top);
}

/** Call it before navigating from an overlay to another page: otherwise Back would lead to the overlay. */
export const closeOverlays = (): Promise<void> => closeFrom(0);

/** Like `closeOverlays`, but they stay shown until the next page: the page below them does not appear meanwhile. */
export function leaveOverlays(): Promise<void> {
  left = readOpenOverlays();
  return closeOverlays();
}

/**
 * An overlay that is an entry of its own in the browser's history: a phone's Back closes it and stays on the page, and
 * Forward opens it again. Of stacked overlays the top one closes first. `name` is unique on the page. `shows` is null
 * while the overlay is closed. `change` makes it show something else, and does nothing once it is closed. Code that
 * navigates from within the overlay calls `close` first. A link need not: Back then opens the overlay again. A reload
 * keeps it open, for what was typed in it, unless `reload` says that it closes.
 */
export function useOverlay(name: string, { reload = "keeps" }: { reload?: "keeps" | "closes" } = {}) {
  const { key } = useLocation();
  const shows = useSyncExternalStore(
    subscribePopState,
    () => {
      const overlay = (left ?? readOpenOverlays()).find((open) => open.name === name);
      if (overlay === undefined || (reload === "closes" && overlay.load !== performance.timeOrigin)) return null;
      return overlay.shows;
    },
    () => null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the router goes to another entry
  useEffect(() => {
    left = null;
    emitPopState();
  }, [key]);
  return {
    shows,
    open: useCallback((what = "") => openOverlay(name, what), [name]),
    change: useCallback((what: string) => changeOverlay(name, what), [name]),
    close: useCallback(() => closeFrom(findOverlayIndex(name)), [name]),
    closeInner: useCallback(() => closeInner(name), [name]),
  };
}

/**
 * Makes an open dialog an entry of the history, whatever opened it, so that Back closes it: `onGone` runs once the
 * entry is gone. A page that is opened from within takes the entry's place, or waits until it is gone.
 */
export function useDialogEntry(open: boolean, onGone: () => void) {
  const name = useId();
  const { key } = useLocation();
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!open) return;
    let stop: (() => void) | undefined;
    let isOpen = true;
    const add = () => {
      if (!isOpen) return;
      openOverlay(name, "", { dialog: true });
      stop = subscribePopState(() => {
        if (findOverlayIndex(name) < 0) gone();
      });
    };
    // once it has its entry
    if (overlayEntries.closing === null) add();
    else void overlayEntries.closing.then(add);
    return () => {
      isOpen = false;
      stop?.();
      void closeFrom(findOverlayIndex(name));
    };
  }, [open, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the router goes to another entry
  useEffect(() => emitPopState(), [key]);
  return {
    /** Closes it as Back does. */
    async close() {
      await overlayEntries.closing;
      if (findOverlayIndex(name) < 0) onGone();
      else await closeFrom(findOverlayIndex(name));
    },
    reopen: () => openOverlay(name, "", { dialog: true }),
  };
}
