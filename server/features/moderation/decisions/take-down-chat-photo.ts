import type { PhotoRejection } from "#contract/attachments.ts";
import type { DecisionKind } from "#contract/decisions.ts";
import { rejectChatPhoto } from "#server/features/chat/index.ts";
import { issueStatement } from "./issue-statement.ts";
import type { StatementContext } from "./mail-statement.ts";

type Rejection = { id: string; reason: PhotoRejection; decisionId: string; staffId: string | null };

/**
 * Rejects a photo in a chat, with a statement of reasons to its author (D8.2, D11.2). Returns its author; undefined if
 * the photo was rejected before, or its chat was deleted. Runs in the caller's transaction.
 */
export async function takeDownChatPhoto(
  ctx: StatementContext,
  { id, reason, decisionId, staffId }: Rejection,
): Promise<string | undefined> {
  const { db, services } = ctx;
  const author = await rejectChatPhoto({ ...services, db }, id, { reason, decisionId });
  if (!author) return undefined;
  // people look at every photo in a chat before it is delivered, or at one that was reported
  const source = "own_initiative";
  const content = { about: "photo" } as const;
  const decision: DecisionKind = "chat_photo_rejected";
  await issueStatement(ctx, {
    ...author,
    decisionId,
    side: "owner",
    decision,
    ground: reason,
    source,
    content,
    staffId,
  });
  return author.memberId;
}
