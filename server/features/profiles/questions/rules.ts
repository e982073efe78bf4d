import type { Language } from "#contract/constants.ts";
import type { OwnQuestion, Question, QuestionCode } from "#contract/opening-questions.ts";
import type { Texts } from "#server/texts.ts";
import type { QuestionRow } from "./questions-store.ts";

/** What names a question of the list: the catalogs, in the reader's language. */
export type QuestionWords = { services: { texts: Pick<Texts, "t"> }; language: Language };

export const wordsOf = ({ services, language }: QuestionWords, code: QuestionCode): string =>
  services.texts.t(language, `question-list:question.${code}`);

function toQuestion(words: QuestionWords, { id, code, body }: QuestionRow): Question {
  return { id, text: code === null ? (body ?? "") : wordsOf(words, code), written: code === null };
}

/** The questions that others see. */
export function toQuestions(words: QuestionWords, rows: readonly QuestionRow[]): Question[] {
  return rows.filter(({ waits }) => !waits).map((row) => toQuestion(words, row));
}

export function toOwnQuestions(words: QuestionWords, rows: readonly QuestionRow[]): OwnQuestion[] {
  return rows.map((row) => ({ ...toQuestion(words, row), code: row.code, inspection: row.waits }));
}
