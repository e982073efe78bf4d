import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
