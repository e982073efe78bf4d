import { freeConversations } from "#contract/constants.ts";
import { type Lockable, lockPair, type PoolOrLockable, proofOf } from "#server/db/locks.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { inOneStatement, inTransaction } from "#server/db/transaction.ts";
import { ageError, requiresAgeProof } from "#server/features/visibility/index.ts";
import { Failure, fail } from "#server/http/fail.ts";
import type { SentAttachment } from "./attachments.ts";
import { countBegun, ensureConversation } from "./conversations-store.ts";
import type { Draft, SendContext, Sent } from "./draft.ts";
import { assertMayWriteFirst, wishesError } from "./first-messages/assert-may-write.ts";
import { holdMessage } from "./hold-message.ts";
import {
  findMessageByKey,
  type Insertion,
  insertInAnsweredChat,
  insertPaidMessage,
  type NewMessage,
} from "./messages-store.ts";
import { makePromise } from "./promise/make-promise.ts";
import { findWords } from "./question.ts";
import { requireParties } from "./require-parties.ts";
import { assertLength, isDearerThan, mutedError, priceFor, toMessage } from "./rules.ts";
import { type FirstMessage, inspectFirstMessage, recordFirstMessage } from "./safety/record-first-message.ts";

type Parties = Awaited<ReturnType<typeof requireParties>>;

/** Sends and charges, or does neither. An unconfirmed author's message is held, or fails with an attachment. */
export async function sendMessage(ctx: SendContext, draft: Draft): Promise<Sent> {
  const { db, site } = ctx;
  const { from, to, text, attachment } = draft;
  if (from === to) throw fail("own_profile");
  assertLength(text, site.settings.message_length);
  const usual = isDearer(ctx, draft) ? undefined : await sendInAnsweredChat(ctx, draft);
  if (usual) return usual;
  // a repeated request gets the first answer, also if the chat was closed since
  const refuse = async (error: unknown): Promise<Sent> => {
    const sent = error instanceof Failure ? await findSent(ctx, draft, attachment) : undefined;
    if (sent) return sent;
    throw error;
  };
  let parties: Parties;
  try {
    parties = await requireParties(db, site.id, from, to);
  } catch (error) {
    return await refuse(error);
  }
  const isConfirmed = parties.status === "active";
  const failure = await sendingError(ctx, draft, parties);
  if (failure) return await refuse(failure);
  if (!isConfirmed) {
    if (attachment) throw fail("account_not_confirmed");
    const held = await holdMessage(ctx, draft);
    if (held) return held;
  }
  const begins = parties.conversation_id === null;
  const asked = { ...draft, question: begins ? await findWords(draft) : undefined };
  const priced = withPrice(ctx, asked, parties);
  if (isDearer(ctx, priced)) return await refuse(fail("message_price_changed"));
  const { insertion, first } = await insertDraft(ctx, priced, parties).catch(throwNamed);
  if (insertion.outcome === "sent") return publishSent(ctx, asked, insertion, { authorName: parties.name, first });
  const sent = insertion.outcome === "repeated" ? await findSent(ctx, draft, attachment) : undefined;
  if (sent) return sent;
  // a block deleted the conversation meanwhile, its recipient closed it, or its only message was taken back
  const { conversation_id: current } = await requireParties(db, site.id, from, to);
  if (insertion.outcome === "gone" && current !== parties.conversation_id) return await sendMessage(ctx, draft);
  throw fail("unavailable");
}

const isDearer = (ctx: SendContext, draft: Draft) => isDearerThan(toKeep(ctx, draft).credits, draft.seen);

function withPrice({ site }: SendContext, draft: Draft, parties: Parties): Draft {
  const { attachment, credits = site.settings.message_credits } = draft;
  const wrapped = attachment && { attachment: { ...attachment, credits: priceFor(parties, attachment.credits) } };
  return { ...draft, credits: priceFor(parties, credits), ...wrapped };
}

/** A text in an answered chat is one statement; undefined if something may speak against it, see `sendMessage`. */
async function sendInAnsweredChat(ctx: SendContext, draft: Draft): Promise<Sent | undefined> {
  const { db, site } = ctx;
  const isText = (draft.kind ?? "member") === "member" && !draft.attachment;
  if (!isText || requiresAgeProof(site)) return undefined;
  const run = (conn: PoolOrLockable<"conversations">) => insertInAnsweredChat(conn, toKeep(ctx, draft));
  const { insertion, authorName } = await inOneStatement(db, run).catch(throwNamed);
  if (insertion.outcome !== "sent") return undefined;
  return publishSent(ctx, { ...draft, question: undefined }, insertion, { authorName, first: undefined });
}

/** Throws `not_enough_credits` for the constraint that says so, and any other error as it is. */
function throwNamed(error: unknown): never {
  throw violatedConstraint(error) === "wallets_credits_check" ? fail("not_enough_credits") : error;
}

function toKeep(
  { site, now }: Pick<SendContext, "site" | "now">,
  { from, to, kind = "member", text, question, reply, attachment, credits: ofText, key }: Draft,
): Omit<NewMessage, "conversationId"> {
  const price = attachment?.credits ?? ofText ?? site.settings.message_credits;
  const credits = kind === "member" ? price : 0;
  const words = typeof question === "string" ? question : null;
  const kept = { siteId: site.id, from, to, kind, text, question: words, attachment: attachment?.kind ?? null };
  return { ...kept, reply: reply ?? null, credits, key, now };
}

/** Why the author may not write now; `holdMessage` checks an author who has not confirmed. */
async function sendingError({ db, site, now }: SendContext, draft: Draft, parties: Parties) {
  const { from, to, kind = "member" } = draft;
  const ageFailure: Failure | undefined = kind === "member" ? await ageError(db, site, from) : undefined;
  const failure = ageFailure ?? (parties.status === "active" ? mutedError(parties, now) : undefined);
  const begins = kind === "member" && parties.conversation_id === null;
  return failure ?? (begins && parties.restricts ? await wishesError(db, site.id, { from, to, now }) : undefined);
}

/** Inspects a member's message to someone who has not answered yet; undefined for all other messages. */
function inspectIfFirst({ kind = "member", text }: Draft, parties: Parties): FirstMessage | undefined {
  if (kind !== "member" || parties.answered) return undefined;
  const begins = parties.conversation_id === null;
  return inspectFirstMessage({ text, recipient: parties.other_name, begins, joinedAt: parties.joined_at });
}

type Inserted = { insertion: Insertion; first: FirstMessage | undefined };
type Inserting = Pick<SendContext, "site" | "now"> & { db: Lockable<"conversations"> };

async function insertDraft(ctx: SendContext, draft: Draft, parties: Parties): Promise<Inserted> {
  const { conversation_id: id } = parties;
  if (id === null) return await beginConversation(ctx, draft);
  const first = inspectIfFirst(draft, parties);
  if (draft.attachment || first) {
    const run = (db: Lockable<"conversations">) => insertWithParts({ ...ctx, db }, draft, id, first);
    return { insertion: await inTransaction(ctx.db, run), first };
  }
  // for a text one statement is enough: it locks the conversation, then the wallet
  const message = { ...toKeep(ctx, draft), conversationId: id };
  const run = (db: PoolOrLockable<"conversations">) => insertPaidMessage(db, message);
  return { insertion: await inOneStatement(ctx.db, run), first };
}

async function insertWithParts(ctx: Inserting, draft: Draft, conversationId: string, first: FirstMessage | undefined) {
  const { db, site, now } = ctx;
  const insertion = await insertPaidMessage(db, { ...toKeep(ctx, draft), conversationId });
  if (insertion.outcome !== "sent") return insertion;
  const wallet = proofOf<"wallets">(db);
  const { id: messageId } = insertion;
  await draft.attachment?.insert(wallet, messageId);
  const message = { siteId: site.id, authorId: draft.from, conversationId, messageId, now };
  if (first) await recordFirstMessage(wallet, first, message);
  return { ...insertion, wallet };
}

/** Free members may begin two (D6.2). */
async function beginConversation(ctx: SendContext, draft: Draft): Promise<Inserted> {
  const { db, site, now } = ctx;
  const { from, to, kind = "member", conversationId, withoutPromise = false } = draft;
  return await inTransaction(db, async (trx) => {
    // so that no block comes between the check and the insert
    const pair = await lockPair(trx, from, to);
    const parties = await requireParties(trx, site.id, from, to);
    // the other may have written at the same instant: then this message is an answer
    const first = inspectIfFirst(draft, parties);
    const { id, begun } = await ensureConversation(pair, site.id, from, to, now, conversationId);
    const isLimited = !parties.premium && kind === "member" && parties.served;
    // the count includes this conversation
    if (begun && isLimited && (await countBegun(pair, from, now)) > freeConversations) {
      throw fail("conversation_limit", { params: { count: freeConversations } });
    }
    const insertion = await insertWithParts({ ...ctx, db: pair }, draft, id, first);
    // the key belongs to a message in another conversation; thrown here, so that this one is rolled back, not left empty
    if (begun && insertion.outcome !== "sent") throw fail("idempotency_key_reused");
    if (begun && insertion.outcome === "sent") {
      const { id: messageId, created_at: sentAt, wallet } = insertion;
      const { credits, question } = toKeep(ctx, draft);
      if (kind === "member") await assertMayWriteFirst(wallet, site.id, { from, to, now });
      const message = { messageId, conversationId: id, from, to, credits, withQuestion: question !== null, sentAt };
      await makePromise(wallet, site, { ...message, withoutPromise });
    }
    return { insertion, first };
  });
}

/** Emits the events of a stored message to both members; returns the answer for its author. */
function publishSent(
  { emit }: SendContext,
  { from, to, kind = "member", text, question: words, reply, attachment }: Draft,
  { id, conversationId, created_at, credits }: Extract<Insertion, { outcome: "sent" }>,
  { authorName, first }: { authorName: string; first: FirstMessage | undefined },
): Sent {
  const question = typeof words === "string" ? words : null;
  const row = { id, author_id: from, author_kind: kind, body: text, question, created_at };
  const message = toMessage(row, from, { attachment: attachment?.toAuthor });
  emit(to, {
    type: "message",
    conversation: conversationId,
    from,
    name: authorName,
    id,
    author_kind: message.author_kind,
    text,
    ...(question !== null && { question }),
    ...(reply !== undefined && { reply_to: reply }),
    ...(attachment && { attachment: attachment.toRecipient }),
    ...(first && first.risks.length > 0 && { risks: [...first.risks] }),
    created_at: message.created_at,
  });
  emit(from, { type: "credits", credits });
  return { conversation: { id: conversationId }, message, credits };
}

/** The answer to a message that was sent with this key, for features that prepare an attachment before sending. */
export async function findSent(
  { db }: Pick<SendContext, "db">,
  { from, to, text, key }: Omit<Draft, "attachment">,
  attachment: SentAttachment | undefined,
): Promise<Sent | undefined> {
  const row = await findMessageByKey(db, from, key);
  if (!row) return undefined;
  const isSame =
    row.body === text &&
    (row.a_id === to || row.b_id === to) &&
    row.attachment === (attachment?.kind ?? null) &&
    (!attachment || (await attachment.isSame(db, row.id)));
  if (!isSame) throw fail("idempotency_key_reused");
  return {
    conversation: { id: row.conversation_id },
    message: toMessage({ ...row, author_id: from }, from, { attachment: attachment?.toAuthor }),
    credits: row.credits,
  };
}
