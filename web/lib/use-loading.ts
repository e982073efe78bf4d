import { useCallback, useRef, useState } from "react";
import { type FormFailure, toFailure } from "./use-call.ts";

type Loading = { state: "idle" | "loading" | "failed"; failure: FormFailure | null };

/** Loads the next page of a list: one at a time. `load` rethrows what is no failure of a call. */
export function useLoading() {
  const [loading, setLoading] = useState<Loading>({ state: "idle", failure: null });
  const isLoading = useRef(false);
  const load = useCallback(async (task: () => Promise<void>): Promise<void> => {
    if (isLoading.current) return;
    isLoading.current = true;
    setLoading({ state: "loading", failure: null });
    try {
      await task();
      setLoading({ state: "idle", failure: null });
    } catch (error) {
      setLoading({ state: "failed", failure: toFailure(error) });
    } finally {
      isLoading.current = false;
    }
  }, []);
  return { ...loading, load };
}
