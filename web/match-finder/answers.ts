import type { InputOf } from "#contract/call.ts";
import { anywhere, type Preferences, type savePreferences } from "#contract/match-finder.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, explicitInterests, type OwnProfile, type saveProfile, seeks } from "#contract/profiles.ts";
import { askedInterests } from "#web/profiles/profile-changes.ts";
import type { Question } from "./questions.ts";

/** The slider's upper end, which stands for everybody older too. */
export const highestAge = 99;
const oldest = 120;

/** Kilometres that are offered. */
export const distances = [5, 10, 25, 50, 100, anywhere] as const;

/** Years around one's own age that the slider begins with, where nothing was said. */
const around = 5;

/** What the slider shows: what was said, else some years around one's own age. */
export function agesShown(said: Preferences, ownAge: number, lowest: number): [number, number] {
  const within = (age: number) => Math.min(highestAge, Math.max(lowest, age));
  const from = within(said.prefers_min_age ?? ownAge - around);
  return [from, Math.max(from, within(said.prefers_max_age ?? ownAge + around))];
}

export type PreferenceChanges = InputOf<typeof savePreferences>["body"];
export type Changes = { preferences?: PreferenceChanges; profile?: InputOf<typeof saveProfile>["body"] };

/** Those of the codes that were ticked. */
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

/** What several of the questions about others were answered, for all of them together. */
export function preferencesIn(form: FormData, asked: readonly PreferenceQuestion[]): PreferenceChanges {
  return Object.assign({}, ...asked.map((question) => preferenceAnswers[question](form)));
}

type ProfilePart = Pick<OwnProfile, "interests" | "explicit_consent">;

/** What a question's form says, as it is saved: of oneself in the profile, of others in the preferences. */
export function answerIn(form: FormData, question: Question, own: ProfilePart): Changes {
  if (question === "interests") {
    // without consent they are not kept, and can't be sent again (D11.5)
    const kept = !own.explicit_consent ? [] : own.interests.filter((code) => explicitInterests.includes(code));
    return { profile: { interests: [...kept, ...ticked(form, "interests", askedInterests)] } };
  }
  if (question === "own_body") {
    return { profile: { body_type: bodyTypes.find((code) => code === form.get("body_type")) ?? null } };
  }
  return { preferences: preferencesIn(form, [question]) };
}
