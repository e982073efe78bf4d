import { useEffect, useRef } from "react";

declare global {
  interface Document {
    /** True while the browser prerenders the page before the user opens it. Not in all browsers. */
    readonly prerendering?: boolean;
  }
}

/** Runs `act` once, when the page first becomes visible; not while the browser prerenders it. */
export function useRunOnceVisible(wanted: boolean, act: () => Promise<void>): void {
  const latest = useRef(act);
  const hasRun = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!wanted) return;
    const runOnce = () => {
      if (hasRun.current || document.prerendering === true || document.visibilityState !== "visible") return;
      hasRun.current = true;
      void latest.current();
    };
    runOnce();
    document.addEventListener("prerenderingchange", runOnce);
    document.addEventListener("visibilitychange", runOnce);
    return () => {
      document.removeEventListener("prerenderingchange", runOnce);
      document.removeEventListener("visibilitychange", runOnce);
    };
  }, [wanted]);
}
