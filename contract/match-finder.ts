import { z } from "zod";
import { defineCall } from "./call.ts";
import { goals, matchReason } from "./match-reasons.ts";
import { bodyTypes, rankedCard, seeks } from "./profiles.ts";

/** The distance in kilometres that means anywhere: half the earth's circumference. */
export const anywhere = 20_000;

export const bestMembersShown = 24;

/** So many of six answers (D4.4): ages, distance, goals, interests, body types, and the member's own body type. */
export const answersNeeded = 3;

/** The partner a member is looking for; null or empty: they have not answered, or do not mind. */
const preferences = z.object({
  /** Null if the member withdrew the consent to store it. */
  seeks: z.enum(seeks).nullable(),
  prefers_min_age: z.int().nullable(),
  prefers_max_age: z.int().nullable(),
  /** Kilometres; `anywhere` for any distance. */
  prefers_distance: z.int().nullable(),
  goals: z.array(z.enum(goals)),
  prefers_body_types: z.array(z.enum(bodyTypes)),
  answered: z.boolean(),
});
export type Preferences = z.output<typeof preferences>;

export const getPreferences = defineCall({
  method: "GET",
  path: "/api/preferences.php",
  summary: "The caller's answers to the match finder: who they are looking for.",
  who: "member",
  whileClosed: true,
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
    "Change who the caller is looking for; an omitted answer stays, null deletes one. `seeks` and the gender determine the caller's sexuality, so `seeks` requires consent to storing that.",
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

/** The preferences to widen if the first list is short: either alone, or both if only both together help. */
const widenings = ["age", "distance", "both"] as const;

/** A wider preference and how many members it would find. The caller saves it by `savePreferences`. */
const widerPreference = z.object({
  wish: z.enum(widenings),
  prefers_min_age: z.int().nullable(),
  prefers_max_age: z.int().nullable(),
  prefers_distance: z.int().nullable(),
  /** Exact up to 10,000; `capped` if there are more. */
  total: z.object({ count: z.int(), capped: z.boolean() }),
});
export type WiderPreference = z.output<typeof widerPreference>;

export const findBestMembers = defineCall({
  method: "GET",
  path: "/api/match-finder.php",
  replica: true,
  summary:
    "The people who suit the caller best, those within the preferred ages and distance first, each with percentage and reasons (D4.4).",
  who: "member",
  answer: z.object({
    members: z.array(rankedCard.extend({ reasons: z.array(matchReason) })).max(bestMembersShown),
    /** If no member meets all preferences: for each preference, the smallest wider step that finds a member. */
    wider: z.array(widerPreference),
  }),
});
