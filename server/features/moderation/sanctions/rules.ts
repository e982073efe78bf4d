import { dayMs } from "#contract/durations.ts";
import { type Measure, timedMeasures } from "#contract/sanctions.ts";
import type { LockedMember } from "./store.ts";

/** When a measure that is taken now ends, after some days or at a moment; null if it has no end. */
export function endOf(measure: Measure, length: number | Date, now: Date): Date | null {
  if (!timedMeasures.includes(measure)) return null;
  return length instanceof Date ? length : new Date(now.getTime() + length * dayMs);
}

type InForce = { decision: string; until: Date | null };

/** When the last of the measures of this kind ends; null if none is in force. */
export function latestEnd(standing: readonly InForce[], measure: Measure): Date | null {
  const ends = standing.flatMap(({ decision, until }) => (decision === measure && until ? [until.getTime()] : []));
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/** Whether there is anything to lift. */
export function isSanctioned(
  { status, muted_until: mutedUntil }: Pick<LockedMember, "status" | "muted_until">,
  now: Date,
): boolean {
  if (status === "deleted") return false;
  return status === "suspended" || status === "banned" || (mutedUntil !== null && mutedUntil > now);
}
