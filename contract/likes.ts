import { z } from "zod";
import { defineCall } from "./call.ts";
import { writing } from "./chat.ts";
import { card, memberId, mutualErrors } from "./profiles.ts";

export const likeEntry = z.object({
  id: z.uuid(),
  like_new: z.boolean(),
  /** An introduction: sent automatically for a member who opted in, not by a tap. */
  automatic: z.boolean(),
  created_at: z.iso.datetime(),
  writing,
});
export type LikeEntry = z.output<typeof likeEntry>;

export const likeTypes = ["received", "sent", "matches"] as const;
export type LikeType = (typeof likeTypes)[number];

const nextCursor = z.string().nullable();

export const likesAnswer = z.object({
  /** Every member named below, once. */
  profiles: z.array(card),
  liked_by: z.array(likeEntry),
  liked: z.array(likeEntry),
  matches: z.array(likeEntry),
  /** All received likes that are new, also those of later pages. */
  new_likes: z.int(),
  /** The cursor of each list's next page; null at its end. */
  next_cursors: z.object({ received: nextCursor, sent: nextCursor, matches: nextCursor }),
});
export type LikesAnswer = z.output<typeof likesAnswer>;

export const getLikes = defineCall({
  method: "GET",
  path: "/api/likes.php",
  summary: "Likes received, sent, and matches, newest first: the first 48 of each, or a further page of one list.",
  who: "member",
  query: z.object({
    type: z.enum(likeTypes, "unknown_option").optional(),
    cursor: z.string().max(200, "invalid").optional(),
  }),
  answer: likesAnswer,
});

const toMember = z.object({ id: memberId });

export const likeMember = defineCall({
  method: "POST",
  path: "/api/like.php",
  summary: "Like a member; a like that is returned is a match (D5.1).",
  who: "member",
  key: "honoured",
  button: true,
  body: toMember,
  answer: z.object({ liked: z.boolean(), match: z.boolean() }),
  errors: mutualErrors,
});

export const unlikeMember = defineCall({
  method: "DELETE",
  path: "/api/like.php",
  summary: "Take a like back; a match ends with it.",
  who: "member",
  key: "honoured",
  button: true,
  body: toMember,
  answer: z.object({ liked: z.boolean() }),
});

export const seeLike = defineCall({
  method: "PUT",
  path: "/api/like.php",
  summary: "A received like was looked at: it is no longer new.",
  who: "member",
  key: "honoured",
  body: toMember,
  answer: z.object({ like_new: z.boolean() }),
});

export const autoLike = defineCall({
  method: "GET",
  path: "/api/auto-like.php",
  summary: "Introduce a member who fits to a new member by an automatic like, one a day; null if there is none (D5.3).",
  who: "member",
  callers: "same-origin",
  answer: z.object({
    /** Today's introduction, until the caller has looked at its like or answered it. */
    profile: card.nullable(),
  }),
});

/** The events of likes; `events.ts` joins them with the others. */
export const likesEvents = [
  z.object({ type: z.literal("like"), from: z.uuid(), name: z.string() }),
  z.object({ type: z.literal("match"), with: z.uuid(), name: z.string() }),
] as const;
export type SignType = z.output<(typeof likesEvents)[number]>["type"];

/** The calls whose answers each of these events makes outdated. */
export const outdatedByLikes = {
  like: ["getLikes", "getMember"],
  match: ["getLikes", "getMember", "getChat"],
} as const;

/** The kinds of notices of likes, see `notifications.ts`. */
export const likesNotices = { like: true, match: true } as const;
