/** What the match finder asks (D4.4), in this order, the easiest first. */
export const questions = ["who", "age", "distance", "goals", "interests", "body_types", "own_body"] as const;
export type Question = (typeof questions)[number];

export const matchFinderPath = "/match-finder";

/** The questions of a site: what its profiles do not show is not asked. */
export function questionsOf(visibleFields: readonly string[]): Question[] {
  const needs: Partial<Record<Question, string>> = {
    interests: "interests",
    body_types: "body_type",
    own_body: "body_type",
  };
  return questions.filter((question) => visibleFields.includes(needs[question] ?? "") || !needs[question]);
}

/** Where the members are, also for whoever has skipped everything. */
export const bestPath = `${matchFinderPath}?show=best`;

/** Where a question is asked; after the last one come the members. */
export function addressOf(question: Question | undefined): string {
  return question === undefined ? bestPath : `${matchFinderPath}?question=${question}`;
}

/** Where it goes on after a question: to the next, and after the last to the members. */
export function addressAfter(asked: readonly Question[], question: Question): string {
  return addressOf(asked[asked.indexOf(question) + 1]);
}

/** Where the question before is; null at the first. */
export function addressBefore(asked: readonly Question[], question: Question): string | null {
  const before = asked[asked.indexOf(question) - 1];
  return before === undefined ? null : addressOf(before);
}
