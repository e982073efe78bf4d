import { createHash } from "node:crypto";
import type { PhotoRejection } from "#contract/attachments.ts";
import { decisionText } from "#contract/decision-text.ts";
import {
  type DecisionKind,
  type Ground,
  objectionDays,
  rejectionKinds,
  type StatementSource,
} from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { UpdateKind } from "#contract/updates.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { Hooks } from "#server/hooks.ts";
import { languageOf } from "#server/http/language.ts";
import { uuidAt } from "#server/lib/uuid-bytes.ts";
import {
  type AnsweredReport,
  mailStatement,
  type StatedContent,
  type StatedMoney,
  type StatementContext,
} from "./mail-statement.ts";
import { findGround, findStatementReceiver, insertStatement } from "./store.ts";

/** The entry under the updates: one that names what it is about needs no second one. */
function updateOf(side: string, decision: DecisionKind): UpdateKind {
  if (side === "reporter") return "report_decided";
  return rejectionKinds.find((kind) => kind === decision) ?? "decision";
}

export type NewStatement = {
  siteId: number;
  memberId: string;
  /** Both sides of a report have a statement of the same decision. */
  decisionId: string;
  side: "owner" | "reporter";
  decision: DecisionKind;
  ground: Ground | null;
  words?: string;
  /** Why staff rejected a photo from a queue, in which they type no words: the catalog's stand instead. */
  photoReason?: PhotoRejection | undefined;
  /** The same of a voice introduction. */
  voiceReason?: PhotoRejection | undefined;
  /** How the team came to know (DSA, article 17(3)(b) and (c)); null: nothing was held against the member. */
  source: StatementSource | null;
  /** For the owner only. */
  content?: StatedContent | undefined;
  money?: StatedMoney | undefined;
  reportId?: string | null;
  /** For the reporter only: what they reported. */
  report?: AnsweredReport | undefined;
  /** A rejected photo, which is kept as long as the member can object; null: it is sealed. */
  photoId?: string | null;
  /** By a program: what it applied; if that is reversed, so is this. */
  applies?: string | null;
  until?: Date | null;
  /** Null: a program decided, or a command on the machine. */
  staffId: string | null;
};

/** The photo or recording that staff reject. */
export type StaffRejection = { id: string; ground: Ground; decisionId: string; staffId: string };
/** What a statement about it says if it was reported. */
export type OfReport = Pick<NewStatement, "source" | "content" | "reportId" | "words">;

/**
 * Issues it once, in the transaction of the decision: listed under the member's updates, and mailed, with a link for
 * those who can't log in. Deleted accounts get no mail; for erased ones nothing is stored.
 */
export async function issueStatement(
  { db, services, now }: StatementContext,
  {
    siteId,
    memberId,
    decisionId,
    side,
    decision,
    ground,
    source,
    words: typed = "",
    photoReason,
    voiceReason,
    reportId = null,
    report,
    photoId = null,
    until = null,
    staffId,
    content,
    money,
    applies = null,
  }: NewStatement,
): Promise<void> {
  const receiver = await findStatementReceiver(db, memberId);
  if (!receiver) return;
  const why = photoReason
    ? `decisions:photo_why.${photoReason}`
    : voiceReason && `voice-introductions:why.${voiceReason}`;
  const words = why ? services.texts.t(languageOf(receiver.language), why) : typed;
  const id = await insertStatement(db, {
    ...{ site_id: siteId, member_id: memberId, decision_id: decisionId, report_id: reportId, staff_id: staffId },
    ...{ side, decision, ground, words, source, applies, until, created_at: now },
    about: content?.about ?? null,
    content: content?.text || null,
    content_at: content?.at ?? null,
    photo_id: photoId,
    photo_until: photoId && new Date(now.getTime() + objectionDays * dayMs),
  });
  if (id === undefined) return;
  await addUpdate(db, { memberId, kind: updateOf(side, decision), path: `/decisions#${id}`, now });
  if (receiver.status === "deleted" && decision !== "banned") return;
  const reasons = { ground, words, until, ...(side === "owner" ? { source, content, money } : { content: report }) };
  const mail = { id, siteId, about: decision, decisionKey: decisionText(decision, ground), ...reasons };
  await mailStatement({ db, services, now }, receiver, mail);
}

/** States what a program decided by itself (DSA, article 17); once for a member and what it applies. */
export const stateRefusal: Hooks["programRefused"] = async (
  ctx,
  { isPhoto = false, decision, applies, memberId, siteId, ground },
) => {
  const stated = ground ?? (await findGround(ctx.db, applies)) ?? "other";
  const seed = [decision, applies, memberId].join(" ");
  await issueStatement(ctx, {
    siteId,
    ground: stated as Ground,
    memberId,
    decision,
    applies,
    decisionId: uuidAt(createHash("sha256").update(seed).digest(), 0),
    side: "owner",
    source: "program",
    content: isPhoto ? { about: "photo", at: ctx.now } : undefined,
    staffId: null,
  });
};
