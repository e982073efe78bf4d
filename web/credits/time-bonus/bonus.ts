import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "#contract/call.ts";
import { getDiscountCode, welcomeWindowSeconds } from "#contract/discounts.ts";
import { dayMs } from "#contract/durations.ts";
import type { User } from "#contract/user.ts";
import { call } from "#web/lib/call.ts";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";

export type WelcomeAnswer = AnswerOf<typeof getDiscountCode>;

/** The bonus in an answer that came at `receivedAt`; null if it has no end or is over. */
export function toTimeBonus({ discountcode, now }: WelcomeAnswer, receivedAt: number): TimeBonus | null {
  const { percentage, expires } = discountcode;
  if (percentage === null || expires === null) return null;
  const left = Date.parse(expires) - Date.parse(now);
  return left > 0 ? { percentage, expires, left, endsAt: receivedAt + left } : null;
}

/** A member who has paid, or signed up long ago, has none. The browser's clock may be a day off. */
export function mayHaveBonus(user: Pick<User, "paid_user" | "signup_date">, now: number): boolean {
  return !user.paid_user && now - Date.parse(user.signup_date) < welcomeWindowSeconds * 1000 + dayMs;
}

/** Milliseconds until `formatCountdown` shows the next second: a fixed interval would skip some and repeat others. */
export const findNextTickMs = (leftMs: number): number => (leftMs > 0 && leftMs % 1000) || 1000;

/** Milliseconds since 1970. The scripts may run seconds later; the times in the page's data count from then. */
export function pageReceivedAt(): number {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation === undefined ? Date.now() : performance.timeOrigin + navigation.responseStart;
}

/** Milliseconds as h:mm:ss, rounded up to seconds: it reads 0:00:00 at the end, and not before. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

/** Loads the bonus; a failure is ignored (R8.04). */
export const bonusQuery = (memberId: string) =>
  queryOptions({
    queryKey: ["time-bonus", memberId],
    queryFn: async ({ signal }) =>
      toTimeBonus(await call(getDiscountCode, { query: { welcome: "true" }, signal }), Date.now()),
  });
