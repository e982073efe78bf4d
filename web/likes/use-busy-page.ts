import { useCallback, useEffect, useRef } from "react";
import { isBusyPage } from "./may-interrupt.ts";

/** Tells, whenever it is asked, whether a popup would come over what somebody does. */
export function useBusyPage(): () => boolean {
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const note = () => {
      inputAt.current = Date.now();
    };
    addEventListener("input", note, { capture: true, passive: true });
    return () => removeEventListener("input", note, { capture: true });
  }, []);
  return useCallback(() => isBusyPage(document, Date.now() - inputAt.current), []);
}
