import { minimumAgeFloor } from "#contract/constants.ts";
import { answersNeeded } from "#contract/match-finder.ts";
import { goals, type MatchReason } from "#contract/match-reasons.ts";
import type { SearchQuery } from "#contract/members.ts";
import { ageAt } from "#server/ages.ts";
import { type Home, shownDistance } from "#server/features/sites/index.ts";

/** The facts and preferences of a member that determine how well they suit another (D4.4). */
export type MatchSide = Home & {
  gender: string;
  seeks_men: boolean;
  seeks_women: boolean;
  date_of_birth: string;
  country: string;
  body_type: string | null;
  interests: string[];
  goals: string[];
  prefers_min_age: number | null;
  prefers_max_age: number | null;
  prefers_distance: number | null;
  prefers_body_types: string[];
};

/** The columns of `profiles` that make up a `MatchSide`. */
export const matchColumns = [
  "gender",
  "seeks_men",
  "seeks_women",
  "date_of_birth",
  "country",
  "latitude",
  "longitude",
  "body_type",
  "interests",
  "goals",
  "prefers_min_age",
  "prefers_max_age",
  "prefers_distance",
  "prefers_body_types",
] as const satisfies (keyof MatchSide)[];

/** How much each part counts, in hundredths. */
export const weights = { age: 30, distance: 25, interests: 20, goals: 15, looks: 10 };
/** The defaults if a member has no preference: years from their own age, and kilometres. */
const defaultPreferences = { years: 5, kilometres: 25 };
/** Kilometres for an unknown distance within a country, and for one to another country or beyond the last step. */
export const fallbackKilometres = { within: 75, beyond: 500 };
/** The value of a part that can't be decided, because an answer is missing. */
const unknownPart = 0.5;

export function wantedAges(
  { prefers_min_age, prefers_max_age }: Pick<MatchSide, "prefers_min_age" | "prefers_max_age">,
  ownAge: number,
): { min: number; max: number } {
  const min =
    prefers_min_age ??
    Math.min(Math.max(minimumAgeFloor, ownAge - defaultPreferences.years), prefers_max_age ?? ownAge);
  return { min, max: prefers_max_age ?? Math.max(ownAge + defaultPreferences.years, min) };
}

const wantedDistance = ({ prefers_distance }: MatchSide) => prefers_distance ?? defaultPreferences.kilometres;

/**
 * 1 within the wanted ages. Beyond them it falls with the square of the years: ½ at five years, ⅕ at ten.
 */
function agePart(age: number, wanted: { min: number; max: number }): number {
  const beyond = Math.max(0, wanted.min - age, age - wanted.max);
  return 1 / (1 + (beyond / 5) ** 2);
}

/** 1 within the wanted distance, ½ at twice that, ⅓ at three times. */
const distancePart = (kilometres: number, wanted: number) => Math.min(1, wanted / kilometres);

/** Each shared interest brings less than the one before: 0.2 for none, 0.6 for two, 0.86 for five. */
function interestsPart(sharedCount: number): number {
  return 1 - 0.8 * 0.5 ** (sharedCount / 2);
}
/** The value of the interests if one of the two stated none. */
const unknownInterestsPart = 0.4;

/** 1 if all body types are wanted, or the other's is one of them. */
function looksPart(wanted: readonly string[], bodyType: string | null): number {
  if (wanted.length === 0) return 1;
  if (bodyType === null) return unknownPart;
  return wanted.includes(bodyType) ? 1 : 0;
}

type Seeker = Pick<MatchSide, "seeks_men" | "seeks_women">;
export const seeksGenderOf = (side: Seeker, other: Pick<MatchSide, "gender">) =>
  other.gender === "male" ? side.seeks_men : side.seeks_women;

/** Whether each looks for the other's gender; if not, they see no percentage and no reasons. */
export function lookForEachOther(one: MatchSide, other: MatchSide): boolean {
  return seeksGenderOf(one, other) && seeksGenderOf(other, one);
}

const intersect = (one: readonly string[], other: readonly string[]) => one.filter((code) => other.includes(code));

/** What both sides have in common, and their distance; the same if the sides are swapped. */
function compareSides(one: MatchSide, other: MatchSide) {
  const step = shownDistance(one, other);
  const unknownKilometres = one.country === other.country ? fallbackKilometres.within : fallbackKilometres.beyond;
  return {
    step,
    kilometres: step === "further" ? fallbackKilometres.beyond : (step ?? unknownKilometres),
    sharedInterests: intersect(one.interests, other.interests).length,
    interestsGiven: one.interests.length > 0 && other.interests.length > 0,
    sharedGoals: intersect(one.goals, other.goals),
    goalsGiven: one.goals.length > 0 && other.goals.length > 0,
  };
}

/** How well `other` matches the preferences of `side`, from 0 to 1: the weighted mean of the parts. */
function scoreOneWay(side: MatchSide, other: MatchSide, common: ReturnType<typeof compareSides>, now: Date): number {
  if (!seeksGenderOf(side, other)) return 0;
  const wanted = wantedAges(side, ageAt(side.date_of_birth, now));
  const interests = common.interestsGiven ? interestsPart(common.sharedInterests) : unknownInterestsPart;
  const goalsPart = common.goalsGiven ? Number(common.sharedGoals.length > 0) : unknownPart;
  const hundredths =
    weights.age * agePart(ageAt(other.date_of_birth, now), wanted) +
    weights.distance * distancePart(common.kilometres, wantedDistance(side)) +
    weights.interests * interests +
    weights.goals * goalsPart +
    weights.looks * looksPart(side.prefers_body_types, other.body_type);
  return hundredths / 100;
}

/**
 * How well two members suit each other, from 0 to 1 (D4.4, decision 0025): the geometric mean of how well each matches
 * the other's preferences. So it is the same from both sides, and a high score in one direction can't outweigh a low
 * one in the other. Each direction is 0.30 age + 0.25 distance + 0.20 interests in common + 0.15 goals in common + 0.10
 * looks, each part from 0 to 1. Distances enter only as the shown steps, so that no series of percentages reveals more
 * of where a member lives (D4.5). Only the search's best match, the match finder and the first matches rank by this.
 */
export function matchScore(one: MatchSide, other: MatchSide, now: Date): number {
  const common = compareSides(one, other);
  return Math.sqrt(scoreOneWay(one, other, common, now) * scoreOneWay(other, one, common, now));
}

export function matchPercentage(one: MatchSide, other: MatchSide, now: Date): number {
  return Math.round(100 * matchScore(one, other, now));
}

type Answers = Pick<
  MatchSide,
  | "interests"
  | "goals"
  | "body_type"
  | "prefers_min_age"
  | "prefers_max_age"
  | "prefers_distance"
  | "prefers_body_types"
>;

/** How many answers a member still has to give before percentages are shown. */
export function questionsLeft(side: Answers): number {
  const answered = [
    side.prefers_min_age !== null || side.prefers_max_age !== null,
    side.prefers_distance !== null,
    side.goals.length > 0,
    side.interests.length > 0,
    side.prefers_body_types.length > 0,
    side.body_type !== null,
  ];
  return Math.max(0, answersNeeded - answered.filter(Boolean).length);
}

/**
 * The percentage that two members see beside each other, the same for both. Null if either does not look for the
 * other's gender, or has answered too few questions for a meaningful number.
 */
export function shownPercentage(one: MatchSide, other: MatchSide, now: Date): number | null {
  const shown = lookForEachOther(one, other) && questionsLeft(one) === 0 && questionsLeft(other) === 0;
  return shown ? matchPercentage(one, other, now) : null;
}

/**
 * Whether a member is further away or of another age than the viewer prefers; a missing preference excludes no member.
 */
export function isBeyond(viewer: MatchSide, member: MatchSide, now: Date): boolean {
  const age = ageAt(member.date_of_birth, now);
  const tooYoung = viewer.prefers_min_age !== null && age < viewer.prefers_min_age;
  const tooOld = viewer.prefers_max_age !== null && age > viewer.prefers_max_age;
  const maxDistance = viewer.latitude === null ? null : viewer.prefers_distance;
  return tooYoung || tooOld || (maxDistance !== null && compareSides(viewer, member).kilometres > maxDistance);
}

/** The searches for the best members: as wanted first, then in the country, then of any age, then anywhere. */
export function matchSearches(viewer: MatchSide, now: Date): SearchQuery[] {
  const { min, max } = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const ages = { min_age: min, max_age: max };
  const { country } = viewer;
  const around = viewer.latitude === null ? [] : [{ distance: wantedDistance(viewer), ...ages }];
  return [...around, { country, ...ages }, { country }, {}];
}

/** Why a viewer and a member suit each other, in the order of D4.4; empty if either does not look for the other. */
export function matchReasons(viewer: MatchSide, member: MatchSide, now: Date): MatchReason[] {
  if (!lookForEachOther(viewer, member)) return [];
  const { step, sharedInterests, sharedGoals } = compareSides(viewer, member);
  const reasons: MatchReason[] = [];
  if (sharedInterests > 0) reasons.push({ code: "shared_interests", count: sharedInterests });
  if (typeof step === "number" && step <= wantedDistance(viewer)) reasons.push({ code: "distance", kilometres: step });
  const both = goals.filter((goal) => sharedGoals.includes(goal));
  if (both.length > 0) reasons.push({ code: "goals", goals: both });
  const ages = agesReason(viewer, member, now);
  return ages ? [...reasons, { code: ages }] : reasons;
}

function agesReason(viewer: MatchSide, member: MatchSide, now: Date): "ages_wanted" | "ages_close" | null {
  const [viewerAge, memberAge] = [ageAt(viewer.date_of_birth, now), ageAt(member.date_of_birth, now)];
  const bothAnswered = [viewer, member].every((side) => side.prefers_min_age !== null || side.prefers_max_age !== null);
  if (!bothAnswered) return Math.abs(viewerAge - memberAge) <= defaultPreferences.years ? "ages_close" : null;
  const suits =
    agePart(memberAge, wantedAges(viewer, viewerAge)) === 1 && agePart(viewerAge, wantedAges(member, memberAge)) === 1;
  return suits ? "ages_wanted" : null;
}
