import type { Attachment } from "#contract/attachments.ts";
import type { Reaction } from "#contract/reactions.ts";
import type { Db } from "#server/db/pool.ts";
import { type AttachmentContext, findAttachments } from "./attachments.ts";
import { findSide } from "./conversations-store.ts";
import { findNewest, findReceived } from "./messages-store.ts";
import { findPhotosWithFiles } from "./photos/store.ts";
import { findVoicesWithFiles } from "./voice/store.ts";

/**
 * A line of a conversation, as staff read it for a report. `photo`, `voice`: the id of what it carries, in a copy that
 * a block left; that of its voice message in a reported message, too.
 */
export type ChatLine = {
  id: string;
  photo?: string;
  voice?: string;
  from: string | null;
  kind: string;
  text: string;
  /** What it answers. */
  question?: string;
  /** The id of what it replies to: `findQuotesForStaff` finds it. */
  reply_to?: string;
  attachment?: Attachment;
  reaction?: Reaction;
  at: string;
};

/** The id of the conversation of two members; undefined if there is none. */
export async function findConversationOf(db: Db, memberId: string, otherId: string): Promise<string | undefined> {
  return (await findSide(db, memberId, { member: otherId }))?.conversation_id;
}

type LineRow = NonNullable<Awaited<ReturnType<typeof findReceived>>>;

function toLine(
  { id, author_id, author_kind, body, question, reply_to, reaction, created_at }: LineRow,
  attachment: Attachment | undefined,
): ChatLine {
  const line = {
    id,
    from: author_id,
    kind: author_kind,
    text: body,
    at: created_at.toISOString(),
    ...(question && { question }),
    ...(reply_to && { reply_to }),
    // a constraint limits them to these
    ...(reaction && { reaction: reaction as Reaction }),
  };
  return attachment ? { ...line, attachment } : line;
}

/** A message that `author` wrote to `reader`, even if they have removed the chat from their list. */
export async function findMessageFrom(
  ctx: AttachmentContext,
  which: { reader: string; author: string; message: string },
): Promise<ChatLine | undefined> {
  const row = await findReceived(ctx.db, which);
  return row && toLine(row, (await findAttachments(ctx, null, [row])).get(row.id));
}

const finders = { photo: findPhotosWithFiles, voice: findVoicesWithFiles } as const;

/** Adds the ids of the photos and voice messages whose files exist, which deleted messages name no more. */
export async function withFileIds(db: Db, lines: readonly ChatLine[]): Promise<ChatLine[]> {
  const idsOf = async (kind: keyof typeof finders) => {
    const messages = lines.flatMap(({ id, attachment }) => (attachment?.kind === kind ? [id] : []));
    const carried = messages.length > 0 ? await finders[kind](db, messages) : [];
    return new Map(carried.map(({ id, message_id: message }) => [message, id]));
  };
  const [photos, voices] = [await idsOf("photo"), await idsOf("voice")];
  return lines.map((line) => {
    const [photo, voice] = [photos.get(line.id), voices.get(line.id)];
    return { ...line, ...(photo !== undefined && { photo }), ...(voice !== undefined && { voice }) };
  });
}

/** The newest messages of a conversation, oldest first, even if a member has removed it from their list. */
export async function copyConversation(ctx: AttachmentContext, conversationId: string, limit: number) {
  const rows = await findNewest(ctx.db, conversationId, limit);
  const attachments = await findAttachments(ctx, null, rows);
  return rows.map((row) => toLine(row, attachments.get(row.id))).reverse();
}
