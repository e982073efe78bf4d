import type { AnswerPromise } from "#contract/answer-promise.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { Site } from "#server/site.ts";
import { findOffer, insertPromise } from "./store.ts";

type Settings = Pick<Site["settings"], "answer_days" | "open_first_messages">;

/** What a member who begins a chat is promised (R10.01), before they write; null: nothing. */
export async function offerPromise(
  db: Db,
  settings: Settings,
  { from, to }: { from: string; to: string },
): Promise<AnswerPromise | null> {
  const days = settings.answer_days;
  if (days === 0) return null;
  const { had, waiting } = await findOffer(db, from, to);
  if (had) return null;
  return waiting < settings.open_first_messages ? { state: "offered", days } : { state: "used_up", days, waiting };
}

type First = {
  messageId: string;
  conversationId: string;
  from: string;
  to: string;
  credits: number;
  sentAt: Date;
  /** The author agreed to send it without a promise, if too many wait. */
  withoutPromise: boolean;
};

/**
 * Promises the author of a chat's first message its credits back, in the message's transaction. That has locked the
 * author's wallet, so that of several first messages at once only as many get a promise as may wait. Throws
 * `open_first_messages` if too many wait and the author did not agree to send it without.
 */
export async function makePromise(db: Db, site: Pick<Site, "id" | "settings">, first: First): Promise<void> {
  const { withoutPromise, ...message } = first;
  if (message.credits === 0) return;
  const offer = await offerPromise(db, site.settings, message);
  if (offer?.state === "used_up" && !withoutPromise) {
    throw fail("open_first_messages", { params: { count: offer.waiting } });
  }
  if (offer?.state !== "offered") return;
  const dueAt = new Date(message.sentAt.getTime() + offer.days * dayMs);
  await insertPromise(db, { ...message, siteId: site.id, dueAt });
}
