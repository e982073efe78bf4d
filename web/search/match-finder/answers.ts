import type { InputOf } from "#contract/call.ts";
import { anywhere, type Preferences, type savePreferences } from "#contract/match-finder.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, explicitInterests, type OwnProfile, type saveProfile, seeks } from "#contract/profiles.ts";
import { askedInterests } from "#web/profiles/profile-changes.ts";
import type { Question } from "./questions.ts";

/** The slider's upper end, which includes all older members. */
export const highestAge = 99;
const oldest = 120;

export const distances = [5, 10, 25, 50, 100, anywhere] as const;

/** The slider's default: this many years below and above the member's own age. */
const defaultSpread = 5;

/** The ages on the slider: the saved ones, else some years around the member's own age. */
export function findShownAges(preferences: Preferences, ownAge: number, lowest: number): [number, number] {
  const clampToSlider = (age: number) => Math.min(highestAge, Math.max(lowest, age));
  const from = clampToSlider(preferences.prefers_min_age ?? ownAge - defaultSpread);
  return [from, Math.max(from, clampToSlider(preferences.prefers_max_age ?? ownAge + defaultSpread))];
}

export type PreferenceChanges = InputOf<typeof savePreferences>["body"];
export type Changes = { preferences?: PreferenceChanges; profile?: InputOf<typeof saveProfile>["body"] };

const pickTicked = <T extends string>(form: FormData, name: string, codes: readonly T[]) =>
  codes.filter((code) => form.getAll(name).includes(code));

function readNumber(form: FormData, name: string): number | undefined {
  const value = form.get(name);
  return typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : undefined;
}

function readAges(form: FormData): PreferenceChanges {
  const from = readNumber(form, "min_age");
  const to = readNumber(form, "max_age");
  return { prefers_min_age: from, prefers_max_age: to !== undefined && to >= highestAge ? oldest : to };
}

const preferenceAnswers = {
  who: (form: FormData): PreferenceChanges => ({ seeks: seeks.find((code) => code === form.get("seeks")) }),
  age: readAges,
  distance: (form: FormData): PreferenceChanges => ({ prefers_distance: readNumber(form, "distance") }),
  goals: (form: FormData): PreferenceChanges => ({ goals: pickTicked(form, "goals", goals) }),
  body_types: (form: FormData): PreferenceChanges => ({
    prefers_body_types: pickTicked(form, "body_types", bodyTypes),
  }),
};
export type PreferenceQuestion = keyof typeof preferenceAnswers;
export const preferenceQuestions = Object.keys(preferenceAnswers) as PreferenceQuestion[];

export function readPreferences(form: FormData, answered: readonly PreferenceQuestion[]): PreferenceChanges {
  return Object.assign({}, ...answered.map((question) => preferenceAnswers[question](form)));
}

type ProfilePart = Pick<OwnProfile, "interests" | "explicit_consent">;

/** The changes that a question's form saves: about oneself in the profile, about others in the preferences. */
export function readAnswer(form: FormData, question: Question, own: ProfilePart): Changes {
  if (question === "interests") {
    // without consent explicit interests are not stored, and the API refuses them
    const explicit = !own.explicit_consent ? [] : own.interests.filter((code) => explicitInterests.includes(code));
    return { profile: { interests: [...explicit, ...pickTicked(form, "interests", askedInterests)] } };
  }
  if (question === "own_body") {
    return { profile: { body_type: bodyTypes.find((code) => code === form.get("body_type")) ?? null } };
  }
  return { preferences: readPreferences(form, [question]) };
}
