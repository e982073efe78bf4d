import { dayMs } from "#contract/durations.ts";
import { type Measure, maxMeasureDays, timedMeasures } from "#contract/sanctions.ts";
import { failFields } from "#server/http/fail.ts";

type Length = { days?: number | undefined; until?: string | undefined };

export const isTimed = (verdict: string): boolean => timedMeasures.includes(verdict as Measure);

/** Until when a measure takes, or for how many days; 0: it has no end. Fails for a moment that can't be its end. */
export function endOrDays(verdict: string, { days, until }: Length, now: Date): number | Date {
  if (!isTimed(verdict)) return 0;
  if (until === undefined) {
    if (days === undefined) throw failFields({ until: "required" });
    return days;
  }
  const end = new Date(until);
  if (end <= now) throw failFields({ until: "too_small" });
  if (end.getTime() > now.getTime() + maxMeasureDays * dayMs) throw failFields({ until: "too_big" });
  return end;
}

/** How the log has a length. */
export const loggedLength = (length: number | Date) => (length instanceof Date ? length.toISOString() : `${length}d`);

type Told = { authority_told: boolean; authority_reference: string };

/** How the log has it that the police were told, and under which number of theirs. */
export const authorityDetail = ({ authority_told: told, authority_reference: reference }: Told) => ({
  authority_told: told,
  ...(told && reference !== "" && { authority_reference: reference }),
});
