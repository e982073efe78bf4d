import { z } from "zod";
import { defineCall } from "./call.ts";
import { swipeLikesPerDay } from "./constants.ts";
import { card, memberId, mutualErrors, profile } from "./profiles.ts";

export const deckSize = 20;

/** The likes that the member can still give in the swipe game today. Plain likes do not count. */
const swipeLikes = z.object({
  left: z.int().min(0).max(swipeLikesPerDay),
  per_day: z.int(),
  /** When there are new ones: a midnight in the member's time zone. */
  renewed_at: z.iso.datetime(),
  /** The server's time. */
  now: z.iso.datetime(),
});
export type SwipeLikes = z.output<typeof swipeLikes>;

/** A card of the swipe game also has what decides, as far as the profile shows it to the viewer. */
const deckCard = card.extend({
  ...profile.pick({ goals: true, children: true, smoking: true, height: true }).shape,
  /** The beginning of the first line of the text about oneself; empty: none. */
  about: z.string(),
});
export type DeckCard = z.output<typeof deckCard>;

const deck = z.object({
  members: z.array(deckCard).max(deckSize),
  likes: swipeLikes,
  undoable: z.uuid().nullable(),
  /** True if no member within the preferred ages and distance is left, but there are members beyond them. */
  beyond: z.boolean(),
  /** True if none is left, but members fit whose own ages or distance leave out the caller. */
  left_out: z.boolean(),
});
export type Deck = z.output<typeof deck>;

export const getDeck = defineCall({
  method: "GET",
  path: "/api/swipe.php",
  summary:
    "People who fit both ways, without those that the caller has already swiped or liked (D5.2); no programs (R11.06).",
  who: "member",
  answer: deck,
});

export const swipeMember = defineCall({
  method: "POST",
  path: "/api/swipe.php",
  summary:
    "Like or pass a member in the swipe game. A new like is one of the day's likes; passing is free. Repeating a swipe changes nothing.",
  who: "member",
  body: z.object({ id: memberId, like: z.boolean("invalid") }),
  answer: z.object({ match: z.boolean(), likes: swipeLikes, undoable: z.uuid().nullable() }),
  errors: [...mutualErrors, "swipe_likes_spent"],
});

export const undoSwipe = defineCall({
  method: "DELETE",
  path: "/api/swipe.php",
  summary:
    "Undo the last swipe, once. A like that it gave is taken back, and no longer counts as one of today's likes. A match can't be undone.",
  who: "member",
  body: z.object({ id: memberId }),
  answer: z.object({
    /** The member, as the top card again; null if they can't be shown any more. */
    member: deckCard.nullable(),
    likes: swipeLikes,
  }),
  errors: ["swipe_not_last", "swipe_is_match"],
});
