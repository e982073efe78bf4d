import { dayMs } from "#contract/durations.ts";
import type { AnswerOdds } from "#contract/first-messages.ts";

/** Below this number of first messages nothing is said about a member: a few say little, and could be recognised. */
export const fewestForOdds = 10;

/** How long a first message has to be answered, in days, before it counts. */
const daysToAnswer = 7;
/** A first message older than this, in days, no longer counts. */
const daysCounted = 60;

/** The time in which first messages count: after `since`, up to `until`. */
export function countedPeriod(now: Date): { since: Date; until: Date } {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return { since: before(daysCounted), until: before(daysToAnswer) };
}

/** An answer counts if it came within this interval after the first message, as PostgreSQL writes it. */
export const answerInterval = `${daysToAnswer} days`;

/** What is counted of the first messages that a member received. */
export type AnswerCounts = { received: number; answered: number; within_a_day: number };

/** R10.03: `most` from two thirds on, `half` from one third on; undefined if too few wrote. */
export function oddsOf({ received, answered, within_a_day: quick }: AnswerCounts): AnswerOdds | undefined {
  if (received < fewestForOdds) return undefined;
  if (3 * answered < received) return { share: "seldom", within_a_day: false };
  return { share: 3 * answered < 2 * received ? "half" : "most", within_a_day: 2 * quick > answered };
}
