import { dayOf } from "#contract/days.ts";
import type { DecisionKind, Ground } from "#contract/decisions.ts";
import type { ReportSubject } from "#contract/moderation.ts";
import type { reportVerdicts } from "#contract/office.ts";
import { measures, reportDays } from "#contract/sanctions.ts";
import { rejectChatPhoto } from "#server/features/chat-photos/index.ts";
import { issueStatement, type StatedContent } from "#server/features/decisions/index.ts";
import { openReport, settleReport } from "#server/features/moderation/index.ts";
import { rejectPhoto } from "#server/features/photos/index.ts";
import { sanctionMember } from "#server/features/sanctions/index.ts";
import type { Logged } from "#server/features/staff/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { Decided } from "./queue.ts";

type Verdict = { id: string; verdict: (typeof reportVerdicts)[number]; words: string };
type Remarks = { unfounded: boolean; authority_told: boolean };

/**
 * Decides on a report, once (D11.2): keeps what was reported, removes the photo, or takes a measure against its member.
 * The reporter gets a statement of reasons; the reported member gets one too, unless nothing was done about them.
 * Undefined if the report is closed already.
 */
export async function decideReport(
  ctx: StaffContext,
  { id, verdict, words, unfounded, authority_told: authorityTold }: Verdict & Remarks,
): Promise<Decided | undefined> {
  const { db, services, now, staff } = ctx;
  const report = await settleReport(db, id, now, unfounded && verdict === "kept");
  if (!report) return undefined;
  const { site_id: siteId, reporter_id: reporterId, reported_id: reportedId } = report;
  // each reason of a report is a ground
  const ground = report.reason as Ground;
  const shared = { decisionId: services.random.uuid(), reportId: id, staffId: staff.staffId, words };
  const content = reportedContent(report);
  const removal = verdict === "removed" ? await removeReported(ctx, report, shared.decisionId) : undefined;
  if (removal && reportedId) {
    const statement = { siteId, memberId: reportedId, side: "owner", decision: removal, source: "notice" } as const;
    await issueStatement(ctx, { ...shared, ...statement, ground, content });
  }
  // undefined: the member deleted the account meanwhile
  let taken: Awaited<ReturnType<typeof sanctionMember>> = { alreadyBanned: false };
  if (isMeasure(verdict) && reportedId) {
    const days = verdict === "muted" || verdict === "suspended" ? reportDays[verdict] : 0;
    taken = await sanctionMember(ctx, { ...shared, memberId: reportedId, measure: verdict, days, ground, content });
  }
  if (reporterId) {
    const decision = verdict === "kept" ? "report_kept" : "report_acted";
    const statement = { siteId, memberId: reporterId, side: "reporter", decision, source: null } as const;
    await issueStatement(ctx, { ...shared, ...statement, ground: verdict === "kept" ? null : ground });
  }
  const log = { memberId: reportedId, subject: `report:${id}`, reason: verdict === "kept" ? null : ground };
  const note = taken?.alreadyBanned ? "already_banned" : null;
  return {
    action: `report_${verdict}`,
    ...log,
    detail: { taken: taken !== undefined, authority_told: authorityTold },
    note,
  };
}

/** The reasons that a message's own words are; the others are about the person, whatever they wrote. */
const reasonsInWords: readonly string[] = ["danger", "harassment", "scam", "explicit"];

/**
 * What was reported, for its member (DSA, article 17(3)(b)). A message went to one person, so its words tell who
 * reported it: they are given only if they themselves are the reason, and its time only by the day (0099).
 */
function reportedContent({
  about,
  evidence,
  reason,
}: {
  about: string;
  evidence: unknown;
  reason: string;
}): StatedContent {
  const subject = about as ReportSubject;
  const line = evidence as { text: string; at: string } | null;
  if (line === null) return { about: subject };
  const noon = new Date(`${dayOf(new Date(line.at))}T12:00:00Z`);
  return { about: subject, at: noon, ...(reasonsInWords.includes(reason) && { text: line.text }) };
}

const isMeasure = (verdict: Verdict["verdict"]): verdict is (typeof measures)[number] =>
  (measures as readonly string[]).includes(verdict);

type Reported = { reported_id: string | null; about: string; about_id: string | null; reason: string };

/**
 * Rejects a photo of the profile or of a chat, so that it can't be uploaded again; returns which of the two it was. A
 * photo that is deleted already needs nothing.
 */
async function removeReported(
  ctx: StaffContext,
  { reported_id: memberId, about, about_id: photoId, reason }: Reported,
  decisionId: string,
): Promise<DecisionKind> {
  if (about !== "photo") throw failFields({ verdict: "unknown_option" });
  if (!memberId || !photoId) return "photo_rejected";
  const everywhere = reason === "underage";
  if (await rejectPhoto(ctx, photoId, { of: { memberId }, everywhere, decisionId })) return "photo_rejected";
  const rejection = everywhere ? "minor" : "other";
  const author = await rejectChatPhoto({ ...ctx.services, db: ctx.db }, photoId, { reason: rejection, decisionId });
  return author ? "chat_photo_rejected" : "photo_rejected";
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
