import { z } from "zod";
import { defineCall } from "./call.ts";

/** How many contacts a member can hide from, and how many lines they can send at once, how often a day (R11.04). */
export const maxContacts = 1_000;
export const maxContactLines = 200;
export const contactsADay = 10;
/** A list is cleared, or one contact removed, once in so many days: each time, members would learn who comes back. */
export const clearContactsDays = 7;

const state = z.object({
  /** How many addresses and numbers are stored, and never who has an account. */
  count: z.int().nonnegative(),
});

export const getHiddenContacts = defineCall({
  method: "GET",
  path: "/api/hidden-contacts.php",
  summary: "From how many addresses and numbers of people they know the caller hides (R11.04).",
  who: "member",
  answer: state,
});

/** Why a line was not taken. */
export const contactProblems = ["no_contact", "address_invalid", "phone_invalid", "too_many"] as const;
export type ContactProblem = (typeof contactProblems)[number];

export const hideFromContacts = defineCall({
  method: "POST",
  path: "/api/hidden-contacts.php",
  summary:
    "Hide from people the caller knows, by lines with email addresses or phone numbers, of which only keyed hashes are stored. Neither finds the other, now or after a later signup. Lines that can't be read are named, the others count. The answer is the same whether or not they have accounts.",
  who: "member",
  key: "honoured",
  body: z.object({
    lines: z
      .array(z.string("invalid"), "invalid")
      .max(5_000, "too_long")
      .refine((lines) => lines.some((line) => line.trim() !== ""), "required"),
  }),
  answer: state.extend({
    added: z.int().nonnegative(),
    /** By the line's place, from 0. */
    refused: z.array(z.object({ line: z.int().nonnegative(), problem: z.enum(contactProblems) })),
  }),
  errors: ["hiding_not_confirmed", "hiding_limit"],
});

export const showToContact = defineCall({
  method: "PUT",
  path: "/api/hidden-contacts.php",
  summary:
    "Hide from one person no longer, named by a line with their address or number. What was deleted stays deleted. Counts as clearing the list, unless the line is not in it.",
  who: "member",
  key: "honoured",
  body: z.object({ line: z.string("invalid").max(5_000, "too_long") }),
  answer: state.extend({
    /** How many addresses and numbers of the line were in the list. */
    removed: z.int().nonnegative(),
    /** Why the line can't be read. */
    problem: z.enum(contactProblems).nullable(),
  }),
  errors: ["hiding_limit"],
});

export const clearHiddenContacts = defineCall({
  method: "DELETE",
  path: "/api/hidden-contacts.php",
  summary: "Hide from none of these contacts any more. What was deleted stays deleted.",
  who: "member",
  key: "honoured",
  answer: state,
  errors: ["hiding_limit"],
});
