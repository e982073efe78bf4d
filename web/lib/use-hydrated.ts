import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts have taken the page over: false on the server, and where none run. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
