import type { AnyTrx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import {
  type AttachmentContext,
  type ChatLine,
  chatPhotoFileOf,
  copyConversation,
  voiceFileOf,
} from "#server/features/chat/index.ts";
import { introductionFileOf, photoFileOf, reportedCopy } from "#server/features/profiles/index.ts";
import { isObjectedTo, rejectedPhotoFile } from "./decisions/store.ts";
import { chatCopyLines } from "./rules.ts";
import {
  closeOpenReports,
  findReport,
  findReportsOnChatOf,
  findReportsWithCopyOf,
  findReportsWithVoice,
  recordChatOpened,
  type Settled,
} from "./store.ts";

/**
 * `evidence` is the reported message, `chat` the copy that a block left, or else the chat; opening it is
 * recorded (D11.4). `file` is the photo's path, or that of its copy, which is kept until `photo_until`.
 */
export async function openReport(ctx: AttachmentContext, id: string, now: Date) {
  const { db } = ctx;
  const reportRow = await findReport(db, id);
  if (!reportRow) return undefined;
  const { chat, evidence, ...fields } = reportRow;
  const report = { ...fields, evidence: evidence as ChatLine | null, file: await findFile(db, fields) };
  const chatCopy = chat as ChatLine[] | null;
  const conversationId = report.about === "chat" ? report.about_id : null;
  if (chatCopy) {
    await recordChatOpened(db, id, now);
    return { ...report, chat: chatCopy };
  }
  if (!conversationId) return { ...report, chat: [] };
  await recordChatOpened(db, id, now);
  return { ...report, chat: await copyConversation(ctx, conversationId, chatCopyLines) };
}

type Found = NonNullable<Awaited<ReturnType<typeof findReport>>>;

async function findFile(
  db: Db,
  { photo_id: id, reported_id: memberId, site_id: siteId, photo_until }: Omit<Found, "chat" | "evidence">,
) {
  if (!id || !memberId) return null;
  const photo = { siteId, memberId, id };
  if (photo_until) return reportedCopy(photo);
  return (await photoFileOf(db, photo)) ?? (await chatPhotoFileOf(db, id)) ?? (await rejectedPhotoFile(db, id));
}

/**
 * Closes reports that were decided on together; the caller tells both sides why. Undefined if one of them was closed
 * before, does not exist, or is not the item's (`findReportsOf`): then undo this transaction.
 */
export async function settleReports(db: AnyTrx, ids: readonly string[], settled: Settled) {
  const asked = [...new Set(ids)];
  const closed = await closeOpenReports(db, asked, settled);
  return closed.length === asked.length ? closed : undefined;
}

/** Staff see the file; of a closed report only for an objection to what was decided on it. */
export async function reportedPhotoFile(db: Db, id: string, { closed }: { closed: boolean }): Promise<string | null> {
  const reportRow = await findReport(db, id);
  return reportRow && (closed || reportRow.status === "open") ? await findFile(db, reportRow) : null;
}

/** The voice introduction of a reported profile, as `reportedPhotoFile`. */
export async function reportedIntroductionFile(
  db: Db,
  id: string,
  { closed }: { closed: boolean },
): Promise<string | null> {
  const { introduction_id: introduction, status } = (await findReport(db, id)) ?? {};
  if (!introduction || (!closed && status !== "open")) return null;
  return await introductionFileOf(db, { introduction });
}

/** A photo of a chat that staff opened for a report, as long as they may read that chat. */
export async function openedChatPhotoFile(db: Db, photoId: string): Promise<string | null> {
  const reports = [...(await findReportsOnChatOf(db, photoId)), ...(await findReportsWithCopyOf(db, photoId))];
  return (await isAnyUndecided(db, reports)) ? await chatPhotoFileOf(db, photoId) : null;
}

/** A voice message that was reported, or of a chat that staff opened for a report, as long as they may read that. */
export async function reportedVoiceFile(db: Db, voiceId: string): Promise<string | null> {
  const reports = await findReportsWithVoice(db, voiceId);
  return (await isAnyUndecided(db, reports)) ? await voiceFileOf(db, { voice: voiceId }) : null;
}

/** Whether one of these reports, or an objection to what was decided on it, is open. */
async function isAnyUndecided(db: Db, reports: readonly { id: string; status: string }[]): Promise<boolean> {
  for (const { id, status } of reports) if (status === "open" || (await isObjectedTo(db, id))) return true;
  return false;
}
