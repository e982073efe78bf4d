import { dayMs } from "#contract/durations.ts";
import { type Measure, timedMeasures } from "#contract/sanctions.ts";
import type { LockedMember } from "./store.ts";

/** When the measure of this kind that is in force ends; null if none is. */
export function endOfCurrent(
  { muted_until: mutedUntil, suspended_until: suspendedUntil }: Pick<LockedMember, "muted_until" | "suspended_until">,
  measure: Measure,
): Date | null {
  if (measure === "muted") return mutedUntil;
  return measure === "suspended" ? suspendedUntil : null;
}

/** When a measure that is taken now ends, never earlier than the one in force; null if it has no end. */
export function endOf(measure: Measure, days: number, now: Date, standing: Date | null): Date | null {
  if (!timedMeasures.includes(measure)) return null;
  const end = new Date(now.getTime() + days * dayMs);
  return standing !== null && standing > end ? standing : end;
}

/** Whether staff may take measures against a member: not if the account is deleted or banned. */
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
