import { z } from "zod";
import { defineCall } from "./call.ts";
import { goals, matchReason } from "./match-reasons.ts";
import { bodyTypes, rankedCard, seeks } from "./profiles.ts";

/** Kilometres that stand for anywhere: half around the earth. */
export const anywhere = 20_000;

/** How many members the match finder shows. */
export const bestMembersShown = 24;

/** Of six: ages, distance, what for, interests, body types, one's own. With fewer a percentage would know nothing (D4.4). */
export const answersNeeded = 3;

/** Whom a member looks for (D4.4); null or empty: they never said, or do not mind. */
export const preferences = z.object({
  seeks: z.enum(seeks),
  prefers_min_age: z.int().nullable(),
  prefers_max_age: z.int().nullable(),
  /** Kilometres; `anywhere` for any distance. */
  prefers_distance: z.int().nullable(),
  goals: z.array(z.enum(goals)),
  prefers_body_types: z.array(z.enum(bodyTypes)),
  /** They have answered at least once. */
  answered: z.boolean(),
});
export type Preferences = z.output<typeof preferences>;

export const getPreferences = defineCall({
  method: "GET",
  path: "/api/preferences.php",
  summary: "Whom the caller looks for, as they told the match finder.",
  who: "member",
  answer: preferences,
});

const number = (low: number, high: number) =>
  z.int("invalid").min(low, "too_small").max(high, "too_big").nullable().optional();

const several = <const Codes extends readonly string[]>(codes: Codes) =>
  z
    .array(z.enum(codes, "unknown_option"), "invalid")
    .refine((chosen) => new Set(chosen).size === chosen.length, "invalid")
    .optional();

export const savePreferences = defineCall({
  method: "PUT",
  path: "/api/preferences.php",
  summary:
    "Change whom the caller looks for; what is left out stays, null takes an answer back. `seeks` decides their sexuality too, with their gender.",
  who: "member",
  key: "honoured",
  body: z.object({
    seeks: z.enum(seeks, "unknown_option").optional(),
    prefers_min_age: number(18, 120),
    prefers_max_age: number(18, 120),
    prefers_distance: number(1, anywhere),
    goals: several(goals),
    prefers_body_types: several(bodyTypes),
  }),
  answer: preferences,
});

/** The wishes that leave members out of the first list: either alone, or both where only both together do (D4.4). */
const wishes = ["age", "distance", "both"] as const;

/** A wider wish and how many members it would find. The caller saves it by `savePreferences`. */
const widerWish = z.object({
  wish: z.enum(wishes),
  prefers_min_age: z.int().nullable(),
  prefers_max_age: z.int().nullable(),
  prefers_distance: z.int().nullable(),
  /** Exact up to 10,000; `capped` where there are more. */
  total: z.object({ count: z.int(), capped: z.boolean() }),
});
export type WiderWish = z.output<typeof widerWish>;

export const findBestMembers = defineCall({
  method: "GET",
  path: "/api/match-finder.php",
  summary:
    "The members who suit the caller best, those within the ages and the distance asked for first, each with the percentage and the reasons for it (D4.4).",
  who: "member",
  answer: z.object({
    members: z.array(rankedCard.extend({ reasons: z.array(matchReason) })).max(bestMembersShown),
    /** If no member meets all wishes: for each wish, the smallest wider step that finds a member. */
    wider: z.array(widerWish),
  }),
});
