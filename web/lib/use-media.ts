import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query matches now; `onServer`, which does not know the screen, until the scripts run. */
export function useMedia(query: string, onServer: boolean): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    listen,
    () => matchMedia(query).matches,
    () => onServer,
  );
}
