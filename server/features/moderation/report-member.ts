import type { z } from "zod";
import { type reportMember as reportCall, urgentReasons } from "#contract/moderation.ts";
import { findOwner } from "#server/features/auth/index.ts";
import {
  type ChatLine,
  findConversationOf,
  findMessageFrom,
  findTalkOf,
  isReceivedPhoto,
  lockPhotoOfMessage,
  lockVoiceOfMessage,
} from "#server/features/chat/index.ts";
import { mailOwner } from "#server/features/mails/index.ts";
import { findReportable, isPhotoOf, lockActiveIntroduction, wordsOf } from "#server/features/profiles/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { siteOrigin } from "#server/site.ts";
import { mailTeam } from "./mail-team.ts";
import { requireKnown } from "./require-known.ts";
import { pausedFailure } from "./rules.ts";
import { findOpenReport, findReportsPause, upsertReport } from "./store.ts";

type Report = z.output<typeof reportCall.body>;
type Reported = z.input<typeof reportCall.answer>;

/**
 * The member, the chat, a message, a question, or a photo, also one sent to the reporter, with its mails in a
 * transaction. A reported message or question is copied as evidence, a message keeps its photo or recording, and a
 * profile its voice introduction. A report of the profile can name a call. One report per subject is open at a time:
 * another one updates it, and staff get a mail. A block does not prevent a report. Throws `own_profile`,
 * `profile_not_found`, `conversation_not_found`, `photo_not_found`, `message_not_found`, `question_not_found`;
 * `reports_paused` (DSA, article 23) if it can wait.
 */
export async function reportMember(ctx: Mutating<MemberContext>, report: Report): Promise<Reported> {
  const { db, site, now, viewer, services } = ctx;
  const reporter = viewer.memberId;
  const { member: reported, about, reason, text, unquoted } = report;
  if (reported === reporter) throw fail("own_profile");
  await requireKnown(ctx, reported);
  if (!urgentReasons.includes(report.reason)) {
    const pause = await findReportsPause(db, reporter, now);
    if (pause) throw pausedFailure(ctx.language, pause);
  }
  const { aboutId, evidence = null, messagePhotoId = null, introductionId = null } = await requireSubject(ctx, report);
  const talk =
    about === "profile" && report.talk ? await findTalkOf(db, report.talk, [reporter, reported], now) : undefined;
  const subject = { about, aboutId, evidence, messagePhotoId, introductionId, talk };
  const newReport = { siteId: site.id, reporter, reported, ...subject, reason, text, unquoted, now };
  const saved = await upsertReport(db, newReport);
  if (!saved) {
    const openReport = await findOpenReport(db, newReport);
    return { report: openReport ?? "", changed: true };
  }
  const origin = siteOrigin(site, services.config);
  if (saved.isNew) {
    const receipt = { kind: "report_received", path: `/decisions#${saved.id}` } as const;
    await mailOwner({ db, services, site, origin }, await findOwner(db, reporter), receipt);
  }
  await mailTeam(ctx, [reported, reporter], {
    kind: "report",
    params: { report: saved.id, about: talk ? "call" : about, reason, reported, reporter, text },
  });
  return { report: saved.id, changed: !saved.isNew };
}

type Subject = { aboutId: string; evidence?: ChatLine; messagePhotoId?: string | null; introductionId?: string | null };

/**
 * The id of the subject, which has to be the member's; for a message or a question also a copy, and its photo; for a
 * profile its voice introduction.
 */
async function requireSubject(
  ctx: Mutating<MemberContext>,
  { member, about, photo, message, question }: Report,
): Promise<Subject> {
  const { db, services, site, viewer } = ctx;
  if (about === "profile") return { aboutId: member, introductionId: await lockActiveIntroduction(db, member) };
  if (about === "chat") {
    const conversation = await findConversationOf(db, viewer.memberId, member);
    if (!conversation) throw fail("conversation_not_found");
    return { aboutId: conversation };
  }
  if (about === "message") {
    if (message === undefined) throw failFields({ message: "required" });
    const evidence = await findMessageFrom({ db, services }, { reader: viewer.memberId, author: member, message });
    if (!evidence) throw fail("message_not_found");
    const messagePhotoId = await lockPhotoOfMessage(db, message);
    const voice = evidence.attachment?.kind === "voice" ? await lockVoiceOfMessage(db, message) : null;
    return { aboutId: message, evidence: { ...evidence, ...(voice !== null && { voice }) }, messagePhotoId };
  }
  if (about === "question") {
    if (question === undefined) throw failFields({ question: "required" });
    const row = await findReportable(db, member, question);
    if (!row) throw fail("question_not_found");
    const { code, body, created_at } = row;
    const text = code === null ? (body ?? "") : wordsOf(ctx, code);
    return {
      aboutId: question,
      evidence: { id: question, from: member, kind: "member", text, at: created_at.toISOString() },
    };
  }
  if (photo === undefined) throw failFields({ photo: "required" });
  const isOfProfile = await isPhotoOf(db, site.id, member, photo);
  const isInChat = !isOfProfile && (await isReceivedPhoto(db, { from: member, to: viewer.memberId, id: photo }));
  if (!isOfProfile && !isInChat) throw fail("photo_not_found");
  return { aboutId: photo };
}
