/** The five cards: each asks for an interest of members. */
export const questions = ["hiking", "cooking", "music", "beach", "reading"] as const;
export type Question = (typeof questions)[number];
export type Answer = "yes" | "no";
export type Answers = Partial<Record<Question, Answer>>;

/** The answers in an address: without scripts, each tap loads the page with one more. */
export function readAnswers(search: URLSearchParams): Answers {
  const answers: Answers = {};
  for (const code of questions) {
    const answer = search.get(code);
    if (answer === "yes" || answer === "no") answers[code] = answer;
  }
  return answers;
}

export const isComplete = (answers: Answers): boolean => questions.every((code) => answers[code] !== undefined);

/** What the visitor likes, in the order of the cards. */
export const listLiked = (answers: Answers): Question[] => questions.filter((code) => answers[code] === "yes");
