/** The questions of the match finder (D4.4) in their order, the easiest first. */
export const questions = ["who", "age", "distance", "goals", "interests", "body_types", "own_body"] as const;
export type Question = (typeof questions)[number];

export const matchFinderPath = "/match-finder";

/** The site's questions: those about profile fields that the site hides are left out. */
export function questionsOf(visibleFields: readonly string[]): Question[] {
  const needs: Partial<Record<Question, string>> = {
    interests: "interests",
    body_types: "body_type",
    own_body: "body_type",
  };
  return questions.filter((question) => visibleFields.includes(needs[question] ?? "") || !needs[question]);
}

/** The address of the best matches, which also works if the member has skipped all questions. */
export const bestPath = `${matchFinderPath}?show=best`;

/** The address of a question, or of the best matches after the last one. */
export function addressOf(question: Question | undefined): string {
  return question === undefined ? bestPath : `${matchFinderPath}?question=${question}`;
}

/** The address after a question: the next question, or the best matches. */
export function addressAfter(asked: readonly Question[], question: Question): string {
  return addressOf(asked[asked.indexOf(question) + 1]);
}

/** The address of the previous question; null at the first. */
export function addressBefore(asked: readonly Question[], question: Question): string | null {
  const before = asked[asked.indexOf(question) - 1];
  return before === undefined ? null : addressOf(before);
}
