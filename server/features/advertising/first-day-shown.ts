import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";

const defaultDays = 30;

/** The first day of results if the caller names none. */
export const firstDayShown = (now: Date): string => dayOf(new Date(now.getTime() - defaultDays * dayMs));
