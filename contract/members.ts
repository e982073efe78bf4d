import { z } from "zod";
import { defineCall } from "./call.ts";
import { chatOnPage, writing } from "./chat.ts";
import { factAnswers } from "./fact-answers.ts";
import { heights } from "./facts.ts";
import { giftsOnPage } from "./gifts.ts";
import { markOnPage } from "./marks.ts";
import { question } from "./opening-questions.ts";
import { countryCode, regionCode } from "./places.ts";
import { card, genders, interests, memberId, pageErrors, profile, rankedCard, visibilityErrors } from "./profiles.ts";

/** The first one is the default order (decision 0107). */
export const sorts = ["for_you", "best", "active", "newest", "nearest"] as const;

export const searchInterestsLimit = 10;

const number = (low: number, high: number) =>
  z.coerce.number("invalid").int("invalid").min(low, "too_small").max(high, "too_big").optional();

/** A switch in a URL: on, or absent. */
const flag = z.literal("1", "unknown_option").optional();

/** Codes in a list with commas, or as repeated parameters, as a form without scripts sends them; without duplicates. */
const codes = (description: string, examples: string[]) =>
  z
    .union([z.string(), z.array(z.string())], "invalid")
    .meta({ description, examples })
    .transform((parameter) => [...new Set([parameter].flat().flatMap((list) => list.split(",")))]);

const interestCodes = codes("Codes of `/api/interests.php`, with commas between them", ["wine,coffee"]).pipe(
  z.array(z.enum(interests, "unknown_option")).max(searchInterestsLimit, "too_big"),
);

/** Members who gave one of these answers. */
const answers = <const Codes extends readonly [string, ...string[]]>(all: Codes) =>
  codes(`Any of ${all.join(", ")}, with commas between them`, [all.slice(0, 2).join(",")])
    .pipe(z.array(z.enum(all, "unknown_option")))
    .optional();

/**
 * The filters of the member search (R3.11, D4.3); ages in years, distance in kilometres from the viewer's town. Filters
 * that the site's `search_fields` does not offer are ignored, and so are facts and explicit interests from a visitor.
 */
export const searchQuery = z.object({
  gender: z.enum(genders, "unknown_option").optional(),
  country: countryCode.optional(),
  countryregion: regionCode.optional(),
  min_age: number(18, 120),
  max_age: number(18, 120),
  distance: number(1, 20_000),
  /** Active within the last `onlineMinutes`; joined within the last `newDays`; has a main photo that others may see. */
  online: flag,
  new: flag,
  photo: flag,
  /** People who answer themselves: no fictional profiles, and no members that a program answers for (decision 0107). */
  people: flag,
  /** No fictional profiles. */
  not_fictional: flag,
  /** Members whose selfie staff compared with their main photo. */
  verified: flag,
  /** Members who have all of these. */
  interests: interestCodes.optional(),
  /** Facts that decide (R11.03): members who don't say one are not found by it. The height in centimetres. */
  min_height: number(heights.min, heights.max),
  max_height: number(heights.min, heights.max),
  children: answers(factAnswers.children),
  wants_children: answers(factAnswers.wants_children),
  smoking: answers(factAnswers.smoking),
  drinking: answers(factAnswers.drinking),
  education: answers(factAnswers.education),
  languages: answers(factAnswers.languages),
  /** Of members who show what they are looking for. */
  goals: answers(factAnswers.goals),
  /** Includes members who do not look for the viewer's gender; the viewer's own choice of gender stays. */
  anyone: flag,
  sort: z.enum(sorts, "unknown_option").optional(),
  cursor: z.string().max(300, "invalid").optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** A filter that was relaxed to find similar members, and its new value; null if it was removed. */
export const relaxed = z.object({
  filter: z.enum(["countryregion", "age", "distance"]),
  count: z.int(),
});

export const searchMembers = defineCall({
  method: "GET",
  path: "/api/members.php",
  replica: true,
  summary: "Search members: two-way fit, pages of 24 by keyset, the total, and similar members if few fit.",
  who: "anyone",
  query: searchQuery,
  answer: z.object({
    members: z.array(card),
    /** Exact up to 10,000; `capped` if there are more. */
    total: z.object({ count: z.int(), capped: z.boolean() }),
    next_cursor: z.string().nullable(),
    /** With sort `best`: how many recently active members were ranked, if more fit; null if all were. */
    ranked: z.int().nullable(),
    similar: z.array(card.extend({ relaxed: relaxed.shape.filter })),
  }),
  errors: ["authentication_required", "cards_limit"],
});

export const getMember = defineCall({
  method: "GET",
  path: "/api/member.php",
  summary:
    "A member's profile, as the caller may see it. The visit is recorded for the member unless they opted out. On a site that asks for a proof of age others' profiles need it (D11.6).",
  who: "member",
  query: z.object({
    id: memberId,
    /** The caller's own profile, with the photos as a free member sees them; changes nothing for another member's. */
    as: z.literal("free", "invalid").optional(),
  }),
  answer: z.object({
    profile,
    // what the areas add, each by its `memberPage`
    ...chatOnPage,
    ...giftsOnPage,
    ...markOnPage,
  }),
  errors: [...pageErrors, "profiles_limit", "age_check_required"],
});

export const signupMatchesShown = 12;

export const getSignupMatches = defineCall({
  method: "GET",
  path: "/api/signup-matches.php",
  replica: true,
  summary:
    "The first members a new member may like: with a photo, fitting both ways, the best first, fictional ones last.",
  who: "member",
  answer: z.object({ members: z.array(rankedCard).max(signupMatchesShown) }),
});

export const getCard = defineCall({
  method: "GET",
  path: "/api/card.php",
  replica: true,
  summary: "One member's card; visitors get it only if the site shows them members.",
  who: "anyone",
  query: z.object({ id: memberId }),
  answer: z.object({
    member: card,
    /** The beginning of their "about me", in one paragraph; empty if the site does not show it. */
    about: z.string(),
    /** For visitors, if the member lets them and the site shows these: no explicit interests (R11.07). */
    questions: z.array(question),
    /** Their names. */
    interests: z.array(z.string()),
    /** Whether a visitor's signup may begin with a message to them; true for members. */
    takes_first_message: z.boolean(),
    /** Null for visitors. */
    writing: writing.nullable(),
  }),
  errors: [...visibilityErrors, "profiles_limit", "cards_limit"],
});

/** The counts are rounded down; 1 stands for one to nine, and no entry for none. */
const roundedCounts = z.record(z.string(), z.int());

export const getMemberCounts = defineCall({
  method: "GET",
  path: "/api/member-counts.php",
  replica: true,
  summary:
    "About how many members there are, share an interest, and live in each region of a country, without fictional profiles.",
  who: "anyone",
  query: z.object({ country: countryCode.optional() }),
  answer: z.object({
    /** Rounded like the others; 0 for none. `lately`: active within the last seven days. */
    members: z.int(),
    lately: z.int(),
    interests: roundedCounts,
    regions: roundedCounts,
  }),
  errors: ["authentication_required"],
});

export const getInterests = defineCall({
  method: "GET",
  path: "/api/interests.php",
  summary: "The interests, named in the caller's language; the explicit ones for logged-in members only.",
  who: "anyone",
  answer: z.object({ interests: z.array(z.object({ code: z.enum(interests), name: z.string() })) }),
});
