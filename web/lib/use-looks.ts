import { useState } from "react";
import { useTimeout } from "./use-timer.ts";

/** A job asks the payment provider, and mostly has its answer at once: these are the waits between two looks. */
const lookMs = [200, 500, 1_000, 2_000, 3_000, 4_000];

/** Looks after each wait whether the answer is there, from `start` on, as long as it `isOpen`. */
export function useLooks(isOpen: boolean, look: () => unknown) {
  // null: not started
  const [looks, setLooks] = useState<number | null>(null);
  const wait = looks !== null && isOpen ? (lookMs[looks] ?? null) : null;
  useTimeout(
    () => {
      setLooks((looks ?? 0) + 1);
      void look();
    },
    wait,
    looks,
  );
  return { isWaiting: wait !== null, hasLooked: looks !== null, start: () => setLooks(0) };
}
