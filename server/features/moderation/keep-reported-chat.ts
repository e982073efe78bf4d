import { type AttachmentContext, copyConversation, findConversationOf } from "#server/features/chat/index.ts";
import { chatCopyLines, copyUntil } from "./rules.ts";
import { findReportsBetween, setChatCopyExpiry } from "./store.ts";

/**
 * Stores a copy of two members' conversation for 30 days if one of them has reported the other (D6.6). Call it before a
 * block deletes the conversation, which the report may be about. Runs in the caller's transaction, under `lockPair`.
 */
export async function keepReportedChat(ctx: AttachmentContext & { now: Date }, a: string, b: string): Promise<void> {
  const { db, now } = ctx;
  const reports = await findReportsBetween(db, a, b);
  const conversation = reports.length > 0 ? await findConversationOf(db, a, b) : undefined;
  if (conversation === undefined) return;
  const lines = await copyConversation(ctx, conversation, chatCopyLines);
  await setChatCopyExpiry(db, reports, JSON.stringify(lines), copyUntil(now));
}
