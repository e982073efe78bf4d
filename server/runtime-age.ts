import { dayMs } from "#contract/durations.ts";

/** Renewed together, at least every two months: a runtime gets security fixes only by a newer version. */
export const pinnedNode = { version: "24.21.0", newestOn: "2026-11-23" } as const;

export const oldestRuntimeDays = 60;

/** For how many whole days the pinned Node has not been renewed. */
export function runtimeAgeDays(now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(pinnedNode.newestOn)) / dayMs));
}
