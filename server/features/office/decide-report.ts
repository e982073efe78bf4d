import type { Ground } from "#contract/decisions.ts";
import type { reportVerdicts } from "#contract/office.ts";
import { rejectChatPhoto } from "#server/features/chat-photos/index.ts";
import { issueStatement } from "#server/features/decisions/index.ts";
import { openReport, settleReport } from "#server/features/moderation/index.ts";
import { rejectPhoto } from "#server/features/photos/index.ts";
import type { AuditEntry, Logged } from "#server/features/staff/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";

type Verdict = { id: string; verdict: (typeof reportVerdicts)[number]; words: string };

/**
 * Decides on a report, once (D11.2): leaves what was reported, warns its member, or removes the photo. The reporter
 * gets a statement of reasons, and so does the reported member, if anything was done about them. Undefined if the
 * report is closed already.
 */
export async function decideReport(
  ctx: StaffContext,
  { id, verdict, words }: Verdict,
): Promise<AuditEntry | undefined> {
  const { db, services, now, staff } = ctx;
  const report = await settleReport(db, id, now);
  if (!report) return undefined;
  const { site_id: siteId, reporter_id: reporterId, reported_id: reportedId, about, about_id: aboutId } = report;
  // each reason of a report is a ground
  const ground = verdict === "kept" ? null : (report.reason as Ground);
  const decisionId = services.random.uuid();
  const shared = { siteId, decisionId, reportId: id, staffId: staff.staffId, ground, words };
  if (verdict === "removed") {
    if (about !== "photo") throw failFields({ verdict: "unknown_option" });
    const everywhere = report.reason === "underage";
    if (reportedId && aboutId)
      await removeReported(ctx, aboutId, { of: { memberId: reportedId }, everywhere, decisionId });
  }
  if (verdict !== "kept" && reportedId) {
    const decision = verdict === "warned" ? "warned" : "photo_rejected";
    await issueStatement(ctx, { ...shared, memberId: reportedId, side: "owner", decision });
  }
  if (reporterId) {
    const decision = verdict === "kept" ? "report_kept" : "report_acted";
    await issueStatement(ctx, { ...shared, memberId: reporterId, side: "reporter", decision });
  }
  return { action: `report_${verdict}`, memberId: reportedId, subject: `report:${id}`, reason: ground };
}

/**
 * Rejects a photo of the profile, or one that was sent in a chat, so that it can't come back. One that is gone already
 * is as it should be.
 */
async function removeReported(
  ctx: StaffContext,
  photoId: string,
  rejection: { of: { memberId: string }; everywhere: boolean; decisionId: string },
): Promise<void> {
  if (await rejectPhoto(ctx, photoId, rejection)) return;
  const reason = rejection.everywhere ? "minor" : "other";
  await rejectChatPhoto({ ...ctx.services, db: ctx.db }, photoId, reason, rejection.decisionId);
}

type ChatLines = { lines: { reported: boolean; text: string; at: string }[] };

/** Reads the chat that an open report is about; that it was read is logged, with the report (D11.4). */
export async function openReportedChat({ db, services, now }: StaffContext, id: string): Promise<Logged<ChatLines>> {
  const report = await openReport({ db, services }, id, now);
  if (report?.status !== "open" || report.chat.length === 0) throw fail("staff_item_gone");
  const lines = report.chat.map(({ from, text, at }) => ({ reported: from === report.reported_id, text, at }));
  const log = { action: "chat_opened", memberId: report.reported_id, subject: `report:${id}`, reason: report.reason };
  return { answer: { lines }, log };
}
