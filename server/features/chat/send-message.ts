import type { Message } from "#contract/chat.ts";
import { freeConversations } from "#contract/constants.ts";
import { countGraphemes } from "#contract/text.ts";
import { type Db, violatedConstraint } from "#server/db/pool.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Platform, Site } from "#server/platform.ts";
import { refuseMessage, toMessage } from "./rules.ts";
import {
  type AuthorKind,
  countBegun,
  ensureConversation,
  findByKey,
  findParties,
  insertPaidMessage,
  type NewMessage,
} from "./store.ts";

export type SendContext = {
  platform: Pick<Platform, "events">;
  db: Db;
  site: Pick<Site, "id" | "settings">;
  now: Date;
};

export type Outgoing = {
  from: string;
  to: string;
  text: string;
  /** The `Idempotency-Key`: a repetition finds the message and sends nothing. */
  key: string;
  /** Who wrote it; anything but a member costs nothing. */
  kind?: AuthorKind;
};

export type Sent = { conversation: { id: string }; message: Message; credits: number };

/**
 * Sends a message and charges its credits, all or nothing (R1.04, D6.1). A repetition with the same key gives the
 * first answer again. Throws `not_enough_credits`, `conversation_limit`, `profile_not_found`, `own_profile`,
 * `account_not_confirmed`, `recipient_not_confirmed`, `idempotency_key_reused`.
 */
export async function sendMessage(ctx: SendContext, { from, to, text, key, kind = "member" }: Outgoing): Promise<Sent> {
  const { db, site, now, platform } = ctx;
  if (from === to) throw fail("own_profile");
  const length = site.settings.message_length;
  if (text.length > length && countGraphemes(text) > length) {
    throw failFields({ text: "message_too_long" }, { max: length });
  }
  const parties = await findParties(db, site.id, from, to);
  const refusal = refuseMessage(parties);
  if (refusal || !parties) throw fail(refusal ?? "profile_not_found");
  const credits = kind === "member" ? site.settings.message_credits : 0;
  const outgoing = { siteId: site.id, from, to, kind, text, credits, key, now };
  try {
    const sent = parties.conversation_id
      ? await insertPaidMessage(db, { ...outgoing, conversationId: parties.conversation_id })
      : undefined;
    const first = parties.conversation_id
      ? undefined
      : await beginConversation(db, outgoing, parties.premium || kind !== "member");
    const done = sent ?? first?.sent;
    const conversationId = parties.conversation_id ?? first?.id;
    if (!done || !conversationId) return await answerAgain(db, from, to, text, key);
    const message = toMessage(
      { id: done.id, author_id: from, author_kind: kind, body: text, created_at: now },
      from,
      null,
    );
    const { id, author_kind, created_at } = message;
    const news = { type: "message", conversation: conversationId, from, name: parties.name } as const;
    platform.events.publish(to, { ...news, id, author_kind, text, created_at });
    platform.events.publish(from, { type: "credits", credits: done.credits });
    return { conversation: { id: conversationId }, message, credits: done.credits };
  } catch (error) {
    if (violatedConstraint(error) === "wallets_credits_check") throw fail("not_enough_credits");
    throw error;
  }
}

/** The first message of two members: their conversation and the message in one transaction; free members begin two (D6.2). */
async function beginConversation(db: Db, message: Omit<NewMessage, "conversationId">, unlimited: boolean) {
  const { siteId, from, to, now } = message;
  const begin = async (trx: Db) => {
    const before = unlimited ? 0 : await countBegun(trx, from);
    const { id, begun } = await ensureConversation(trx, siteId, from, to, now);
    if (begun && before >= freeConversations)
      throw fail("conversation_limit", { params: { count: freeConversations } });
    return { id, sent: await insertPaidMessage(trx, { ...message, conversationId: id }) };
  };
  return db.isTransaction ? await begin(db) : await db.transaction().execute(begin);
}

async function answerAgain(db: Db, from: string, to: string, text: string, key: string): Promise<Sent> {
  const row = await findByKey(db, from, key);
  if (!row || row.body !== text || (row.a_id !== to && row.b_id !== to)) throw fail("idempotency_key_reused");
  return {
    conversation: { id: row.conversation_id },
    message: toMessage({ ...row, author_id: from }, from, null),
    credits: row.credits,
  };
}
