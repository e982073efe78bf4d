import { createListeners } from "./listeners.ts";
import { useListen } from "./use-listen.ts";

const listeners = createListeners();

/** The server can be reached again: the browser is online, or the event stream is open after a gap (`live.tsx`). */
export const announceReconnected = () => listeners.emit();

/** Runs `listener` when what had no answer can be sent again. Returns a function that stops it. */
export const onReconnected = listeners.listen;

export function useReconnected(listener: () => void, { active }: { active: boolean }): void {
  useListen(active ? onReconnected : undefined, listener);
}
