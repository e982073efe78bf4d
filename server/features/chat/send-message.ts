import type { Message } from "#contract/chat.ts";
import { freeConversations } from "#contract/constants.ts";
import { lockPair } from "#server/db/lock-pair.ts";
import { type Db, violatedConstraint } from "#server/db/pool.ts";
import { inOneStatement, inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { ageError } from "#server/features/age-assurance/index.ts";
import { type FirstMessage, inspectFirstMessage, recordFirstMessage } from "#server/features/safety/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Site } from "#server/site.ts";
import type { NewAttachment } from "./attachments.ts";
import { holdMessage } from "./hold-message.ts";
import { requireParties } from "./require-parties.ts";
import { assertLength, mutedError, toMessage } from "./rules.ts";
import {
  type AuthorKind,
  countBegun,
  ensureConversation,
  findByKey,
  insertPaidMessage,
  type NewMessage,
  type SentMessage,
} from "./store.ts";

export type SendContext = {
  db: Db;
  site: Pick<Site, "id" | "settings">;
  now: Date;
  emit: Emit;
};

export type SendMessageInput = {
  from: string;
  to: string;
  text: string;
  /** The `Idempotency-Key`: a repeated request finds the message and sends nothing. */
  key: string;
  /** Who wrote it; only messages of kind `member` cost credits. */
  kind?: AuthorKind;
  /** The id of the conversation if this message begins one. */
  conversationId?: string;
  attachment?: NewAttachment;
};

export type Sent = { conversation: { id: string }; message: Message; credits: number };

/**
 * Sends a message and charges its credits, all or nothing (R1.04, D6.1). If the author has not confirmed their address,
 * a message is held (D6.3), and one with an attachment fails. A repetition with the same key gets the first answer.
 * Throws `age_check_required`, `not_enough_credits`, `conversation_limit`, `account_not_confirmed`, `own_profile`,
 * `muted`, `idempotency_key_reused`, and what `requireParties`, `holdMessage` and `recordFirstMessage` throw.
 */
export async function sendMessage(ctx: SendContext, message: SendMessageInput): Promise<Sent> {
  const { from, to, text, key, kind = "member", attachment } = message;
  const { db, site, now, emit } = ctx;
  if (from === to) throw fail("own_profile");
  assertLength(text, site.settings.message_length);
  const parties = await requireParties(db, site.id, from, to);
  const unproved = kind === "member" ? await ageError(db, site, from) : undefined;
  const refused = unproved ?? (parties.status === "active" ? mutedError(parties, now) : undefined);
  if (refused) {
    // a repeated request gets the first answer
    const sent = await findSent(ctx, message);
    if (sent) return sent;
    throw refused;
  }
  if (parties.status !== "active") {
    if (attachment) throw fail("account_not_confirmed");
    const held = await holdMessage(ctx, { from, to, text, key });
    if (held) return held;
  }
  const price = attachment?.credits ?? site.settings.message_credits;
  const credits = kind === "member" ? price : 0;
  const begins = parties.conversation_id === null;
  const isFirst = kind === "member" && !parties.answered;
  const { other_name: recipient, joined_at: joinedAt } = parties;
  const first = isFirst ? inspectFirstMessage({ text, recipient, begins, joinedAt }) : undefined;
  const outgoing = { siteId: site.id, from, to, kind, text, attachment, first, credits, key, now };
  try {
    const sent = parties.conversation_id
      ? await sendInConversation(db, { ...outgoing, conversationId: parties.conversation_id })
      : undefined;
    const begun = parties.conversation_id
      ? undefined
      : await beginConversation(db, outgoing, parties.premium || kind !== "member", message.conversationId);
    const inserted = sent ?? begun?.sent;
    const conversationId = parties.conversation_id ?? begun?.id;
    if (!inserted || !conversationId) return await repeatAnswer(ctx, message);
    const sentMessage = toMessage(
      { id: inserted.id, author_id: from, author_kind: kind, body: text, created_at: inserted.created_at },
      from,
      null,
      attachment?.toAuthor,
    );
    const { id, author_kind, created_at } = sentMessage;
    const event = { type: "message", conversation: conversationId, from, name: parties.name } as const;
    const carried = attachment && { attachment: attachment.toRecipient };
    const marked = first && first.risks.length > 0 && { risks: [...first.risks] };
    emit(to, { ...event, id, author_kind, text, ...carried, ...marked, created_at });
    emit(from, { type: "credits", credits: inserted.credits });
    return { conversation: { id: conversationId }, message: sentMessage, credits: inserted.credits };
  } catch (error) {
    if (violatedConstraint(error) === "wallets_credits_check") throw fail("not_enough_credits");
    throw error;
  }
}

type Outgoing = Omit<NewMessage, "attachment"> & {
  attachment: NewAttachment | undefined;
  first: FirstMessage | undefined;
};

/** Inserts the message with what belongs to it, in the caller's transaction. */
async function insertMessage(db: Db, { attachment, first, ...message }: Outgoing): Promise<SentMessage | undefined> {
  const sent = await insertPaidMessage(db, { ...message, attachment: attachment?.kind ?? null });
  if (sent && attachment) await attachment.insert(db, sent.id);
  if (sent && first) await recordFirstMessage(db, first, { ...message, messageId: sent.id, authorId: message.from });
  return sent;
}

/** In an existing conversation one statement is enough for a text: it locks the conversation, then the wallet. */
const sendInConversation = (db: Db, message: Outgoing) =>
  (message.attachment || message.first ? inTransaction : inOneStatement)(db, (conn) => insertMessage(conn, message));

/**
 * Creates a conversation with its first message, in one transaction; free members may begin two (D6.2). It locks the
 * pair, the conversation and the wallet in this order, as all code that concerns two members does.
 */
async function beginConversation(
  db: Db,
  message: Omit<Outgoing, "conversationId">,
  unlimited: boolean,
  wantedId: string | undefined,
) {
  const { siteId, from, to, now } = message;
  return await inTransaction(db, async (trx) => {
    // so that no block comes between the check and the insert
    await lockPair(trx, from, to);
    await requireParties(trx, siteId, from, to);
    const { id, begun } = await ensureConversation(trx, siteId, from, to, now, wantedId);
    // the count includes this conversation
    if (begun && !unlimited && (await countBegun(trx, from)) > freeConversations)
      throw fail("conversation_limit", { params: { count: freeConversations } });
    return { id, sent: await insertMessage(trx, { ...message, conversationId: id }) };
  });
}

/** The answer if nothing was written, because the key was used before, or the conversation was deleted meanwhile. */
async function repeatAnswer(ctx: SendContext, message: SendMessageInput): Promise<Sent> {
  const sent = await findSent(ctx, message);
  if (sent) return sent;
  await requireParties(ctx.db, ctx.site.id, message.from, message.to);
  throw fail("unavailable");
}

type Repeated = Omit<SendMessageInput, "attachment"> & {
  attachment?: Pick<NewAttachment, "kind" | "isSame"> & Partial<Pick<NewAttachment, "toAuthor">>;
};

/**
 * The answer to a message that was sent before with this key; undefined if none was. For features that prepare an
 * attachment before they send. Throws `idempotency_key_reused` if it was another message.
 */
export async function findSent({ db }: Pick<SendContext, "db">, message: Repeated): Promise<Sent | undefined> {
  const { from, to, text, key, attachment } = message;
  const row = await findByKey(db, from, key);
  if (!row) return undefined;
  const same =
    row.body === text &&
    (row.a_id === to || row.b_id === to) &&
    row.attachment === (attachment?.kind ?? null) &&
    (!attachment || (await attachment.isSame(db, row.id)));
  if (!same) throw fail("idempotency_key_reused");
  return {
    conversation: { id: row.conversation_id },
    message: toMessage({ ...row, author_id: from }, from, null, attachment?.toAuthor),
    credits: row.credits,
  };
}
