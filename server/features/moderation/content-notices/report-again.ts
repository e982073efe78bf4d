import { objectionDays } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { ReportReason } from "#contract/moderation.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { resolvePlace } from "./receive-notice.ts";
import { findReportedContent, insertReport, lockNoticeOf, type NoticeRow, saveReopened } from "./store.ts";

type At = { db: Db; now: Date };
type Undecided = Pick<NoticeRow, "decided_at" | "objected_at">;

/** The time until when the notifier can object; null if undecided, they objected, or six months have passed. */
export function noticeOpenUntil({ decided_at, objected_at }: Undecided, now: Date): Date | null {
  if (decided_at === null || objected_at !== null) return null;
  const until = new Date(decided_at.getTime() + objectionDays * dayMs);
  return now < until ? until : null;
}

/** Staff get the report again: about the same content, else about what the notifier names now. */
export async function reportAgain({ db, now }: At, notice: NoticeRow, text: string): Promise<string> {
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

/**
 * Staff take a decided notice up again by themselves, as long as its notifier could object: it waits anew, and the next
 * decision is mailed like the first. Returns its new report; undefined if it is too late, or an objection is made.
 */
export async function reopenNotice(ctx: { db: AnyTrx; now: Date }, reportId: string) {
  const { db, now } = ctx;
  const notice = await lockNoticeOf(db, reportId);
  if (!notice || noticeOpenUntil(notice, now) === null) return undefined;
  const report = await reportAgain(ctx, notice, notice.place);
  await saveReopened(db, notice.id, report);
  const memberId = (await findReportedContent(db, report))?.reported_id ?? null;
  return { report, memberId };
}
