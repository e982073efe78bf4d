import type { Selectable } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { SpendingLimits } from "#server/db/tables.ts";

export type MemberLimits = Omit<Selectable<SpendingLimits>, "member_id" | "site_id">;

type Limit = Pick<MemberLimits, "currency" | "limit_minor" | "next_from" | "next_limit_minor" | "next_currency">;

const noChange = { next_from: null, next_limit_minor: null, next_currency: null };

/** The limit that applies now, and the scheduled change; null: no limit, no change. */
export function limitNow(limits: MemberLimits | undefined, now: Date): Limit {
  if (!limits) return { currency: null, limit_minor: null, ...noChange };
  const { currency, limit_minor, next_limit_minor, next_currency, next_from } = limits;
  if (next_from === null || next_from > now) {
    return { currency, limit_minor, next_limit_minor, next_currency, next_from };
  }
  return { currency: next_currency ?? currency, limit_minor: next_limit_minor, ...noChange };
}

/** A lower limit applies at once; a higher one, none, or one in another currency after 24 hours. */
export function changeLimit(
  limits: MemberLimits | undefined,
  requested: { limit: number | null; currency: string },
  now: Date,
): Limit {
  const { currency, limit_minor: current } = limitNow(limits, now);
  const { limit } = requested;
  const isLower = limit !== null && current !== null && currency === requested.currency && limit <= current;
  if (current === null || isLower) return { currency: requested.currency, limit_minor: limit, ...noChange };
  const from = new Date(now.getTime() + dayMs);
  const next = { next_limit_minor: limit, next_currency: requested.currency, next_from: from };
  return { currency, limit_minor: current, ...next };
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
