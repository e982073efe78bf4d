import { useCallback, useEffect, useRef } from "react";
import { isBusyPage } from "./may-interrupt.ts";

/** Returns a function that says whether a popup would interrupt the user at that moment. */
export function useIsBusyPage(): () => boolean {
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const storeInputTime = () => {
      inputAt.current = Date.now();
    };
    addEventListener("input", storeInputTime, { capture: true, passive: true });
    return () => removeEventListener("input", storeInputTime, { capture: true });
  }, []);
  return useCallback(() => isBusyPage(document, Date.now() - inputAt.current), []);
}
