import { z } from "zod";
import { defineCall } from "./call.ts";
import { countryCode, regionCode } from "./places.ts";
import { card, genders, interests, profile } from "./profiles.ts";

export const sorts = ["active", "newest", "nearest"] as const;

const number = (low: number, high: number) =>
  z.coerce.number("invalid").int("invalid").min(low, "too_small").max(high, "too_big").optional();

/** The filters of the member search (R3.11); ages in years, distance in kilometres from the viewer's town. */
export const searchQuery = z.object({
  gender: z.enum(genders, "unknown_option").optional(),
  country: countryCode.optional(),
  countryregion: regionCode.optional(),
  min_age: number(18, 120),
  max_age: number(18, 120),
  distance: number(1, 20_000),
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
    similar: z.array(card.extend({ relaxed: relaxed.shape.filter })),
  }),
  errors: ["authentication_required"],
});

export const getMember = defineCall({
  method: "GET",
  path: "/api/member.php",
  summary: "A member's profile, as the caller may see it.",
  who: "member",
  query: z.object({ id: z.uuid("invalid") }),
  answer: z.object({ profile }),
  errors: ["profile_not_found"],
});

export const getInterests = defineCall({
  method: "GET",
  path: "/api/interests.php",
  summary: "The interests, named in the caller's language; the explicit ones for logged-in members only.",
  who: "anyone",
  answer: z.object({ interests: z.array(z.object({ code: z.enum(interests), name: z.string() })) }),
});
