import { dayMs } from "#contract/durations.ts";
import { type Measure, timedMeasures } from "#contract/sanctions.ts";
import type { LockedMember } from "./store.ts";

/** When the same measure ends that stands already; null: none does. */
export function standingOf(
  { muted_until: mutedUntil, suspended_until: suspendedUntil }: Pick<LockedMember, "muted_until" | "suspended_until">,
  measure: Measure,
): Date | null {
  return measure === "muted" ? mutedUntil : measure === "suspended" ? suspendedUntil : null;
}

/** When a measure ends that is taken now, never before one that stands; null: it has no end. */
export function endOf(measure: Measure, days: number, now: Date, standing: Date | null): Date | null {
  if (!timedMeasures.includes(measure)) return null;
  const end = new Date(now.getTime() + days * dayMs);
  return standing !== null && standing > end ? standing : end;
}

/** Whether staff may take measures against a member: not if the account is deleted, and nothing comes after a ban. */
export const isSanctionable = ({ status }: Pick<LockedMember, "status">): boolean =>
  status !== "deleted" && status !== "banned";

/** Whether there is anything to lift. */
export function isSanctioned(
  { status, muted_until: mutedUntil }: Pick<LockedMember, "status" | "muted_until">,
  now: Date,
): boolean {
  if (status === "deleted") return false;
  return status === "suspended" || status === "banned" || (mutedUntil !== null && mutedUntil > now);
}
