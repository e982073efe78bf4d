import { z } from "zod";
import { defineCall } from "./call.ts";

/** No published number, and no difference of two, is about fewer people; each is given in whole tens. */
export const fairStep = 10;

/** A running total since the site began, rounded down to tens. */
const total = z.int().nonnegative();

const givenBack = z.object({ messages: total, credits: total });

/** Counts first messages by what became of them, but none to a fraud, and none whose author ended the chat. */
const firstMessages = z.object({
  /** A person answered within the promise. */
  answered: total,
  no_answer: givenBack,
  /** The recipient said "No, thanks". */
  declined: givenBack,
});
export type FirstMessages = z.output<typeof firstMessages>;

/** A site's figures at the end of a day (UTC), each as far as it may be published. */
export const fairDay = z.object({
  day: z.iso.date(),
  /** People who can be found on that day, in tens; 0: fewer than ten. */
  members: total,
  /** Exactly: they are no people. */
  fictional: z.int().nonnegative(),
  /** The promise on that day: days until the credits of an unanswered first message come back; 0: none. */
  answer_days: z.int().nonnegative(),
  /** By the gender of the writer. */
  first_messages: z.object({ male: firstMessages, female: firstMessages }),
  /** By whether they answer a question on the recipient's profile. The same messages as `first_messages`. */
  by_question: z.object({ with: firstMessages, without: firstMessages }),
  fraud: z.object({
    bans: total,
    /** Members who were told that they had written with one. */
    warned: total,
    given_back: givenBack,
  }),
  /** Photos in chats that the team rejected, and their senders' credits. */
  rejected_photos: givenBack,
  /** Voice messages that the team rejected, and their senders' credits. */
  rejected_voice: givenBack,
  withdrawals: total,
  refunds: total,
  /** The median from a report to its decision, in the 90 days before the number last changed; null: too few. */
  decision_hours: z.int().nonnegative().nullable(),
});
export type FairDay = z.output<typeof fairDay>;

export const getFair = defineCall({
  method: "GET",
  path: "/api/fair.php",
  summary:
    "How fair the site is: its figures of each day, counted once a night (R10.04). Daily for thirteen months, before that the last day of each month. Totals run since the site began: subtract two days to get what happened between them.",
  who: "anyone",
  query: z.object({
    /** `month`: only the last day of each month, and the newest one. */
    by: z.enum(["day", "month"], "unknown_option").optional(),
  }),
  answer: z.object({
    step: z.int(),
    /** The oldest first; empty before the first night. */
    days: z.array(fairDay),
  }),
});
