import { z } from "zod";
import { defineCall } from "./call.ts";
import { freeText } from "./text.ts";

/** The questions that a member can choose, by theme; `locales/<lang>/question-list.json` has their words. */
export const questionThemes = {
  everyday: ["sunday", "morning", "evening", "smile", "home", "learn", "habit", "rain"],
  taste: ["dish", "breakfast", "coffee", "sweet", "childhood", "dinner", "never", "picnic"],
  away: ["trip", "sea", "suitcase", "place", "tomorrow", "lost", "city", "weekend"],
  culture: ["song", "film", "book", "concert", "series", "dance", "line", "game"],
  heart: ["first_date", "laugh", "proud", "grateful", "brave", "dream", "friends", "matters"],
} as const;
export type QuestionTheme = keyof typeof questionThemes;
export const questionThemeNames = Object.keys(questionThemes) as QuestionTheme[];
export const questionCodes = questionThemeNames.flatMap((theme) => [...questionThemes[theme]]);
export type QuestionCode = (typeof questionCodes)[number];

/** How many questions a profile has at most, and how long one is that its member wrote. */
export const maxQuestions = 3;
export const questionLength = 140;

/** A question on a profile (R11.01): a chosen one in the reader's language, or one that its member wrote. */
export const question = z.object({ id: z.uuid(), text: z.string(), written: z.boolean() });
export type Question = z.output<typeof question>;

/** One of the caller's own: `inspection` if it has contact details, so that others don't see it yet. */
export const ownQuestion = question.extend({ code: z.enum(questionCodes).nullable(), inspection: z.boolean() });
export type OwnQuestion = z.output<typeof ownQuestion>;

const withoutDuplicates = <T>(list: readonly T[]) => [...new Set(list)];

export const getQuestions = defineCall({
  method: "GET",
  path: "/api/opening-questions.php",
  summary: "The questions that a profile can have, by theme, in the caller's language, and the caller's own (R11.01).",
  who: "member",
  answer: z.object({
    themes: z.array(
      z.object({ name: z.string(), questions: z.array(z.object({ code: z.enum(questionCodes), text: z.string() })) }),
    ),
    own: z.array(ownQuestion),
  }),
});

export const saveQuestions = defineCall({
  method: "PUT",
  path: "/api/opening-questions.php",
  summary: "Replace the caller's questions: up to three, chosen or written. One with contact details is inspected.",
  who: "member",
  key: "honoured",
  body: z.object({
    chosen: z.array(z.enum(questionCodes, "unknown_option"), "invalid").transform(withoutDuplicates),
    /** Each up to `questionLength` characters (`text_too_long` says so). */
    written: z.array(freeText(1_000), "invalid").transform(withoutDuplicates),
  }),
  answer: z.object({ own: z.array(ownQuestion) }),
  errors: ["limit_reached"],
});
