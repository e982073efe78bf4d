import { useEffect, useRef } from "react";

declare global {
  interface Document {
    /** The browser prepares the page before anybody asked for it; not in all browsers. */
    readonly prerendering?: boolean;
  }
}

/** Does something once, as soon as somebody looks at the page: not while the browser only prepares it. */
export function useOnceInSight(wanted: boolean, act: () => Promise<void>): void {
  const latest = useRef(act);
  const done = useRef(false);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!wanted) return;
    const once = () => {
      if (done.current || document.prerendering === true || document.visibilityState !== "visible") return;
      done.current = true;
      void latest.current();
    };
    once();
    document.addEventListener("prerenderingchange", once);
    document.addEventListener("visibilitychange", once);
    return () => {
      document.removeEventListener("prerenderingchange", once);
      document.removeEventListener("visibilitychange", once);
    };
  }, [wanted]);
}
