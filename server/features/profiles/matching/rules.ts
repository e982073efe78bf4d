import type { Selectable } from "kysely";
import { minimumAgeFloor } from "#contract/constants.ts";
import { answersNeeded } from "#contract/match-finder.ts";
import { goals, type MatchReason } from "#contract/match-reasons.ts";
import type { SearchQuery } from "#contract/members.ts";
import type { sexualities } from "#contract/profiles.ts";
import { ageAt } from "#server/ages.ts";
import type { Profiles } from "#server/db/tables.ts";
import { shownDistance } from "#server/features/sites/index.ts";
import { likeFacts, likeness } from "./fact-bits.ts";
import { codesOf, countCommon, readWishes, type Wishes } from "./packed-side.ts";

export const matchColumns = [
  "gender",
  "seeks_men",
  "seeks_women",
  "date_of_birth",
  "country",
  "latitude",
  "longitude",
  "interest_bits",
  "match_wishes",
  "fact_bits",
] as const;

/** The facts and preferences that D4.4 compares; interests, wishes and facts are packed as in the search's indexes. */
export type MatchSide = Pick<Selectable<Profiles>, (typeof matchColumns)[number]>;

/** How much each part counts, in hundredths. */
export const weights = { age: 25, distance: 20, interests: 20, goals: 15, looks: 10, facts: 10 };
/** The defaults if a member has no preference: years from their own age, and kilometres. */
const defaultPreferences = { years: 5, kilometres: 25 };
/** Kilometres for an unknown distance within a country, and for one to another country or beyond the last step. */
export const fallbackKilometres = { within: 75, beyond: 500 };
/** The value of a part that can't be decided, because an answer is missing. */
const unknownPart = 0.5;

export function wantedAges(
  { prefers_min_age, prefers_max_age }: Pick<Wishes, "prefers_min_age" | "prefers_max_age">,
  ownAge: number,
): { min: number; max: number } {
  const min =
    prefers_min_age ??
    Math.min(Math.max(minimumAgeFloor, ownAge - defaultPreferences.years), prefers_max_age ?? ownAge);
  return { min, max: prefers_max_age ?? Math.max(ownAge + defaultPreferences.years, min) };
}

const wantedDistance = ({ prefers_distance }: Wishes) => prefers_distance ?? defaultPreferences.kilometres;

/** How many years someone is outside of these ages; 0 within them. */
export const yearsBeyond = (age: number, ages: { min: number; max: number }): number =>
  Math.max(0, ages.min - age, age - ages.max);

/** The part is 1 within the wanted ages, and falls with the square of the years: ½ five years beyond, ⅕ at ten. */
const agePart = (age: number, ages: { min: number; max: number }) => 1 / (1 + (yearsBeyond(age, ages) / 5) ** 2);

/** 1 within the wanted distance, ½ at twice that, ⅓ at three times. */
const distancePart = (kilometres: number, limit: number) => Math.min(1, limit / kilometres);

/** Each shared interest brings less than the one before: 0.2 for none, 0.6 for two, 0.86 for five. */
function interestsPart(sharedCount: number): number {
  return 1 - 0.8 * 0.5 ** (sharedCount / 2);
}
/** The value of the interests if one of the two stated none. */
const unknownInterestsPart = 0.4;

/** 1 if all body types are wanted, or the other's is one of them. */
function looksPart(bodyTypes: number, bodyType: number): number {
  if (bodyTypes === 0) return 1;
  if (bodyType === 0) return unknownPart;
  return (bodyTypes & bodyType) === 0 ? 0 : 1;
}

type Seeker = Pick<MatchSide, "seeks_men" | "seeks_women">;
export const seeksGenderOf = (side: Seeker, other: Pick<MatchSide, "gender">) =>
  other.gender === "male" ? side.seeks_men : side.seeks_women;

/** Whether each looks for the other's gender; if not, they see no percentage and no reasons. */
export function lookForEachOther(one: MatchSide, other: MatchSide): boolean {
  return seeksGenderOf(one, other) && seeksGenderOf(other, one);
}

/** A side with what is computed from it once for both directions. */
type Party = { side: MatchSide; wishes: Wishes; age: number };
const partyOf = (side: MatchSide, now: Date): Party => ({
  side,
  wishes: readWishes(side.match_wishes),
  age: ageAt(side.date_of_birth, now),
});

/** The shown distance of two members, and the kilometres that it counts as; the same if the two are swapped. */
function distanceBetween(one: MatchSide, other: MatchSide) {
  const step = shownDistance(one, other);
  const unknownKilometres = one.country === other.country ? fallbackKilometres.within : fallbackKilometres.beyond;
  return { step, kilometres: step === "further" ? fallbackKilometres.beyond : (step ?? unknownKilometres) };
}

function commonPart({ side: one, wishes: own }: Party, { side: other, wishes: theirs }: Party): number {
  const interestsGiven = one.interest_bits !== 0 && other.interest_bits !== 0;
  const interests = interestsGiven
    ? interestsPart(countCommon(one.interest_bits, other.interest_bits))
    : unknownInterestsPart;
  const goalsGiven = own.goals !== 0 && theirs.goals !== 0;
  return (
    weights.interests * interests +
    weights.goals * (goalsGiven ? Number((own.goals & theirs.goals) !== 0) : unknownPart) +
    weights.facts * likeness(one.fact_bits, other.fact_bits)
  );
}

/** How well `other` matches the preferences of a member, from 0 to 1: the weighted mean of the parts. */
function scoreOneWay({ wishes, age }: Party, other: Party, kilometres: number, common: number): number {
  const hundredths =
    weights.age * agePart(other.age, wantedAges(wishes, age)) +
    weights.distance * distancePart(kilometres, wantedDistance(wishes)) +
    common +
    weights.looks * looksPart(wishes.prefersBodyTypes, other.wishes.bodyType);
  return hundredths / 100;
}

/**
 * How well two members suit each other, 0 to 1 (D4.4, decision 0025): the geometric mean of both directions, so that
 * a high score in one can't outweigh a low one in the other. Distances enter only as the shown steps, so that no series
 * of percentages reveals more of where a member lives.
 */
export function matchScore(one: MatchSide, other: MatchSide, now: Date): number {
  if (!lookForEachOther(one, other)) return 0;
  const [own, theirs] = [partyOf(one, now), partyOf(other, now)];
  const { kilometres } = distanceBetween(one, other);
  const common = commonPart(own, theirs);
  return Math.sqrt(scoreOneWay(own, theirs, kilometres, common) * scoreOneWay(theirs, own, kilometres, common));
}

export function matchPercentage(one: MatchSide, other: MatchSide, now: Date): number {
  return Math.round(100 * matchScore(one, other, now));
}

/** How many answers a member still has to give before percentages are shown. */
export function questionsLeft({
  interest_bits,
  match_wishes,
}: Pick<MatchSide, "interest_bits" | "match_wishes">): number {
  const wishes = readWishes(match_wishes);
  const answered = [
    wishes.prefers_min_age !== null || wishes.prefers_max_age !== null,
    wishes.prefers_distance !== null,
    wishes.goals !== 0,
    interest_bits !== 0,
    wishes.prefersBodyTypes !== 0,
    wishes.bodyType !== 0,
  ];
  return Math.max(0, answersNeeded - answered.filter(Boolean).length);
}

/** Both get the same. Null if either does not look for the other's gender, or has answered too few questions. */
export function shownPercentage(one: MatchSide, other: MatchSide, now: Date): number | null {
  const isShown = lookForEachOther(one, other) && questionsLeft(one) === 0 && questionsLeft(other) === 0;
  return isShown ? matchPercentage(one, other, now) : null;
}

/** A missing preference excludes no member. */
export function isBeyond(viewer: MatchSide, member: MatchSide, now: Date): boolean {
  const age = ageAt(member.date_of_birth, now);
  const { prefers_min_age: min, prefers_max_age: max, prefers_distance } = readWishes(viewer.match_wishes);
  const isOfOtherAge = (min !== null && age < min) || (max !== null && age > max);
  const maxDistance = viewer.latitude === null ? null : prefers_distance;
  return isOfOtherAge || (maxDistance !== null && distanceBetween(viewer, member).kilometres > maxDistance);
}

/** The searches for the best members: as wanted first, then in the country, then of any age, then anywhere. */
export function matchSearches(viewer: MatchSide, now: Date): SearchQuery[] {
  const { wishes, age } = partyOf(viewer, now);
  const { min, max } = wantedAges(wishes, age);
  const ages = { min_age: min, max_age: max };
  const { country } = viewer;
  const around = viewer.latitude === null ? [] : [{ distance: wantedDistance(wishes), ...ages }];
  return [...around, { country, ...ages }, { country }, {}];
}

/**
 * Why a viewer and a member suit each other, in the order of D4.4; empty if either does not look for the other. Facts
 * are named only if they are among the site's `visibleFields`.
 */
export function matchReasons(
  viewer: MatchSide,
  member: MatchSide,
  now: Date,
  visibleFields: readonly string[],
): MatchReason[] {
  if (!lookForEachOther(viewer, member)) return [];
  const [own, theirs] = [partyOf(viewer, now), partyOf(member, now)];
  const { step } = distanceBetween(viewer, member);
  const reasons: MatchReason[] = [];
  const count = countCommon(viewer.interest_bits, member.interest_bits);
  if (count > 0) reasons.push({ code: "shared_interests", count });
  const isNear = typeof step === "number" && step <= wantedDistance(own.wishes);
  if (isNear) reasons.push({ code: "distance", kilometres: step });
  const both = codesOf(own.wishes.goals & theirs.wishes.goals, goals);
  if (both.length > 0) reasons.push({ code: "goals", goals: both });
  const facts = likeFacts(viewer.fact_bits, member.fact_bits).filter((fact) => visibleFields.includes(fact));
  if (facts.length > 0) reasons.push({ code: "facts", facts });
  const ages = agesReason(own, theirs);
  return ages ? [...reasons, { code: ages }] : reasons;
}

function agesReason(own: Party, theirs: Party): "ages_wanted" | "ages_close" | null {
  const bothAnswered = [own, theirs].every(
    ({ wishes }) => wishes.prefers_min_age !== null || wishes.prefers_max_age !== null,
  );
  if (!bothAnswered) return Math.abs(own.age - theirs.age) <= defaultPreferences.years ? "ages_close" : null;
  const suits =
    agePart(theirs.age, wantedAges(own.wishes, own.age)) === 1 &&
    agePart(own.age, wantedAges(theirs.wishes, theirs.age)) === 1;
  return suits ? "ages_wanted" : null;
}

/** Derives a member's sexuality from their gender and the gender they look for (section 3). */
export function sexualityOf(gender: "male" | "female", seeks: "male" | "female" | "both") {
  if (seeks === "both") return "bi";
  if (seeks !== gender) return "hetero";
  return gender === "male" ? "gay" : "lesbian";
}

/** The genders that a member of this gender and sexuality looks for, as columns of the search. */
export function seeksOf(gender: "male" | "female", sexuality: (typeof sexualities)[number]) {
  const both = sexuality === "bi";
  const same = sexuality === "gay" || sexuality === "lesbian";
  const men = both || (gender === "male") === same;
  return { seeks_men: men, seeks_women: both || !men };
}
