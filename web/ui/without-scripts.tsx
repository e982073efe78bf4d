import type { ReactNode } from "react";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/** Content for browsers without scripts only. If scripts run, it is never visible, and hydration removes it. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  return useHydrated() ? null : <div className="not-noscript:hidden">{children}</div>;
}
