import type { Db } from "#server/db/pool.ts";
import type { Emit } from "#server/emit.ts";
import { fail } from "#server/http/fail.ts";
import { markRead } from "./store.ts";

export type ReadContext = {
  db: Db;
  now: Date;
  emit: Emit;
};

/** Marks a chat as read, and publishes that to the other member if both show receipts (R4.17, D6.5). */
export async function readChat(ctx: ReadContext, memberId: string, conversationId: string): Promise<void> {
  const read = await markRead(ctx.db, memberId, conversationId, ctx.now);
  if (!read) throw fail("conversation_not_found");
  if (read.shown) ctx.emit(read.other_id, { type: "read", conversation: conversationId });
}
