import { loadQuestions, type QuestionWords, type ViewContext } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Draft } from "./draft.ts";

/** Finds the words of a question on a member's profile, in the language of the author who answers it (R11.01). */
export function questionFinder(ctx: ViewContext & QuestionWords, to: string, id: string): () => Promise<string> {
  return async () => {
    const question = (await loadQuestions(ctx, to)).find((each) => each.id === id);
    if (!question) throw fail("question_not_found");
    return question.text;
  };
}

/** The words of the question that a draft answers. Throws `question_not_found` if its owner took it back. */
export async function findWords({ question }: Pick<Draft, "question">): Promise<string | undefined> {
  return typeof question === "function" ? await question() : question;
}
