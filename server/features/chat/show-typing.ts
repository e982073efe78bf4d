import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findTypingAudience } from "./presence-store.ts";

/**
 * Publishes to the other member that the caller is writing, if both show it (D6.5). The answer is the same if not, so
 * that it does not reveal the other member's setting. A conversation with only held messages is not found, because only
 * its author knows of it (D6.3).
 */
export async function showTyping(ctx: Pick<MemberContext, "db" | "viewer" | "emit">, conversationId: string) {
  const audience = await findTypingAudience(ctx.db, ctx.viewer.memberId, conversationId);
  if (!audience) throw fail("conversation_not_found");
  if (audience.shown) ctx.emit(audience.other_id, { type: "typing", conversation: conversationId });
}
