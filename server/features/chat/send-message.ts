import type { Message } from "#contract/chat.ts";
import { freeConversations } from "#contract/constants.ts";
import { lockPair } from "#server/db/lock-pair.ts";
import { type Db, violatedConstraint } from "#server/db/pool.ts";
import { inOneStatement, inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { ageError } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Site } from "#server/site.ts";
import type { NewAttachment } from "./attachments.ts";
import { holdMessage } from "./hold-message.ts";
import { requireParties } from "./require-parties.ts";
import { assertLength, mutedError, toMessage } from "./rules.ts";
import { type FirstMessage, inspectFirstMessage, recordFirstMessage } from "./safety/record-first-message.ts";
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
  const { db, site, now } = ctx;
  if (from === to) throw fail("own_profile");
  assertLength(text, site.settings.message_length);
  const parties = await requireParties(db, site.id, from, to);
  const isConfirmed = parties.status === "active";
  const ageFailure = kind === "member" ? await ageError(db, site, from) : undefined;
  // `holdMessage` checks this for an author who has not confirmed
  const mutedFailure = isConfirmed ? mutedError(parties, now) : undefined;
  const failure = ageFailure ?? mutedFailure;
  if (failure) {
    // a repeated request gets the first answer
    const sent = await findSent(ctx, message);
    if (sent) return sent;
    throw failure;
  }
  if (!isConfirmed) {
    if (attachment) throw fail("account_not_confirmed");
    const held = await holdMessage(ctx, { from, to, text, key });
    if (held) return held;
  }
  const price = attachment?.credits ?? site.settings.message_credits;
  const outgoing = {
    siteId: site.id,
    from,
    to,
    kind,
    text,
    attachment,
    first: inspectIfFirst(message, parties),
    credits: kind === "member" ? price : 0,
    key,
    now,
  };
  try {
    const stored = await storeMessage(db, outgoing, parties, message.conversationId);
    if (!stored) return await repeatAnswer(ctx, message);
    return publishSent(ctx, outgoing, stored, parties.name);
  } catch (error) {
    if (violatedConstraint(error) === "wallets_credits_check") throw fail("not_enough_credits");
    throw error;
  }
}

type Parties = Awaited<ReturnType<typeof requireParties>>;

type Outgoing = Omit<NewMessage, "attachment"> & {
  attachment: NewAttachment | undefined;
  /** What the inspection found, if the recipient has not answered yet. */
  first: FirstMessage | undefined;
};

type OutgoingToMember = Omit<Outgoing, "conversationId">;
type Stored = { conversationId: string; sent: SentMessage };

/** Inspects a member's message to someone who has not answered yet; undefined for all other messages. */
function inspectIfFirst({ kind = "member", text }: SendMessageInput, parties: Parties): FirstMessage | undefined {
  if (kind !== "member" || parties.answered) return undefined;
  const begins = parties.conversation_id === null;
  return inspectFirstMessage({ text, recipient: parties.other_name, begins, joinedAt: parties.joined_at });
}

/** Stores the message in the conversation of the two, or in a new one; undefined if nothing was written. */
async function storeMessage(
  db: Db,
  message: OutgoingToMember,
  parties: Parties,
  newConversationId: string | undefined,
): Promise<Stored | undefined> {
  const conversationId = parties.conversation_id;
  if (conversationId) {
    const sent = await sendInConversation(db, { ...message, conversationId });
    return sent && { conversationId, sent };
  }
  const isLimited = !parties.premium && message.kind === "member";
  return await beginConversation(db, message, { isLimited, newConversationId });
}

/** Emits the events of a stored message to both members; returns the answer for its author. */
function publishSent(
  { emit }: SendContext,
  { from, to, kind, text, attachment, first }: OutgoingToMember,
  { conversationId, sent }: Stored,
  authorName: string,
): Sent {
  const row = { id: sent.id, author_id: from, author_kind: kind, body: text, created_at: sent.created_at };
  const message = toMessage(row, from, null, attachment?.toAuthor);
  emit(to, {
    type: "message",
    conversation: conversationId,
    from,
    name: authorName,
    id: message.id,
    author_kind: message.author_kind,
    text,
    ...(attachment && { attachment: attachment.toRecipient }),
    ...(first && first.risks.length > 0 && { risks: [...first.risks] }),
    created_at: message.created_at,
  });
  emit(from, { type: "credits", credits: sent.credits });
  return { conversation: { id: conversationId }, message, credits: sent.credits };
}

/** Inserts the message with what belongs to it, in the caller's transaction. */
async function insertMessage(db: Db, { attachment, first, ...message }: Outgoing): Promise<SentMessage | undefined> {
  const sent = await insertPaidMessage(db, { ...message, attachment: attachment?.kind ?? null });
  if (sent && attachment) await attachment.insert(db, sent.id);
  if (sent && first) await recordFirstMessage(db, first, { ...message, messageId: sent.id, authorId: message.from });
  return sent;
}

/** In an existing conversation one statement is enough for a text: it locks the conversation, then the wallet. */
async function sendInConversation(db: Db, message: Outgoing): Promise<SentMessage | undefined> {
  if (message.attachment || message.first) return await inTransaction(db, (trx) => insertMessage(trx, message));
  return await inOneStatement(db, (conn) => insertMessage(conn, message));
}

/**
 * Creates a conversation with its first message, in one transaction; free members may begin two (D6.2). It locks the
 * pair, the conversation and the wallet in this order, as all code that concerns two members does.
 */
async function beginConversation(
  db: Db,
  message: OutgoingToMember,
  { isLimited, newConversationId }: { isLimited: boolean; newConversationId: string | undefined },
): Promise<Stored | undefined> {
  const { siteId, from, to, now } = message;
  return await inTransaction(db, async (trx) => {
    // so that no block comes between the check and the insert
    await lockPair(trx, from, to);
    await requireParties(trx, siteId, from, to);
    const { id, begun } = await ensureConversation(trx, siteId, from, to, now, newConversationId);
    // the count includes this conversation
    if (begun && isLimited && (await countBegun(trx, from)) > freeConversations) {
      throw fail("conversation_limit", { params: { count: freeConversations } });
    }
    const sent = await insertMessage(trx, { ...message, conversationId: id });
    // the key belongs to a message in another conversation; thrown here, so that this one is rolled back, not left empty
    if (begun && !sent) throw fail("idempotency_key_reused");
    return sent && { conversationId: id, sent };
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
  const isSame =
    row.body === text &&
    (row.a_id === to || row.b_id === to) &&
    row.attachment === (attachment?.kind ?? null) &&
    (!attachment || (await attachment.isSame(db, row.id)));
  if (!isSame) throw fail("idempotency_key_reused");
  return {
    conversation: { id: row.conversation_id },
    message: toMessage({ ...row, author_id: from }, from, null, attachment?.toAuthor),
    credits: row.credits,
  };
}
