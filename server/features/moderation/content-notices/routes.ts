import type { Notice } from "#contract/content-notices.ts";
import * as contract from "#contract/content-notices.ts";
import { objectionDays } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { ReportReason } from "#contract/moderation.ts";
import { fail } from "#server/http/fail.ts";
import { type Context, type Handler, handle, type Mutating } from "#server/http/handle.ts";
import { readSignedPath } from "#server/signed-pages.ts";
import { receiveNotice, resolvePlace } from "./receive-notice.ts";
import {
  findNotice,
  findReportedContent,
  insertReport,
  lockNotice,
  type NoticeRow,
  saveNoticeObjection,
  saveQuestionReply,
} from "./store.ts";

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

/** The time until when the notifier can object; null if undecided, they objected, or six months have passed. */
function objectUntil({ decided_at, objected_at }: NoticeRow, now: Date): Date | null {
  if (decided_at === null || objected_at !== null) return null;
  const until = new Date(decided_at.getTime() + objectionDays * dayMs);
  return now < until ? until : null;
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
    object_until: objectUntil(row, now)?.toISOString() ?? null,
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

/** Staff get the report again: about the same content, else about what the notifier names now. */
async function reportAgain({ db, now }: Context, notice: NoticeRow, text: string): Promise<string> {
  const first = notice.report_id === null ? undefined : await findReportedContent(db, notice.report_id);
  const named = first?.reported_id ? undefined : await resolvePlace(db, notice.site_id, text);
  return await insertReport(db, {
    site_id: notice.site_id,
    reported_id: first?.reported_id ?? named?.memberId ?? null,
    about: named?.photo ? "photo" : (first?.about ?? "profile"),
    about_id: first?.about_id ?? named?.photo ?? named?.memberId ?? null,
    reason: notice.reason as ReportReason,
    text: notice.text,
    created_at: now,
    changed_at: now,
  });
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
  if (objectUntil(notice, now) === null) throw fail("objection_over");
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
