import { useState } from "react";
import { settingPath } from "#contract/setting-sections.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTimeout } from "#web/lib/use-timer.ts";

/** Why the viewer may write to no one, or to no one new: the page that says more. The texts are in `chat.silent`. */
export const silences = { muted: "/decisions", no_consent: settingPath("consents") } as const;
export type Silence = keyof typeof silences;

/**
 * What keeps the viewer from writing to others now: a decision, which may end while the page is open, or, where they
 * would begin, the consent that they withdrew.
 */
export function useWhySilent({ begins }: { begins: boolean }): Silence | null {
  const member = useMember();
  const until = member?.muted_until ?? null;
  const [ended, setEnded] = useState<string | null>(null);
  useTimeout(() => setEnded(until), until === null ? null : Math.max(0, Date.parse(until) - Date.now()), until);
  if (until !== null && until !== ended) return "muted";
  return begins && member?.lacks_consent === true ? "no_consent" : null;
}
