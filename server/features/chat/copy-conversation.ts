import type { Db } from "#server/db/pool.ts";
import { findNewest, findReceived, findSide } from "./store.ts";

/** A line of a conversation, as staff read it for a report (D11.4). */
export type ChatLine = { from: string | null; kind: string; text: string; attachment?: string; at: string };

/** The id of the conversation of two members; undefined if there is none. */
export async function findConversationOf(db: Db, memberId: string, otherId: string): Promise<string | undefined> {
  return (await findSide(db, memberId, { member: otherId }))?.conversation_id;
}

type LineRow = NonNullable<Awaited<ReturnType<typeof findReceived>>>;

function toLine({ author_id, author_kind, body, attachment, created_at }: LineRow): ChatLine {
  return {
    from: author_id,
    kind: author_kind,
    text: body,
    ...(attachment !== null && { attachment }),
    at: created_at.toISOString(),
  };
}

/** A message that `author` wrote to `reader`, even if they have removed the chat from their list. */
export async function findMessageFrom(
  db: Db,
  which: { reader: string; author: string; message: string },
): Promise<ChatLine | undefined> {
  const row = await findReceived(db, which);
  return row && toLine(row);
}

/** The newest messages of a conversation, oldest first, even if a member has removed it from their list. */
export async function copyConversation(db: Db, conversationId: string, most: number): Promise<ChatLine[]> {
  const rows = await findNewest(db, conversationId, most);
  return rows.map(toLine).reverse();
}
