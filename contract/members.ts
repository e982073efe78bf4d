import { z } from "zod";
import { defineCall } from "./call.ts";
import { conversationsLeft } from "./chat.ts";
import { countryCode, regionCode } from "./places.ts";
import { card, genders, interests, memberId, profile, rankedCard, visibilityErrors } from "./profiles.ts";

/** The first one is the usual order (decision 0034). */
export const sorts = ["for_you", "best", "active", "newest", "nearest"] as const;

/** How many interests may be asked for at once. */
export const searchInterestsLimit = 10;

const number = (low: number, high: number) =>
  z.coerce.number("invalid").int("invalid").min(low, "too_small").max(high, "too_big").optional();

/** A switch in an address: on, or not there. */
const flag = z.literal("1", "unknown_option").optional();

/** Codes in a list with commas, or one by one, as a form without scripts sends them; each once. */
const codes = z
  .union([z.string(), z.array(z.string())], "invalid")
  .transform((given) => [...new Set([given].flat().flatMap((text) => text.split(",")))])
  .pipe(z.array(z.enum(interests, "unknown_option")).max(searchInterestsLimit, "too_big"));

/**
 * The filters of the member search (R3.11, D4.3); ages in years, distance in kilometres from the viewer's town. Those that
 * the site's `search_fields` does not offer are ignored, as are explicit interests for a visitor.
 */
export const searchQuery = z.object({
  gender: z.enum(genders, "unknown_option").optional(),
  country: countryCode.optional(),
  countryregion: regionCode.optional(),
  min_age: number(18, 120),
  max_age: number(18, 120),
  distance: number(1, 20_000),
  /** Here within the last minutes; joined within the last days; with a main photo that others may see. */
  online: flag,
  new: flag,
  photo: flag,
  /** Members who have all of them. */
  interests: codes.optional(),
  /** Whether or not they look for somebody like the viewer (D4.1); the viewer's own choice of gender stays. */
  anyone: flag,
  sort: z.enum(sorts, "unknown_option").optional(),
  cursor: z.string().max(200, "invalid").optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** A filter that was relaxed to find similar members (D4.3), and what it became; null where it was dropped. */
export const relaxed = z.object({
  filter: z.enum(["countryregion", "age", "distance"]),
  count: z.int(),
});

export const searchMembers = defineCall({
  method: "GET",
  path: "/api/members.php",
  summary: "Search members: two-way fit, pages of 24 by keyset, the total, and similar ones where few fit.",
  who: "anyone",
  query: searchQuery,
  answer: z.object({
    members: z.array(card),
    /** Exact up to 10,000; `capped` where there are more. */
    total: z.object({ count: z.int(), capped: z.boolean() }),
    next_cursor: z.string().nullable(),
    /** Sorted by the best match: how many were ranked, those who were here last, where more fit; null where all are. */
    ranked: z.int().nullable(),
    similar: z.array(card.extend({ relaxed: relaxed.shape.filter })),
  }),
  errors: ["authentication_required"],
});

export const getMember = defineCall({
  method: "GET",
  path: "/api/member.php",
  summary:
    "A member's profile, as the caller may see it. The member is told that the caller looked, unless they do not want that.",
  who: "member",
  query: z.object({ id: memberId }),
  answer: z.object({ profile, conversations_left: conversationsLeft }),
  errors: visibilityErrors,
});

/** How many first matches a new member meets. */
export const signupMatchesShown = 12;

export const getSignupMatches = defineCall({
  method: "GET",
  path: "/api/signup-matches.php",
  summary:
    "Whom a new member may like to meet first: members with a photo who fit both ways, the best first, fictional ones last.",
  who: "member",
  answer: z.object({ members: z.array(rankedCard).max(signupMatchesShown) }),
});

export const getCard = defineCall({
  method: "GET",
  path: "/api/card.php",
  summary: "A member's card, for who came because of that member; visitors get it where the site shows them members.",
  who: "anyone",
  query: z.object({ id: memberId }),
  answer: z.object({
    member: card,
    /** How what they say of themselves begins, in one paragraph; empty where the site does not show it. */
    about: z.string(),
  }),
  errors: visibilityErrors,
});

export const getInterests = defineCall({
  method: "GET",
  path: "/api/interests.php",
  summary: "The interests, named in the caller's language; the explicit ones for logged-in members only.",
  who: "anyone",
  answer: z.object({ interests: z.array(z.object({ code: z.enum(interests), name: z.string() })) }),
});
