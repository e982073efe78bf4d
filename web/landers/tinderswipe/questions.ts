/** The five cards: each asks for an interest of members. */
export const questions = ["hiking", "cooking", "music", "beach", "reading"] as const;
export type Question = (typeof questions)[number];
export type Answer = "yes" | "no";
export type Answers = Partial<Record<Question, Answer>>;

/** The answers in an address: without scripts, each tap loads the page with one more. */
export function answersIn(search: URLSearchParams): Answers {
  const given = questions.flatMap((code) => {
    const answer = search.get(code);
    return answer === "yes" || answer === "no" ? [[code, answer] as const] : [];
  });
  return Object.fromEntries(given);
}

export const isComplete = (answers: Answers): boolean => questions.every((code) => answers[code] !== undefined);

/** What the visitor likes, in the order of the cards. */
export const likedOf = (answers: Answers): Question[] => questions.filter((code) => answers[code] === "yes");
