import { hourMs } from "./durations.ts";
import type { QueueState } from "./office.ts";

export const isOverdue = ({ oldest, target_hours: hours }: QueueState, now: number): boolean =>
  oldest !== null && now - Date.parse(oldest) > hours * hourMs;
