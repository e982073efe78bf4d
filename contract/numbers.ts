import { z } from "zod";
import { defineCall } from "./call.ts";
import { figureRoles } from "./constants.ts";
import { queueState } from "./office.ts";

/** How many days back a period goes, today included (UTC). */
export const numberPeriods = ["7", "28", "91", "364"] as const;
/** What a period is divided into; weeks begin on Monday. */
export const numberSteps = ["day", "week", "month"] as const;
export type NumberStep = (typeof numberSteps)[number];

const date = z.iso.date();
const count = z.int();
const key = z.string().max(60, "invalid");

/** One day, week or month. Fictional and automatic profiles are in none of the numbers. */
export const numbersRow = z.object({
  from: date,
  signups: count,
  confirmations: count,
  /** Members whose last visit so far was within it. */
  last_seen: count,
  messages: count,
  matches: count,
  /** Chats that began within it between two members, and how many of them have an answer by now. */
  chats: count,
  answered: count,
  /** The median from the beginning of those chats to their first answer; null: none has one. */
  answer_seconds: z.number().nullable(),
});
export type NumbersRow = z.output<typeof numbersRow>;

export const numbersQuery = z.object({
  site: key.optional(),
  days: z.enum(numberPeriods, "unknown_option").default("28"),
  by: z.enum(numberSteps, "unknown_option").default("day"),
});

export const getNumbers = defineCall({
  method: "GET",
  path: "/api/staff-numbers.php",
  summary: "The numbers of a site, or of all sites, by day, week or month; at most a minute old.",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  query: numbersQuery,
  answer: z.object({
    at: z.iso.datetime(),
    rows: z.array(numbersRow),
    active: z.object({ day: count, week: count, month: count }),
    /** The members who signed up in a week, and how many of them were still here after 1, 2, … whole weeks. */
    retention: z.array(z.object({ week: date, members: count, kept: z.array(count) })),
    /** What the receipts and credit notes of each step say; a step without any has no row. */
    revenue: z.array(
      z.object({
        from: date,
        currency: z.string(),
        /** In minor units, VAT included: the sum of the receipts, and that of the credit notes. */
        paid: count,
        back: count,
      }),
    ),
    queues: z.array(queueState),
  }),
});
