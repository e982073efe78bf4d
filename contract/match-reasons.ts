import { z } from "zod";
import { comparedFacts } from "./facts.ts";

/** What members look for; `locales/<lang>/match-finder.json` has the names. */
export const goals = ["relationship", "dates", "friendship", "fun", "chatting"] as const;

/** D4.4, in codes: what the two have in common. Interests are counted, explicit ones too, never named (D4.2). */
export const matchReason = z.discriminatedUnion("code", [
  z.object({ code: z.literal("shared_interests"), count: z.int() }),
  /** Within what the viewer wants; rounded up to a step in kilometres, 0 in the same town, as on the card (D4.5). */
  z.object({ code: z.literal("distance"), kilometres: z.int() }),
  z.object({ code: z.literal("goals"), goals: z.array(z.enum(goals)).min(1) }),
  /** Both gave the same answer, or speak a language in common; only facts that the site's profiles show. */
  z.object({ code: z.literal("facts"), facts: z.array(z.enum(comparedFacts)).min(1) }),
  z.object({ code: z.literal("ages_wanted") }),
  /** One of them has not answered, and they are within five years of each other. */
  z.object({ code: z.literal("ages_close") }),
]);
export type MatchReason = z.output<typeof matchReason>;
