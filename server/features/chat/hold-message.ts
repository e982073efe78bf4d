import { freeConversations } from "#contract/constants.ts";
import { type Lockable, lockPair } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import { fail } from "#server/http/fail.ts";
import { countBegun } from "./conversations-store.ts";
import type { Draft, HoldContext, Sent } from "./draft.ts";
import { assertMayWrite } from "./first-messages/assert-may-write.ts";
import { findHeld, findHeldTexts, insertHeld, lockHolding } from "./held-messages-store.ts";
import { findWords } from "./question.ts";
import { requireParties } from "./require-parties.ts";
import { assertLength, heldChatsLimit, heldLimit, isDearerThan, priceFor, toHeldMessage } from "./rules.ts";
import { sameTextError } from "./safety/record-first-message.ts";
import { hashText, isNewcomer, sameTextMembers } from "./safety/rules.ts";

/**
 * Holds a message at no charge, with its price, as many as the author's credits and the welcome credits pay for, to as
 * many recipients as delivery may begin chats with. Undefined if they have confirmed meanwhile: then send it.
 */
export async function holdMessage(ctx: HoldContext, message: Draft): Promise<Sent | undefined> {
  assertLength(message.text, ctx.site.settings.message_length);
  return await inTransaction(ctx.db, (db) => holdInTransaction({ ...ctx, db }, message));
}

type Holding = Omit<HoldContext, "db"> & { db: Lockable<"accounts"> };

async function holdInTransaction({ db: trx, site, now }: Holding, { from, to, text, key, seen, ...draft }: Draft) {
  const { db, row: author } = await lockHolding(trx, from);
  const held = await findHeld(db, from);
  const repeated = held.find((message) => message.key === key);
  if (repeated && (repeated.body !== text || repeated.recipient_id !== to)) throw fail("idempotency_key_reused");
  const toAnswer = (row: Parameters<typeof toHeldMessage>[0] & { conversation_id: string }, credits: number): Sent => ({
    conversation: { id: row.conversation_id },
    message: toHeldMessage(row),
    credits,
  });
  if (repeated) return toAnswer(repeated, (await lockWallet(db, from)).row.credits);
  if (author.status === "active") return undefined;
  // deleted, suspended or banned since the session was read
  if (author.status !== "not_confirmed") throw fail("authentication_required");

  // so that no block comes between the check and the insert
  const pair = await lockPair(db, from, to);
  const parties = await requireParties(db, site.id, from, to);
  await assertMayWrite(db, site.id, parties, { from, to, now });
  const settings = { ...site.settings, message_credits: priceFor(parties, site.settings.message_credits) };
  if (isDearerThan(settings.message_credits, seen)) throw fail("message_price_changed");
  // so that no message is held beyond the limit
  const { credits } = (await lockWallet(db, from)).row;
  const limit = heldLimit(settings, credits);
  const allWaiting = held.filter(({ refused }) => refused === null);
  // those that cost nothing take nothing from the others
  const waiting = allWaiting.filter(({ served }) => served === parties.served);
  if (limit === 0) throw fail("account_not_confirmed");
  if (waiting.length >= limit) throw fail("held_limit", { params: { count: limit } });
  if (parties.conversation_id === null) {
    const others = allWaiting.filter(({ recipient_id }) => recipient_id !== to);
    const served = new Set(others.filter((message) => message.served).map(({ recipient_id }) => recipient_id));
    const isLimited = parties.served && !parties.premium;
    if (isLimited && served.size + (await countBegun(db, from, now)) >= freeConversations) {
      throw fail("conversation_limit", { params: { count: freeConversations } });
    }
    const chats = heldChatsLimit(site.settings, { isNewcomer: isNewcomer(parties.joined_at, now) });
    if (new Set(others.map(({ recipient_id }) => recipient_id)).size >= chats)
      throw fail("held_limit", { params: { count: waiting.length } });
  }
  if (!parties.answered) await assertNotRepeated(db, { from, to, text }, parties.other_name);
  const conversationId =
    parties.conversation_id ?? waiting.find((message) => message.recipient_id === to)?.conversation_id;
  const row = await insertHeld(pair, {
    site_id: site.id,
    conversation_id: conversationId,
    author_id: from,
    recipient_id: to,
    body: text,
    question: conversationId === undefined ? await findWords(draft) : undefined,
    reply_to: draft.reply,
    credits: seen,
    key,
    created_at: now,
  });
  return toAnswer(row, credits);
}

/** Throws `same_text_limit` if the same text waits for as many other members as one day allows (D11.3). */
async function assertNotRepeated(db: Db, { from, to, text }: Omit<Draft, "key">, recipient: string): Promise<void> {
  const hash = hashText(text, recipient);
  if (hash === null) return;
  const others = await findHeldTexts(db, from, to);
  const same = others.filter(({ body, name }) => hashText(body, name)?.equals(hash));
  if (new Set(same.map(({ recipient_id }) => recipient_id)).size >= sameTextMembers) throw sameTextError();
}
