import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** Whether the page is hydrated; false on the server and without scripts. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
