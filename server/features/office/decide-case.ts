import type { z } from "zod";
import type { PhotoRejection } from "#contract/attachments.ts";
import { replyWaitDays } from "#contract/complaints.ts";
import type { Ground } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type * as contract from "#contract/office.ts";
import { approveChatPhoto, closeReview } from "#server/features/chat/index.ts";
import { formatDay } from "#server/features/mails/index.ts";
import {
  answerComplaint,
  answerObjection,
  askByComplaint,
  banSender,
  closeComplaint,
  findOwnerOf,
  issueStatement,
  liftSanction,
  listThreads,
  lockMember,
  moveToDesk,
  sanctionMember,
  setTopic,
  takeDownChatPhoto,
  takeDownIntroduction,
  takeDownPhoto,
} from "#server/features/moderation/index.ts";
import {
  answerWithdrawal,
  carryOutByStaff,
  closeIssue,
  closeWithdrawal,
  findWithdrawal,
  findWithdrawer,
  reverseDebitBlock,
} from "#server/features/payments/index.ts";
import {
  approveAboutMe,
  approveIntroduction,
  approvePhoto,
  inspectQuestion,
  invalidateViewer,
  rejectAboutMe,
} from "#server/features/profiles/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { findCaseMember, findComplaint, findSiteOf } from "./case-store.ts";
import type { DecideContext, DecidedCase } from "./held-decisions.ts";
import type { AuditEntry } from "./staff/audit.ts";

type Decided = Promise<AuditEntry | undefined>;
type Body<C extends { body: z.ZodType }> = z.output<C["body"]>;

/** Whose text it was, and of what kind; undefined if the member has changed it since. */
async function endTextInspection(
  { db, services, now }: DecideContext,
  { id, verdict, text }: Body<typeof contract.decideText>,
): Promise<{ memberId: string; about: "text" | "question" } | undefined> {
  const { jobs, clock } = services;
  const isApproved = verdict === "approved";
  const isAboutMe = isApproved
    ? await approveAboutMe({ db, jobs, clock }, id, text)
    : await rejectAboutMe(db, id, text);
  if (isAboutMe) return { memberId: id, about: "text" };
  const memberId = await inspectQuestion(db, { id, text, shown: isApproved, now });
  return memberId === undefined ? undefined : { memberId, about: "question" };
}

/** Approves a text or a question of a member's profile, or rejects it with a statement of reasons. */
export async function decideText(ctx: DecideContext, body: Body<typeof contract.decideText>) {
  const { db, services, staff } = ctx;
  const { id, verdict, text, words } = body;
  const ended = await endTextInspection(ctx, body);
  if (!ended) return undefined;
  const { memberId, about } = ended;
  const log = { memberId, subject: `text:${id}` };
  if (verdict === "approved") return { action: "text_approved", ...log } as const;
  const siteId = await findSiteOf(db, memberId);
  if (siteId === undefined) return undefined;
  await issueStatement(ctx, {
    siteId,
    memberId,
    side: "owner",
    decision: about === "text" ? "text_rejected" : "question_rejected",
    ground: verdict satisfies Ground,
    words,
    // a program held the text back, because it seemed to contain contact details
    source: "program",
    content: { about, text },
    decisionId: services.random.uuid(),
    staffId: staff.staffId,
  });
  return { action: "text_rejected", ...log, reason: verdict } as const;
}

/** Answers an objection to what another person decided. */
export async function decideObjection(
  ctx: DecideContext,
  { id, verdict, words, unfounded }: Body<typeof contract.decideObjection>,
): Decided {
  const { staffId } = ctx.staff;
  // the member first, as every measure does
  const owner = await findOwnerOf(ctx.db, id);
  if (owner !== undefined) await lockMember(ctx.db, owner);
  const answered = await answerObjection(ctx, id, { upheld: verdict === "upheld", unfounded, words, staffId });
  if (!answered) return undefined;
  const { memberId, decision, applies } = answered;
  if (verdict === "upheld") {
    await liftSanction(ctx, { memberId, statement: id });
    if (decision === "direct_debit_refused" && applies) await reverseDebitBlock(ctx.db, memberId, applies);
  }
  return {
    action: `objection_${verdict}`,
    memberId,
    subject: `statement:${id}`,
    detail: { decision },
  };
}

/** Closes the review of a member's first messages, with a warning or without a measure. */
export async function decideReview(
  ctx: DecideContext,
  { id, verdict, ground, words }: Body<typeof contract.decideReview>,
): Decided {
  const { db, services, now, staff } = ctx;
  const memberId = await findCaseMember(db, "reviews", id);
  const log = { memberId, subject: `review:${id}` };
  if (verdict === "closed") {
    return (await closeReview(db, id, now)) ? { action: "review_closed", ...log } : undefined;
  }
  if (ground === undefined) throw failFields({ ground: "required" });
  if (words === "") throw failFields({ words: "required" });
  if (memberId === null) return undefined;
  // the member first, as every measure does
  const member = await lockMember(db, memberId);
  if (!member || member.status === "deleted") return undefined;
  if (!(await closeReview(db, id, now))) return undefined;
  const stated = { memberId, ground, words, staffId: staff.staffId, decisionId: services.random.uuid() };
  const warned = await sanctionMember(ctx, { ...stated, measure: "warned", length: 0, source: "program" });
  return warned && { action: "review_warned", ...log, reason: ground };
}

/** Answers, closes or hands over a complaint, or carries out a request to be banned. */
export async function decideComplaint(
  { db, services, now, staff, invalidateSessions }: DecideContext,
  { id, verdict, words, note, read }: Body<typeof contract.decideComplaint>,
): Promise<DecidedCase | undefined> {
  if ((verdict === "answered" || verdict === "asked") && words === "") throw failFields({ words: "required" });
  if ((verdict === "to_finance" || verdict === "to_support") && note === "") throw failFields({ note: "required" });
  const complaint = await findComplaint(db, id, staff.role);
  if (!complaint) return undefined;
  if (read !== undefined && read !== (await listThreads(db, [id]))(id).length) throw fail("site_changed");
  const { number, member_id: memberId } = complaint;
  const log = { memberId, subject: `complaint:${id}` };
  if (verdict === "answered" || verdict === "asked") {
    const asks = verdict === "asked" ? { asks: new Date(now.getTime() + replyWaitDays * dayMs) } : {};
    const answer = { answer: words, staffId: staff.staffId, now, ...asks };
    const isAnswered = await answerComplaint({ db, services }, number, answer);
    return isAnswered ? { action: `complaint_${verdict}`, ...log } : undefined;
  }
  if (verdict === "closed") {
    const isClosed = await closeComplaint(db, number, now);
    return isClosed ? { action: "complaint_closed", ...log } : undefined;
  }
  if (verdict === "to_finance" || verdict === "to_support") {
    const desk = verdict === "to_finance" ? "finance" : "support";
    const isMoved = await moveToDesk(db, number, desk);
    return isMoved ? { action: `complaint_${verdict}`, ...log, handover: note } : undefined;
  }
  const banned = await banSender({ db, services, now, invalidateSessions }, number);
  return banned === undefined ? undefined : { action: "sender_banned", ...log };
}

/** Gives an open complaint of the caller's desk another subject. */
export async function changeTopic(
  { db, staff }: Mutating<StaffContext>,
  { id, topic }: Body<typeof contract.changeComplaint>,
): Promise<AuditEntry> {
  const complaint = await findComplaint(db, id, staff.role);
  if (!complaint || !(await setTopic(db, id, topic))) throw fail("staff_item_gone");
  const { member_id: memberId } = complaint;
  return { action: "complaint_changed", memberId, subject: `complaint:${id}`, detail: { topic } };
}

/** A number as receipts and payments have them, and no words that were typed for the address of a stranger. */
const numberLike = /^[A-Z0-9-]{1,40}$/i;

/** Asks the buyer of a withdrawal, which goes on as a complaint with the day of the withdrawal; false: none is open. */
async function askBuyer({ db, services, now, staff }: DecideContext, id: string, question: string): Promise<boolean> {
  const withdrawal = await findWithdrawal(db, id);
  if (!withdrawal || !(await closeWithdrawal(db, id, now))) return false;
  const { site_id: siteId, member_id: memberId, email: typed, number, created_at: since } = withdrawal;
  const { to, language } = await findWithdrawer(db, withdrawal);
  if (to === null) return true;
  const declared = { date: formatDay(language, since), number: numberLike.test(number) ? number : "–" };
  await askByComplaint(
    { db, services, now },
    {
      ...{ siteId, email: to, language, since, question, staffId: staff.staffId },
      // an address that was typed without a login proves nothing
      memberId: typed === null ? memberId : null,
      text: services.texts.t(language, "replies:withdrawal.declared", declared),
    },
  );
  return true;
}

/** Carries a withdrawal out, answers or asks the buyer by email, or does none of it; each closes it. */
export async function decideWithdrawal(
  ctx: DecideContext,
  { id, verdict, words, payment }: Body<typeof contract.decideWithdrawal>,
): Decided {
  const { db, services, now } = ctx;
  if (verdict === "refunded") {
    if (!payment) throw failFields({ payment: "required" });
    const refunded = await carryOutByStaff(ctx, id, payment);
    if (!refunded) return undefined;
    const { memberId, ...detail } = refunded;
    ctx.afterCommit(() => invalidateViewer(memberId));
    return { action: "withdrawal_refunded", memberId, subject: `payment:${payment.id}`, detail };
  }
  if (verdict !== "closed" && words === "") throw failFields({ words: "required" });
  const isClosed =
    verdict === "answered"
      ? await answerWithdrawal({ db, services, now }, id, words)
      : verdict === "asked"
        ? await askBuyer(ctx, id, words)
        : await closeWithdrawal(db, id, now);
  if (!isClosed) return undefined;
  const memberId = await findCaseMember(db, "withdrawals", id);
  return { action: `withdrawal_${verdict}`, memberId, subject: `withdrawal:${id}` };
}

export async function decidePaymentIssue({ db, now }: DecideContext, { id }: Body<typeof contract.decidePaymentIssue>) {
  if (!(await closeIssue(db, id, now))) return undefined;
  const memberId = await findCaseMember(db, "payment_issues", id);
  return { action: "payment_issue_closed", memberId, subject: `payment_issue:${id}` } as const;
}

type Verdict = { id: string; verdict: "approved" | PhotoRejection };

type Rejecting = Pick<DecideContext, "services" | "staff">;

export const rejectionOf = ({ services, staff }: Rejecting, id: string, ground: PhotoRejection) => ({
  id,
  ground,
  photoReason: ground,
  decisionId: services.random.uuid(),
  staffId: staff.staffId,
});

/** Approves a photo under inspection, or rejects it with a statement of reasons to its owner. */
export async function decidePhoto(ctx: DecideContext, { id, verdict }: Verdict): Decided {
  const isApproved = verdict === "approved";
  const memberId = isApproved
    ? await approvePhoto(ctx, id)
    : await takeDownPhoto(ctx, { ...rejectionOf(ctx, id, verdict), of: "inspection" });
  if (memberId === undefined) return undefined;
  const log = { memberId, subject: `photo:${id}` };
  return isApproved ? { action: "photo_approved", ...log } : { action: "photo_rejected", ...log, reason: verdict };
}

export async function decideChatPhoto(ctx: DecideContext, { id, verdict }: Verdict): Decided {
  const subject = `chat_photo:${id}`;
  if (verdict === "approved") {
    const isApproved = await approveChatPhoto({ ...ctx.services, db: ctx.db }, id);
    return isApproved ? { action: "chat_photo_approved", subject } : undefined;
  }
  const memberId = await takeDownChatPhoto(ctx, rejectionOf(ctx, id, verdict));
  return memberId === undefined ? undefined : { action: "chat_photo_rejected", memberId, subject, reason: verdict };
}

/** Approves a voice introduction under inspection, or rejects it with a statement of reasons to its owner. */
export async function decideIntroduction(ctx: DecideContext, { id, verdict }: Verdict): Decided {
  const subject = `introduction:${id}`;
  if (verdict === "approved") {
    const memberId = await approveIntroduction(ctx, id);
    return memberId === undefined ? undefined : { action: "introduction_approved", memberId, subject };
  }
  const { photoReason: voiceReason, ...rejection } = rejectionOf(ctx, id, verdict);
  const memberId = await takeDownIntroduction(ctx, { ...rejection, voiceReason });
  return memberId === undefined ? undefined : { action: "introduction_rejected", memberId, subject, reason: verdict };
}
