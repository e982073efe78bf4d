import { daysBetween } from "#contract/days.ts";

/** How long ago a member was here, in steps no finer than a day, so that others can't trace them. */
export type Activity =
  | { when: "online" | "today" | "yesterday" | "long_ago" }
  | { when: "days" | "weeks"; count: number };

/** `lastActive` and `today` are ISO dates (UTC). Returns null if `lastActive` is null, as for a fictional profile. */
export function toActivity(online: boolean, lastActive: string | null, today: string): Activity | null {
  if (online) return { when: "online" };
  if (lastActive === null) return null;
  const days = daysBetween(lastActive, today);
  if (days <= 0) return { when: "today" };
  if (days === 1) return { when: "yesterday" };
  if (days < 7) return { when: "days", count: days };
  if (days <= 31) return { when: "weeks", count: Math.floor(days / 7) };
  return { when: "long_ago" };
}
