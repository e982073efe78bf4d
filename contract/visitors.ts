import { z } from "zod";
import { defineCall } from "./call.ts";
import { card, memberId } from "./profiles.ts";

export const visit = z.object({
  member: card,
  /** The day of the latest visit, in UTC; the time is not stored. */
  visited_on: z.iso.date(),
  visit_new: z.boolean(),
});
export type Visit = z.output<typeof visit>;

export const visitsAnswer = z.object({ visitors: z.array(visit), next_cursor: z.string().nullable() });
export type VisitsAnswer = z.output<typeof visitsAnswer>;

export const getVisitors = defineCall({
  method: "GET",
  path: "/api/visitors.php",
  summary: "Who looked at the caller's profile in the last 90 days, the latest day first, in pages of 24.",
  who: "member",
  query: z.object({ cursor: z.string().max(200, "invalid").optional() }),
  answer: visitsAnswer,
});

const seenAtOnce = 100;

export const seeVisitors = defineCall({
  method: "PUT",
  path: "/api/visitors.php",
  summary: "Mark these visitors as seen: they are no longer new.",
  who: "member",
  key: "honoured",
  body: z.object({ ids: z.array(memberId, "invalid").min(1, "required").max(seenAtOnce, "too_long") }),
  answer: z.object({
    new_visitors: z.int(),
  }),
});

/** The events of visits; `events.ts` joins them with the others. */
export const visitorsEvents = [
  /** A member looked at this member's profile; the visitors list says who, if they are visible. */
  z.object({ type: z.literal("visit") }),
] as const;

/** The calls whose answers each of these events makes outdated. */
export const outdatedByVisitors = { visit: ["getUser", "getVisitors"] } as const;

/** The kinds of notices of visits, see `notifications.ts`. */
export const visitorsNotices = { visitor: false } as const;
