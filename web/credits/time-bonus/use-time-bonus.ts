import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "#contract/user.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";
import { bonusQuery, mayHaveBonus, pageReceivedAt, toTimeBonus, type WelcomeAnswer } from "./bonus.ts";

/**
 * Brought by the loader, and fetched anew later: the clock may have stopped. Once over, it stays over. If the loader
 * brought none, as after a refund, none is fetched.
 */
export function useTimeBonus(user: User, loaded: WelcomeAnswer | null, enabled: boolean): TimeBonus | null {
  const hydrated = useHydrated();
  const [initialData] = useState(() => loaded && toTimeBonus(loaded, hydrated ? Date.now() : pageReceivedAt()));
  const [ended, setEnded] = useState(false);
  const isEnabled = enabled && !ended && loaded !== null && mayHaveBonus(user, Date.now());
  const { data: bonus = null } = useQuery({
    ...bonusQuery(user.id),
    initialData,
    enabled: isEnabled,
    refetchOnWindowFocus: true,
  });
  const endsAt = bonus?.endsAt;
  useTimeout(() => setEnded(true), bonus?.left ?? null, endsAt);
  // the timer stands still while the device sleeps
  useEvents("visibilitychange", () => endsAt !== undefined && endsAt <= Date.now() && setEnded(true));
  return ended || user.paid_user ? null : bonus;
}
