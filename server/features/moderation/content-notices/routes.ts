import type { Notice } from "#contract/content-notices.ts";
import * as contract from "#contract/content-notices.ts";
import { objectionDays } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { ReportReason } from "#contract/moderation.ts";
import { fail } from "#server/http/fail.ts";
import { type Context, type Handler, handle } from "#server/http/handle.ts";
import { readSignedPath } from "#server/signed-pages.ts";
import { receiveNotice } from "./receive-notice.ts";
import { findReportedContent, insertReport, lockNotice, type NoticeRow, saveNoticeObjection } from "./store.ts";

async function readNotice({ db, site, services }: Context, token: string): Promise<NoticeRow> {
  const id = readSignedPath(services.config, "notice", token);
  const notice = id === undefined ? undefined : await lockNotice(db, site.id, id);
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
  return {
    place: row.place,
    reason: row.reason as ReportReason,
    text: row.text,
    received_at: row.created_at.toISOString(),
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
  return present(await readNotice(ctx, token), ctx.now);
}

/** Stores an objection: staff get the report again, and another person decides (DSA, article 20). */
async function objectToNotice(ctx: Context, token: string, text: string): Promise<Notice> {
  const { db, now } = ctx;
  const notice = await readNotice(ctx, token);
  if (objectUntil(notice, now) === null) throw fail("objection_over");
  const first = notice.report_id === null ? undefined : await findReportedContent(db, notice.report_id);
  const reportId = await insertReport(db, {
    site_id: notice.site_id,
    reported_id: first?.reported_id ?? null,
    about: first?.about ?? "profile",
    about_id: first?.about_id ?? null,
    reason: notice.reason as ReportReason,
    text: notice.text,
    created_at: now,
    changed_at: now,
  });
  await saveNoticeObjection(db, notice.id, { text, reportId, now });
  return present({ ...notice, objection: text, objected_at: now, report_id: reportId }, now);
}

export const contentNoticesRoutes: Handler[] = [
  handle(contract.sendNotice, (ctx, { body }) => receiveNotice(ctx, body)),
  handle(contract.getNotice, async (ctx, { query: { token } }) => ({ notice: await showNotice(ctx, token) })),
  handle(contract.objectToNotice, async (ctx, { body: { token, text } }) => ({
    notice: await objectToNotice(ctx, token, text),
  })),
];
