import { reactivationDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";

/** Until when the mailed link restores a deleted account; from then on it may be erased (R4.03, D3.9). */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + reactivationDays * dayMs);
}

/** Accounts that were deleted at this time or before are to be erased now: the inverse of `restorableUntil`. */
export function erasureCutoff(now: Date): Date {
  return new Date(now.getTime() - reactivationDays * dayMs);
}
