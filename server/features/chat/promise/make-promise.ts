import { dayMs } from "#contract/durations.ts";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { Site } from "#server/site.ts";
import { findPromiseOffer, insertPromise, type PromiseOffer } from "./answer-promises-store.ts";

type Settings = Pick<Site["settings"], "answer_days" | "open_first_messages">;

/** What a member who begins a chat is promised, before they write; null: nothing. */
export async function offerPromise(db: Db, settings: Settings, { from, to }: { from: string; to: string }) {
  if (settings.answer_days === 0) return null;
  return toOffer(settings, await findPromiseOffer(db, from, to));
}

function toOffer({ answer_days: days, open_first_messages: most }: Settings, { had, waiting }: PromiseOffer) {
  if (days === 0 || had) return null;
  return waiting < most ? ({ state: "offered", days } as const) : ({ state: "used_up", days, waiting } as const);
}

type Asked = { from: string; to: string; withoutPromise: boolean };

/**
 * Returns undefined if the message gets no promise. Throws `chat_closed` if the recipient said "No, thanks" before a
 * block deleted the chat, and `open_first_messages` if too many wait and the author did not agree to send it without.
 */
export async function requireOffer(db: Db, settings: Settings, asked: Asked): Promise<number | undefined> {
  const promiseRow = await findPromiseOffer(db, asked.from, asked.to);
  if (promiseRow.declined) throw fail("chat_closed");
  const offer = toOffer(settings, promiseRow);
  if (offer?.state === "used_up" && !asked.withoutPromise) {
    throw fail("open_first_messages", { params: { count: offer.waiting } });
  }
  return offer?.state === "offered" ? offer.days : undefined;
}

type First = {
  messageId: string;
  conversationId: string;
  from: string;
  to: string;
  credits: number;
  withQuestion: boolean;
  sentAt: Date;
  /** The author agreed to send it without a promise, if too many wait. */
  withoutPromise: boolean;
};

/** Promises an answer, in the message's transaction, so that no more get a promise than may wait at once. */
export async function makePromise(wallet: Locked<"wallets">, site: Pick<Site, "id" | "settings">, first: First) {
  const { messageId, conversationId, from, to, credits, withQuestion, sentAt } = first;
  if (credits === 0) return;
  const days = await requireOffer(wallet, site.settings, first);
  if (days === undefined) return;
  await insertPromise(wallet, {
    message_id: messageId,
    site_id: site.id,
    conversation_id: conversationId,
    author_id: from,
    recipient_id: to,
    credits,
    with_question: withQuestion,
    sent_at: sentAt,
    due_at: new Date(sentAt.getTime() + days * dayMs),
  });
}
