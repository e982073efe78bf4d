import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * What only the browser knows; `before` on the server and while the page is hydrated. A component renders again only
 * if the browser's value is another.
 */
export const useInBrowser = <Value extends string | boolean | undefined>(read: () => Value, before: Value): Value =>
  useSyncExternalStore(subscribeToNothing, read, () => before);

export const useHydrated = () => useInBrowser(() => true, false);
