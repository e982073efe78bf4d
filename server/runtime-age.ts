import { dayMs } from "#contract/durations.ts";

/** Renew both at least every two months: a runtime gets security fixes only by a newer version. */
export const pinnedNode = { version: "24.21.0", newestOn: "2026-11-23" } as const;

export const oldestRuntimeDays = 60;

/** Counts the whole days since the pinned Node was renewed. */
export function runtimeAgeDays(now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(pinnedNode.newestOn)) / dayMs));
}
