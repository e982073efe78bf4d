import { sql } from "kysely";
import { defaultLanguage, type Language } from "#contract/constants.ts";
import { isLanguage } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { contents, spokenBy } from "./content.ts";
import { hash } from "./random.ts";

export type Answer = { siteId: number; from: string; to: string; text: string; key: string; kind: "automatic" };

export type Automatic = {
  db: Db;
  now: Date;
  /** Sends as `sendMessage` does; the same answer has the same `key`, so that it is never sent twice. */
  send(message: Answer): Promise<unknown>;
  /** Marks the chat as read by the automatic member. */
  read(memberId: string, conversationId: string): Promise<unknown>;
  /** Opens the gift in a message to the automatic member. */
  open(memberId: string, messageId: string): Promise<unknown>;
  like(siteId: number, from: string, to: string): Promise<unknown>;
};

/** Delays in seconds of an automatic member's actions: long enough to watch, short enough to wait for. */
const readAfter = 2;
const answerAfter = { least: 4, most: 9 };
const likeAfter = { least: 5, most: 15 };

const delay = (id: string, { least, most }: { least: number; most: number }) => least + (hash(id) % (most - least + 1));
const ago = (now: Date, at: Date) => (now.getTime() - at.getTime()) / 1000;

/**
 * Makes the automatic members of the demo sites answer messages of some seconds ago in the sender's language, and
 * return likes of members they fit with. Answers each message once, marked as automatic, and no held messages.
 * Returns the numbers of answers and likes.
 */
export async function answerDue(world: Automatic): Promise<{ answers: number; likes: number }> {
  const { now } = world;
  let answers = 0;
  for (const message of await findUnanswered(world.db, new Date(now.getTime() - readAfter * 1000))) {
    if (message.unread > 0) await world.read(message.automatic_id, message.conversation_id);
    if (ago(now, message.created_at) < delay(message.message_id, answerAfter)) continue;
    if (message.attachment === "gift") await world.open(message.automatic_id, message.message_id);
    const language = isLanguage(message.language) ? message.language : defaultLanguage;
    const gender = message.gender as "male" | "female";
    const text = replyTo(message, { language, gender });
    const { site_id: siteId, automatic_id: from, asker_id: to } = message;
    await world.send({ siteId, from, to, text, key: keyFor(message.message_id), kind: "automatic" });
    answers += 1;
  }
  let likes = 0;
  for (const like of await findLikesToReturn(world.db, new Date(now.getTime() - likeAfter.least * 1000))) {
    if (ago(now, like.created_at) < delay(like.from_id + like.to_id, likeAfter)) continue;
    await world.like(like.site_id, like.to_id, like.from_id);
    likes += 1;
  }
  return { answers, likes };
}

const question = /\?/;

/**
 * All replies in turn, starting at a different one in each conversation, so that none is repeated in a row. To a
 * question no canned reply fits, so the answer says that a program can't know.
 */
export function replyTo(
  { conversation_id, answers, body }: { conversation_id: string; answers: number; body: string },
  { language, gender }: { language: Language; gender: "male" | "female" },
): string {
  const { replies, toQuestions } = contents[language];
  const fitting = question.test(body) ? toQuestions : replies;
  const step = 5;
  const reply = fitting[(hash(conversation_id) + answers * step) % fitting.length] ?? replies[0] ?? "";
  return spokenBy(gender, reply);
}

/** The answer's idempotency key: the id of the answered message, with one digit that marks answers. */
const keyFor = (messageId: string) => `${messageId.slice(0, 14)}8${messageId.slice(15)}`;

/** Conversations of demo sites whose newest message is to an automatic member and older than `before`. */
async function findUnanswered(db: Db, before: Date) {
  return await db
    .selectFrom("profiles as p")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .innerJoin("conversation_members as mine", "mine.member_id", "p.member_id")
    .innerJoin("profiles as asker", "asker.member_id", "mine.other_id")
    .innerJoin("accounts", "accounts.id", "mine.other_id")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("messages")
          .select(["messages.id as message_id", "author_id", "attachment", "body", "created_at"])
          .whereRef("messages.conversation_id", "=", "mine.conversation_id")
          .orderBy("created_at", "desc")
          .orderBy("messages.id", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select([
      "p.site_id",
      "p.gender",
      "p.member_id as automatic_id",
      "mine.other_id as asker_id",
      "mine.conversation_id",
      "mine.unread",
      "accounts.language",
      "last.message_id",
      "last.attachment",
      "last.body",
      "last.created_at",
    ])
    .select((select) =>
      select
        .selectFrom("messages as sent")
        .whereRef("sent.conversation_id", "=", "mine.conversation_id")
        .whereRef("sent.author_id", "=", "p.member_id")
        .select(sql<number>`count(*)`.as("count"))
        .$asScalar()
        .$notNull()
        .as("answers"),
    )
    .where("s.demo", "=", true)
    .where("p.automatic", "=", true)
    .where("asker.automatic", "=", false)
    .where("accounts.status", "=", "active")
    .whereRef("last.author_id", "=", "mine.other_id")
    .where("last.created_at", "<=", before)
    .orderBy("last.created_at")
    .limit(50)
    .execute();
}

/** Likes that automatic members of demo sites have not returned yet, from members they fit with. */
async function findLikesToReturn(db: Db, before: Date) {
  return await db
    .selectFrom("likes")
    .innerJoin("sites", "sites.id", "likes.site_id")
    .innerJoin("profiles as mine", "mine.member_id", "likes.to_id")
    .innerJoin("profiles as theirs", "theirs.member_id", "likes.from_id")
    .innerJoin("accounts", "accounts.id", "likes.from_id")
    .leftJoin("likes as back", (join) =>
      join.onRef("back.from_id", "=", "likes.to_id").onRef("back.to_id", "=", "likes.from_id"),
    )
    .select(["likes.site_id", "likes.from_id", "likes.to_id", "likes.created_at"])
    .where("sites.demo", "=", true)
    .where("mine.automatic", "=", true)
    .where("theirs.automatic", "=", false)
    .where("accounts.status", "=", "active")
    .where("back.from_id", "is", null)
    .where(sql<boolean>`case theirs.gender when 'male' then mine.seeks_men else mine.seeks_women end`)
    .where(sql<boolean>`case mine.gender when 'male' then theirs.seeks_men else theirs.seeks_women end`)
    .where("likes.created_at", "<=", before)
    .orderBy("likes.created_at")
    .limit(50)
    .execute();
}
