import type { Attachment } from "#contract/attachments.ts";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { withEmit } from "#server/emit.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import type { AttachmentSource } from "#server/hooks.ts";
import type { Services } from "#server/services.ts";

/** An attachment of a message to be sent. Its price replaces the price of the message. */
export type NewAttachment = {
  kind: Attachment["kind"];
  credits: number;
  /** Stores the details, in the message's transaction. */
  insert(wallet: Locked<"wallets">, messageId: string): Promise<void>;
  /** Whether a message that was sent earlier with the same key has the same attachment. */
  isSame(db: Db, messageId: string): Promise<boolean>;
  toAuthor: Attachment;
  toRecipient: Attachment;
};

/** What a repeated request knows of its attachment; without `toAuthor` its answer comes without it. */
export type SentAttachment = Pick<NewAttachment, "kind" | "isSame"> & Partial<Pick<NewAttachment, "toAuthor">>;

export type AttachmentContext = { db: Db; services: Pick<Services, "attachments"> };

/** The attachments of these messages as the viewer sees them; a null viewer stands for staff with a report. */
export async function findAttachments(
  { db, services }: AttachmentContext,
  viewerId: string | null,
  messages: readonly { id: string; attachment: string | null }[],
): Promise<ReadonlyMap<string, Attachment>> {
  const entries = await Promise.all(
    services.attachments.map(async ({ kind, find }) => {
      const ids = messages.flatMap((message) => (message.attachment === kind ? [message.id] : []));
      return ids.length > 0 ? [...(await find(db, viewerId, ids))] : [];
    }),
  );
  return new Map(entries.flat());
}

/** The message that carries an attachment, and the two members of its chat. */
export type Carrier = { message: string; conversation: string; author: string; readers: string[] };

/** Publishes what became of an attachment to the open pages of both members, and its author's balance. */
export async function publishAttachment(
  { db, events }: Pick<Services, "db" | "events">,
  source: AttachmentSource,
  { message, conversation, author, readers }: Carrier,
): Promise<void> {
  await withEmit(events, async (emit) => {
    for (const reader of readers) {
      const attachment = (await source.find(db, reader, [message])).get(message);
      if (attachment) emit(reader, { type: "attachment", conversation, message, attachment });
    }
    emit(author, { type: "credits", credits: await balanceOf(db, author) });
  });
}
