import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { isTooLong } from "#contract/measure-text.ts";
import {
  type getQuestions,
  maxQuestions,
  questionLength,
  questionThemeNames,
  questionThemes,
  type saveQuestions as saveCall,
} from "#contract/opening-questions.ts";
import { defineLimit, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { needsInspection } from "../inspection/contact-details.ts";
import { lockOwnProfile } from "../profiles-store.ts";
import { findQuestions, type NewQuestion, replaceQuestions } from "./questions-store.ts";
import { toOwnQuestions, wordsOf } from "./rules.ts";

export async function showOwnQuestions(ctx: MemberContext): Promise<AnswerOf<typeof saveCall>> {
  return { own: toOwnQuestions(ctx, await findQuestions(ctx.db, ctx.viewer.memberId)) };
}

/** The questions to choose from, and the caller's own. */
export async function listQuestions(ctx: MemberContext): Promise<AnswerOf<typeof getQuestions>> {
  const themes = questionThemeNames.map((theme) => ({
    name: ctx.services.texts.t(ctx.language, `question-list:theme.${theme}`),
    questions: questionThemes[theme].map((code) => ({ code, text: wordsOf(ctx, code) })),
  }));
  return { themes, ...(await showOwnQuestions(ctx)) };
}

const roomForQuestions = defineLimit({
  max: maxQuestions,
  lock: (db, { memberId }: { memberId: string; choices: readonly unknown[] }) => lockOwnProfile(db, memberId),
  // they replace all that there are
  count: (_, { choices }) => choices.length,
});

/** Those that the member wrote come first. One that they keep stays the same question, so a draft can answer it. */
export async function saveQuestions(
  ctx: Mutating<MemberContext>,
  { chosen, written }: z.output<typeof saveCall.body>,
): Promise<AnswerOf<typeof saveCall>> {
  const { viewer, now, services } = ctx;
  if (written.some((text) => isTooLong(text, questionLength))) {
    throw failFields({ written: "text_too_long" }, { max: questionLength });
  }
  const choices = [...written.map((body) => ({ code: null, body })), ...chosen.map((code) => ({ code, body: null }))];
  const { db, row } = await roomForQuestions(ctx.db, { memberId: viewer.memberId, choices });
  const added: NewQuestion[] = [];
  const ids = choices.map(({ code, body }) => {
    const kept = row.questions.find((before) => before.code === code && before.body === body);
    if (kept) return kept.id;
    const id = services.random.uuid();
    added.push({ id, code, body, inspectionSince: body !== null && needsInspection(body) ? now : null });
    return id;
  });
  await replaceQuestions(db, viewer.memberId, { ids, added, now });
  return await showOwnQuestions(ctx);
}
