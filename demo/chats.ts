import type { Insertable } from "kysely";
import { type GiftCode, giftCodes } from "#contract/attachments.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { usualGiftFactors } from "#contract/gifts.ts";
import { reactionCodes } from "#contract/reactions.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { contents, spokenBy } from "./content.ts";
import { insertAll } from "./insert.ts";
import { type Like, matchesOf } from "./likes.ts";
import { type Person, uuid } from "./people.ts";
import { withAnswer } from "./questions.ts";
import { type Dice, dice, momentBetween } from "./random.ts";

/** The default of the setting `gift_credits`. */
const giftCredits = 5;
/** The default of the setting `answer_days`. */
export const answerDays = 7;

/** A message; `gift` is its attachment, `question` what a first one answers. */
export type Line = { author: Person; text: string; at: Date; gift?: GiftCode; question?: string | undefined };
/** Two members' chat; the recipient has not opened the last `unread` lines. */
export type Chat = { a: Person; b: Person; lines: Line[]; unread: number };

/** Up to `count` chats of pairs who matched and share a language, between the match and now. */
export function chatsAmong(seed: string, likes: readonly Like[], count: number, now: Date): Chat[] {
  const begunBy = new Map<Person, number>();
  const chats: Chat[] = [];
  const matches = matchesOf(likes).filter(({ a, b }) => a.language === b.language && !a.fictional && !b.fictional);
  for (const { a, b, at } of dice(`chats ${seed}`).some(matches, matches.length)) {
    if (chats.length === count) break;
    const random = dice(`chat ${seed} ${a.id} ${b.id}`);
    const first = [a, b].find((one) => one.premium || (begunBy.get(one) ?? 0) < 2);
    if (!first || now.getTime() - at.getTime() < 2 * hourMs) continue;
    begunBy.set(first, (begunBy.get(first) ?? 0) + 1);
    const other = first === a ? b : a;
    const end = momentBetween(
      random,
      Math.max(at.getTime() + hourMs, now.getTime() - 240 * hourMs),
      now.getTime() - 30 * minuteMs,
    );
    const some = random.between(3, 19);
    // an automatic member always answers, so the last line may not be addressed to one
    const last = first.automatic === other.automatic ? null : first.automatic ? 1 : 0;
    const lines = talk(random, first, other, last === null || some % 2 === last ? some : some + 1, at, end);
    giveAmong(dice(`gift ${seed} ${a.id} ${b.id}`), lines);
    chats.push({ a: first, b: other, lines, unread: random.chance(0.25) ? 1 : 0 });
  }
  return chats;
}

/** Attaches a gift to one line of some chats. */
function giveAmong(random: Dice, lines: Line[]): void {
  const line = lines[random.between(1, lines.length - 1)];
  if (line && random.chance(0.5)) line.gift = random.some(giftCodes, 1)[0];
}

/** `count` lines of two people taking turns, spread from `from` to `to` as people write: close together, then not. */
export function talk(random: Dice, first: Person, other: Person, count: number, from: Date, to: Date): Line[] {
  const { threads } = contents[first.language];
  const texts = random
    .some(threads, threads.length)
    .flatMap((thread) => (thread.length % 2 ? thread.slice(0, -1) : thread));
  const gaps = texts
    .slice(0, count)
    .map(() => (random.chance(0.7) ? random.between(1, 12) : random.between(40, 900)) * minuteMs);
  const duration = gaps.reduce((sum, gap) => sum + gap, 0);
  const start = Math.max(from.getTime(), to.getTime() - duration);
  let passed = 0;
  return gaps.map((gap, index) => {
    passed += gap;
    const author = index % 2 ? other : first;
    const at = new Date(start + (to.getTime() - start) * (passed / duration));
    const line = { author, text: spokenBy(author.gender, texts[index] ?? ""), at };
    return index === 0 ? withAnswer(first, other, line) : line;
  });
}

/** What a message cost, or gave back, for the ledger. */
export type Spent = {
  memberId: string;
  causeId: string;
  at: Date;
  credits: number;
  cause: "message" | "gift" | "no_answer" | "declined" | "purchase" | "refund" | "chargeback";
};

/** Some who have written for a while called each other before the last line of their chat. */
function inventTalk(siteId: number, { a, b, lines }: Chat): Insertable<DB["talks"]>[] {
  const random = dice(`talk ${a.id} ${b.id}`);
  const [middle, last] = [lines.at(-3), lines.at(-1)];
  if (a.automatic || b.automatic || !middle || !last || lines.length < 6 || random.chance(0.6)) return [];
  const end = last.at.getTime() - minuteMs;
  const begin = Math.max(middle.at.getTime(), end - random.between(3, 25) * minuteMs);
  const times = { asked_at: new Date(begin - 9_000), begun_at: new Date(begin), ended_at: new Date(end) };
  const [asker, asked] = random.chance(0.5) ? [a, b] : [b, a];
  const two = { id: uuid(random), asker_id: asker.id, asked_id: asked.id, site_id: siteId };
  return [{ ...two, ...times, ring_until: times.begun_at, ending: "hung_up" }];
}

/** Inserts the chats, and returns what their lines cost, for the ledger. Writing to an automatic member is free. */
export async function insertChats(db: Db, siteId: number, chats: readonly Chat[]): Promise<Spent[]> {
  const conversations: Insertable<DB["conversations"]>[] = [];
  const sides: Insertable<DB["conversation_members"]>[] = [];
  const messages: Insertable<DB["messages"]>[] = [];
  const gifts: Insertable<DB["gifts"]>[] = [];
  const promises: Insertable<DB["answer_promises"]>[] = [];
  for (const { a, b, lines, unread } of chats) {
    const random = dice(`ids ${a.id} ${b.id}`);
    const reacting = dice(`reactions ${a.id} ${b.id}`);
    const id = uuid(random);
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) continue;
    const [low, high] = a.id < b.id ? [a, b] : [b, a];
    const isFree = a.automatic || b.automatic;
    conversations.push({ id, site_id: siteId, a_id: low.id, b_id: high.id, started_by: a.id, created_at: first.at });
    for (const [mine, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const waiting = last.author === other ? unread : 0;
      const opened = waiting > 0 ? lines.at(-1 - waiting) : last;
      sides.push({
        conversation_id: id,
        member_id: mine.id,
        other_id: other.id,
        unread: waiting,
        read_until: opened?.at ?? null,
        receipt_until: opened?.at ?? null,
        last_message_at: last.at,
        wrote: lines.some(({ author }) => author === mine),
      });
    }
    for (const [index, { author, text, at, gift, question = null }] of lines.entries()) {
      const messageId = uuid(random);
      const price = gift ? giftCredits * usualGiftFactors[gift] : 1;
      const seen = index < lines.length - unread;
      const recipient = author === a ? b : a;
      if (gift) gifts.push({ message_id: messageId, recipient_id: recipient.id, gift, opened_at: seen ? at : null });
      messages.push({
        id: messageId,
        conversation_id: id,
        author_id: author.id,
        author_kind: author.automatic ? "automatic" : "member",
        body: text,
        question,
        attachment: gift ? "gift" : null,
        // some quote the line before
        reply_to: index > 0 && reacting.chance(0.1) ? (messages.at(-1)?.id ?? null) : null,
        reaction:
          seen && !recipient.automatic && reacting.chance(0.15) ? (reacting.some(reactionCodes, 1)[0] ?? null) : null,
        credits: isFree ? 0 : price,
        key: uuid(random),
        created_at: at,
      });
      // an unanswered first message, as if it had been sent: a job gives its credits back when its time is over
      if (index > 0 || isFree || lines.some((line) => line.author === b)) continue;
      const due = new Date(at.getTime() + answerDays * dayMs);
      const pair = { author_id: a.id, recipient_id: b.id, conversation_id: id, site_id: siteId };
      const promise = { ...pair, message_id: messageId, credits: price, with_question: question !== null };
      promises.push({ ...promise, sent_at: at, due_at: due });
    }
  }
  await insertAll(db, "conversations", conversations);
  await insertAll(db, "conversation_members", sides);
  await insertAll(db, "messages", messages);
  await insertAll(db, "gifts", gifts);
  await insertAll(db, "answer_promises", promises);
  await insertAll(
    db,
    "talks",
    chats.flatMap((chat) => inventTalk(siteId, chat)),
  );
  return messages.flatMap(({ author_id, credits, attachment, id = "", created_at }) => {
    const cause: Spent["cause"] = attachment ? "gift" : "message";
    return credits > 0 ? [{ memberId: author_id, causeId: id, at: created_at as Date, credits, cause }] : [];
  });
}
