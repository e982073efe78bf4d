import { useCallback, useEffect, useRef } from "react";
import { isBusyPage } from "./may-interrupt.ts";

/** Returns a function that says whether a popup would interrupt the user at that moment. */
export function useBusyPage(): () => boolean {
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const noteInput = () => {
      inputAt.current = Date.now();
    };
    addEventListener("input", noteInput, { capture: true, passive: true });
    return () => removeEventListener("input", noteInput, { capture: true });
  }, []);
  return useCallback(() => isBusyPage(document, Date.now() - inputAt.current), []);
}
