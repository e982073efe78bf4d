import type { Notice } from "#contract/content-notices.ts";
import * as contract from "#contract/content-notices.ts";
import type { ReportReason } from "#contract/moderation.ts";
import { fail } from "#server/http/fail.ts";
import { type Context, type Handler, handle, type Mutating } from "#server/http/handle.ts";
import { readSignedPath } from "#server/signed-pages.ts";
import { receiveNotice } from "./receive-notice.ts";
import { noticeOpenUntil, reportAgain } from "./report-again.ts";
import { findNotice, lockNotice, type NoticeRow, saveNoticeObjection, saveQuestionReply } from "./store.ts";

function idOf({ services }: Pick<Context, "services">, token: string): string {
  const id = readSignedPath(services.config, "notice", token);
  if (id === undefined) throw fail("link_invalid");
  return id;
}

async function lockByToken(ctx: Mutating, token: string): Promise<NoticeRow> {
  const notice = await lockNotice(ctx.db, ctx.site.id, idOf(ctx, token));
  if (!notice) throw fail("link_invalid");
  return notice;
}

function present(row: NoticeRow, now: Date): Notice {
  const { acted, decided_at: decided, objected_at: objected, answered_at: answered } = row;
  const { asked_at: asked, replied_at: replied } = row;
  return {
    place: row.place,
    reason: row.reason as ReportReason,
    text: row.text,
    received_at: row.created_at.toISOString(),
    question:
      asked &&
      (decided === null
        ? {
            text: row.question ?? "",
            at: asked.toISOString(),
            reply: replied && { text: row.reply ?? "", at: replied.toISOString() },
          }
        : null),
    decision: decided && { acted: acted === true, words: row.words ?? "", at: decided.toISOString() },
    object_until: noticeOpenUntil(row, now)?.toISOString() ?? null,
    objection: objected && {
      text: row.objection ?? "",
      at: objected.toISOString(),
      answer: answered && { upheld: row.upheld === true, words: row.answer ?? "", at: answered.toISOString() },
    },
  };
}

async function showNotice(ctx: Context, token: string): Promise<Notice> {
  const notice = await findNotice(ctx.db, ctx.site.id, idOf(ctx, token));
  if (!notice) throw fail("link_invalid");
  return present(notice, ctx.now);
}

/** Stores what the notifier answered: staff get the report again. */
async function replyToQuestion(ctx: Mutating, token: string, text: string): Promise<Notice> {
  const { db, now } = ctx;
  const notice = await lockByToken(ctx, token);
  if (notice.asked_at === null || notice.replied_at !== null || notice.decided_at !== null)
    throw fail("question_answered");
  const reportId = await reportAgain(ctx, notice, text);
  await saveQuestionReply(db, notice.id, { text, reportId, now });
  return present({ ...notice, reply: text, replied_at: now, report_id: reportId }, now);
}

/** Stores an objection: staff get the report again, and another person decides (DSA, article 20). */
async function objectToNotice(ctx: Mutating, token: string, text: string): Promise<Notice> {
  const { db, now } = ctx;
  const notice = await lockByToken(ctx, token);
  if (noticeOpenUntil(notice, now) === null) throw fail("objection_over");
  const reportId = await reportAgain(ctx, notice, text);
  await saveNoticeObjection(db, notice.id, { text, reportId, now });
  return present({ ...notice, objection: text, objected_at: now, report_id: reportId }, now);
}

export const contentNoticesRoutes: Handler[] = [
  handle(contract.sendNotice, (ctx, { body }) => receiveNotice(ctx, body)),
  handle(contract.getNotice, async (ctx, { query: { token } }) => ({ notice: await showNotice(ctx, token) })),
  handle(contract.replyToQuestion, async (ctx, { body: { token, text } }) => ({
    notice: await replyToQuestion(ctx, token, text),
  })),
  handle(contract.objectToNotice, async (ctx, { body: { token, text } }) => ({
    notice: await objectToNotice(ctx, token, text),
  })),
];
