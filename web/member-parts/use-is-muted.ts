import { useState } from "react";
import { useMember } from "#web/lib/live-state.ts";
import { useTimeout } from "#web/lib/use-timer.ts";

/** Whether a decision keeps the viewer from writing to others now: it ends while the page is open. */
export function useIsMuted(): boolean {
  const until = useMember()?.muted_until ?? null;
  const [ended, setEnded] = useState<string | null>(null);
  useTimeout(() => setEnded(until), until === null ? null : Math.max(0, Date.parse(until) - Date.now()), until);
  return until !== null && until !== ended;
}
