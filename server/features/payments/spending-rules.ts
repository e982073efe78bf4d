import type { Selectable } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { SpendingLimits } from "#server/db/tables.ts";

export type MemberLimits = Omit<Selectable<SpendingLimits>, "member_id" | "site_id">;

/** The limit that applies now, and the scheduled change; null: no limit, no change. */
export function limitNow(
  limits: MemberLimits | undefined,
  now: Date,
): Pick<MemberLimits, "limit_minor" | "next_from" | "next_limit_minor"> {
  if (!limits) return { limit_minor: null, next_limit_minor: null, next_from: null };
  const { limit_minor, next_limit_minor, next_from } = limits;
  if (next_from === null || next_from > now) return { limit_minor, next_limit_minor, next_from };
  return { limit_minor: next_limit_minor, next_limit_minor: null, next_from: null };
}

/** A lower limit applies at once; a higher one, or none, after 24 hours. */
export function changeLimit(limits: MemberLimits | undefined, requested: number | null, now: Date) {
  const { limit_minor: current } = limitNow(limits, now);
  const isLower = requested !== null && (current === null || requested <= current);
  if (isLower || requested === current) return { limit_minor: requested, next_limit_minor: null, next_from: null };
  return { limit_minor: current, next_limit_minor: requested, next_from: new Date(now.getTime() + dayMs) };
}

/** The end of a pause that begins now, or of the running one if that is later: a pause is never shortened. */
export function pausedUntil(limits: MemberLimits | undefined, days: number, now: Date): Date {
  const requestedEnd = now.getTime() + days * dayMs;
  return new Date(Math.max(requestedEnd, limits?.paused_until?.getTime() ?? 0));
}

/** The first moment of a month, UTC; `months` after the current one. */
export function monthStart(now: Date, months = 0): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}
