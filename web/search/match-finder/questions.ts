import type { Preferences } from "#contract/match-finder.ts";
import type { OwnProfile } from "#contract/profiles.ts";

/** The questions of the match finder in their order, the easiest first. */
export const questions = ["who", "age", "distance", "goals", "interests", "body_types", "own_body"] as const;
export type Question = (typeof questions)[number];

export const matchFinderPath = "/match-finder";

/** The site's questions: those about profile fields that the site hides are left out. */
export function listQuestions(visibleFields: readonly string[]): Question[] {
  const needs: Partial<Record<Question, string>> = {
    interests: "interests",
    body_types: "body_type",
    own_body: "body_type",
  };
  return questions.filter((question) => visibleFields.includes(needs[question] ?? "") || !needs[question]);
}

/** The address of the best matches, which also works if the member has skipped all questions. */
export const bestPath = `${matchFinderPath}?show=best`;

export function composeAddress(question: Question | undefined): string {
  return question === undefined ? bestPath : `${matchFinderPath}?question=${question}`;
}

export const nextQuestionPath = `${matchFinderPath}?question=next`;

/** The query parameter of a question that was reached by skipping answered ones: the page says so. */
export const skippedParam = "skipped";

type Answered = {
  preferences: Pick<
    Preferences,
    "prefers_min_age" | "prefers_max_age" | "prefers_distance" | "goals" | "prefers_body_types"
  >;
  own: Pick<OwnProfile, "interests" | "body_type">;
};

/** The first question without an answer; undefined if all have one. Who a member looks for is asked at the signup. */
export function findFirstUnanswered(asked: readonly Question[], { preferences, own }: Answered): Question | undefined {
  const answered: Record<Question, boolean> = {
    who: true,
    age: preferences.prefers_min_age !== null || preferences.prefers_max_age !== null,
    distance: preferences.prefers_distance !== null,
    goals: preferences.goals.length > 0,
    interests: own.interests.length > 0,
    body_types: preferences.prefers_body_types.length > 0,
    own_body: own.body_type !== null,
  };
  return asked.find((question) => !answered[question]);
}

/** The address after a question: the next question, or the best matches. */
export function composeNextAddress(asked: readonly Question[], question: Question): string {
  return composeAddress(asked[asked.indexOf(question) + 1]);
}

export function composePreviousAddress(asked: readonly Question[], question: Question): string | null {
  const before = asked[asked.indexOf(question) - 1];
  return before === undefined ? null : composeAddress(before);
}
