import { dayOf } from "#contract/days.ts";

const defaultDays = 30;

/** The first day of results if the caller names none. */
export const firstDayShown = (now: Date): string => dayOf(new Date(now.getTime() - defaultDays * 86_400_000));
