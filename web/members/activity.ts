/** How long ago somebody was here, as the catalog says it; never closer than a day (D4.5's spirit: no exact trace). */
export type Activity =
  | { when: "online" | "today" | "yesterday" | "long_ago" }
  | { when: "days" | "weeks"; count: number };

const dayMs = 86_400_000;

/** `lastActive` and `today` are ISO dates (UTC); null, as for a fictional profile, says nothing. */
export function activityOf(online: boolean, lastActive: string | null, today: string): Activity | null {
  if (online) return { when: "online" };
  if (lastActive === null) return null;
  const days = Math.round((Date.parse(today) - Date.parse(lastActive)) / dayMs);
  if (days <= 0) return { when: "today" };
  if (days === 1) return { when: "yesterday" };
  if (days < 7) return { when: "days", count: days };
  if (days <= 31) return { when: "weeks", count: Math.floor(days / 7) };
  return { when: "long_ago" };
}
