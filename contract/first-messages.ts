import { z } from "zod";

/** Which share of first messages a member answers: at least two thirds, at least one third, or less (R10.03). */
export const answerShares = ["most", "half", "seldom"] as const;
export type AnswerShare = (typeof answerShares)[number];

/** A page shows it before the first message; a daily job counts it. Null: too few, hidden, or no person answers. */
export const answerOdds = z.object({
  share: z.enum(answerShares),
  /** Most of the answers come within a day. */
  within_a_day: z.boolean(),
});
export type AnswerOdds = z.output<typeof answerOdds>;

/** What the caller lacks (R10.05). `town`: they named none, so have no distance. Ages and kilometres are not told. */
const unmetWishes = ["gender", "age", "distance", "town", "verified"] as const;
export const unmetWish = z.enum(unmetWishes);
export type UnmetWish = z.output<typeof unmetWish>;

/** What the page has to say before the caller writes to a member for the first time. */
export const beforeWriting = {
  /** Null once the two have a chat. */
  answer_odds: answerOdds.nullable(),
  /** Not empty: the caller may not write to this member first. Empty once the two have a chat. */
  unmet_wishes: z.array(unmetWish),
};
