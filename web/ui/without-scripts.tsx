import type { ReactNode } from "react";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/** What only a browser without scripts needs. Where they run it is never seen, and gone as soon as they do. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  return useHydrated() ? null : <div className="not-noscript:hidden">{children}</div>;
}
