import { useState } from "react";
import { settingPath } from "#contract/setting-sections.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTimeout } from "#web/lib/use-timer.ts";

/** Error codes for a viewer who may write to no one, or to no one new, each with the page that says more. */
export const silences = { muted: "/decisions", consent_withdrawn: settingPath("consents") } as const;
/** Its words and those of the link are in `chat.silent`. */
export type Silence = keyof typeof silences;

export const isSilence = (code: string | undefined): code is Silence => code !== undefined && code in silences;

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
  return begins && member?.lacks_consent === true ? "consent_withdrawn" : null;
}
