import type { InputOf } from "#contract/call.ts";
import { anywhere, type Preferences, type savePreferences } from "#contract/match-finder.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, explicitInterests, type OwnProfile, type saveProfile, seeks } from "#contract/profiles.ts";
import { askedInterests } from "#web/profiles/profile-changes.ts";
import type { Question } from "./questions.ts";

/** The slider's upper end, which includes all older members. */
export const highestAge = 99;
const oldest = 120;

/** The distances on offer, in kilometres. */
export const distances = [5, 10, 25, 50, 100, anywhere] as const;

/** The slider's default: this many years below and above the member's own age. */
const defaultSpread = 5;

/** The ages on the slider: the saved ones, else some years around the member's own age. */
export function agesShown(preferences: Preferences, ownAge: number, lowest: number): [number, number] {
  const within = (age: number) => Math.min(highestAge, Math.max(lowest, age));
  const from = within(preferences.prefers_min_age ?? ownAge - defaultSpread);
  return [from, Math.max(from, within(preferences.prefers_max_age ?? ownAge + defaultSpread))];
}

export type PreferenceChanges = InputOf<typeof savePreferences>["body"];
export type Changes = { preferences?: PreferenceChanges; profile?: InputOf<typeof saveProfile>["body"] };

/** The codes that were ticked. */
const ticked = <T extends string>(form: FormData, name: string, codes: readonly T[]) =>
  codes.filter((code) => form.getAll(name).includes(code));

function numberOf(form: FormData, name: string): number | undefined {
  const value = form.get(name);
  return typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : undefined;
}

function ages(form: FormData): PreferenceChanges {
  const [from, to] = [numberOf(form, "min_age"), numberOf(form, "max_age")];
  return { prefers_min_age: from, prefers_max_age: to !== undefined && to >= highestAge ? oldest : to };
}

const preferenceAnswers = {
  who: (form: FormData): PreferenceChanges => ({ seeks: seeks.find((code) => code === form.get("seeks")) }),
  age: ages,
  distance: (form: FormData): PreferenceChanges => ({ prefers_distance: numberOf(form, "distance") }),
  goals: (form: FormData): PreferenceChanges => ({ goals: ticked(form, "goals", goals) }),
  body_types: (form: FormData): PreferenceChanges => ({ prefers_body_types: ticked(form, "body_types", bodyTypes) }),
};
export type PreferenceQuestion = keyof typeof preferenceAnswers;
export const preferenceQuestions = Object.keys(preferenceAnswers) as PreferenceQuestion[];

/** Merges the answers to several questions about others. */
export function preferencesIn(form: FormData, answered: readonly PreferenceQuestion[]): PreferenceChanges {
  return Object.assign({}, ...answered.map((question) => preferenceAnswers[question](form)));
}

type ProfilePart = Pick<OwnProfile, "interests" | "explicit_consent">;

/** The changes that a question's form saves: about oneself in the profile, about others in the preferences. */
export function answerIn(form: FormData, question: Question, own: ProfilePart): Changes {
  if (question === "interests") {
    // without consent explicit interests are not stored, and the API refuses them (D11.5)
    const explicit = !own.explicit_consent ? [] : own.interests.filter((code) => explicitInterests.includes(code));
    return { profile: { interests: [...explicit, ...ticked(form, "interests", askedInterests)] } };
  }
  if (question === "own_body") {
    return { profile: { body_type: bodyTypes.find((code) => code === form.get("body_type")) ?? null } };
  }
  return { preferences: preferencesIn(form, [question]) };
}
