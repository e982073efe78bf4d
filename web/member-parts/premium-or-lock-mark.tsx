import type { Card } from "#contract/profiles.ts";
import { LockMark } from "./locked-photo.tsx";
import { PremiumBadge } from "./premium-badge.tsx";

/**
 * The mark below a card's photo: the premium badge, which also shows a lock, or the lock alone; or nothing. A lock that
 * a proof of age opens stands alone, because Premium does not open it.
 */
export function PremiumOrLockMark({ member }: { member: Card }) {
  const lock = member.main_image?.locked ?? null;
  if (member.premium && !member.fictional && lock !== "age") return <PremiumBadge lock={lock} />;
  return lock === null ? null : <LockMark lock={lock} />;
}
