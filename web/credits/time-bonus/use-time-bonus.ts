import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { User } from "#contract/user.ts";
import { bonusQuery, mayHaveBonus, type TimeBonus, toTimeBonus, type WelcomeAnswer } from "#web/lib/time-bonus.ts";

/**
 * The member's welcome bonus, or null. The page's loader brings it (`loaded`). It is fetched anew later and when the
 * member comes back to the tab, because the computer's clock may have stopped or been changed. Once it is over, it
 * stays over.
 */
export function useTimeBonus(user: User, loaded: WelcomeAnswer | null, enabled: boolean): TimeBonus | null {
  const [initialData] = useState(() => (loaded === null ? null : toTimeBonus(loaded, Date.now())));
  const [ended, setEnded] = useState(false);
  const isEnabled = enabled && !ended && mayHaveBonus(user, Date.now());
  const { data: bonus = null } = useQuery({
    ...bonusQuery(user.id),
    initialData,
    enabled: isEnabled,
    refetchOnWindowFocus: true,
  });
  const endsAt = bonus?.endsAt;
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setTimeout(() => setEnded(true), Math.max(0, endsAt - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return ended || user.paid_user ? null : bonus;
}
