import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { termsNoticeDays } from "#contract/terms.ts";

const daysAfter = (moment: Date, days: number) => dayOf(new Date(moment.getTime() + days * dayMs));

/** The first day that terms announced now may apply from: a day more than promised, in which the mails go out. */
export const earliestDay = (now: Date) => daysAfter(now, termsNoticeDays + 1);

/** No later than this: members forget what they were told a year ago. */
export const latestDay = (now: Date) => daysAfter(now, 366);

/**
 * From which day announced terms apply. If the mails went out late, the terms in force stay until every member has had
 * the promised time.
 */
export function appliesFrom({ applies_on: day, mailed_at: mailed }: { applies_on: string; mailed_at: Date | null }) {
  const promised = mailed === null ? day : daysAfter(mailed, termsNoticeDays);
  return promised > day ? promised : day;
}
