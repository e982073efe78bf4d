import { type RawBuilder, sql } from "kysely";
import type { Attachment } from "#contract/attachments.ts";
import type { Reaction } from "#contract/reactions.ts";
import { type Locked, lockClause, type PoolOrLockable, pairOf } from "#server/db/locks.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import { type Givens, preparedStatement } from "#server/db/statement.ts";
import { servedColumn } from "#server/features/visibility/index.ts";
import type { TimeCursor } from "#server/http/cursor.ts";
import type { Carrier } from "./attachments.ts";
import type { Side } from "./conversations-store.ts";
import type { AuthorKind } from "./draft.ts";

const statusOf = (table: "me" | "other") => sql<string>`case when ${sql.ref(`${table}.listed`)} then 'active'
  else (select status from accounts where id = ${sql.ref(`${table}.member_id`)}) end`;

/** One of the two is a fictional profile, and the other hides those (D11.1). */
const hiddenBetween = sql<boolean>`(other.fictional and me.hides_fictional or me.fictional and other.hides_fictional)`;

type PartiesOf = { siteId: number; from: string; to: string; a_id: string; b_id: string };
const selectParties = preparedStatement((db, given: Givens<PartiesOf>) =>
  db
    .selectFrom("profiles as me")
    .innerJoin("profiles as other", "other.site_id", "me.site_id")
    .leftJoin("conversations as c", (join) => join.on("c.a_id", "=", given("a_id")).on("c.b_id", "=", given("b_id")))
    .leftJoin("conversation_members as theirs", (join) =>
      join.onRef("theirs.conversation_id", "=", "c.id").on("theirs.member_id", "=", given("to")),
    )
    .select([
      "me.name",
      "me.premium",
      "me.created_at as joined_at",
      "me.muted_until",
      "other.name as other_name",
      sql<boolean>`coalesce(theirs.wrote, false)`.as("answered"),
      "other.listed as other_listed",
      "c.id as conversation_id",
      "c.closed_at",
      statusOf("me").as("status"),
      statusOf("other").as("other_status"),
      hiddenBetween.as("unwanted"),
      servedColumn("other").as("served"),
      sql<boolean>`other.only_fitting_write or other.only_verified_write`.as("restricts"),
    ])
    .where("me.member_id", "=", given("from"))
    .where("other.member_id", "=", given("to"))
    .where("me.site_id", "=", given("siteId")),
);

export async function findParties(db: Db, siteId: number, from: string, to: string) {
  const [parties] = await selectParties(db, { siteId, from, to, ...pairOf(from, to) });
  return parties;
}

export type NewMessage = {
  siteId: number;
  conversationId: string;
  from: string;
  to: string;
  kind: AuthorKind;
  text: string;
  /** The words of the question that it answers, if it begins the chat. */
  question: string | null;
  /** The id of what it replies to. */
  reply: string | null;
  attachment: Attachment["kind"] | null;
  credits: number;
  key: string;
  now: Date;
};

/** A message in a chat that exists and is found by its members: it answers no question. */
type NewAnswer = Omit<NewMessage, "conversationId" | "question">;

/** `sent`, with the credits left; `repeated`: the key was used before; `gone`: the chat was deleted or closed. */
export type Insertion =
  | { outcome: "sent"; id: string; conversationId: string; created_at: Date; credits: number }
  | { outcome: "repeated" | "gone" };

type InsertedRow = { conversation: string | null; name: string; id: string | null; created_at: Date; credits: number };

/**
 * Charges, books, inserts and counts a message in the conversation that `parties` finds with its author's name. Answers
 * one row, also if there is none.
 *
 * Concurrent senders in a conversation wait for its row lock and lock the wallet after it: `sent` needs the row that
 * `conversation` locked, and `paid` needs `sent`. `latest` locks its rows, too, because a statement that has waited
 * sees the newest version only of what it locks.
 */
const insertWhere = (
  parties: RawBuilder<unknown>,
  given: Givens<NewAnswer>,
  question: RawBuilder<unknown> = sql`null`,
) => {
  const [from, attachment, credits, now] = [given("from"), given("attachment"), given("credits"), given("now")];
  return sql<InsertedRow>`
    with parties as (${parties}), conversation as (
      select id from conversations where id = (select id from parties) and closed_at is null ${lockClause("conversations")}
    ), latest as (
      select greatest(last_message_at, hidden_until) as at
      from conversation_members where conversation_id = (select id from conversation) ${lockClause("conversations")}
    ), moment as (
      select greatest(${now}::timestamptz, max(at) + interval '1 millisecond') as at from latest
    ), sent as (
      insert into messages (conversation_id, author_id, author_kind, body, question, reply_to, attachment, credits, key,
        created_at)
      select id, ${from}, ${given("kind")}, ${given("text")}, ${question}::text, ${given("reply")}::uuid, ${attachment},
        ${credits}::int, ${given("key")}, moment.at
      from conversation, moment
      on conflict (author_id, key) do nothing
      returning id, created_at
    ), paid as (
      update wallets set credits = credits - ${credits}::int
      where member_id = ${from} and exists (select from sent)
      returning credits
    ), booked as (
      insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
      select ${given("siteId")}::smallint, ${from}, -${credits}::int, paid.credits, coalesce(${attachment}, 'message'), sent.id,
        ${now}
      from sent, paid where ${credits}::int > 0
    ), counted as (
      update conversation_members
      set unread = unread + (member_id = ${given("to")})::int, last_message_at = sent.created_at,
        wrote = wrote or member_id = ${from}
      from sent where conversation_id = (select id from conversation)
    )
    select conversation.id as conversation, parties.name, sent.id, sent.created_at, paid.credits
    from (values (true)) as always left join (parties join conversation using (id)) on true
      left join (sent cross join paid) on true`;
};

const insertPaid = preparedStatement((_, given: Givens<NewMessage>) =>
  insertWhere(sql`select ${given("conversationId")}::uuid as id, '' as name`, given, given("question")),
);

function toInsertion(row: InsertedRow | undefined): Insertion {
  if (!row?.id || !row.conversation) return { outcome: row?.conversation ? "repeated" : "gone" };
  const { id, conversation: conversationId, created_at, credits } = row;
  return { outcome: "sent", id, conversationId, created_at, credits };
}

/**
 * One statement, in one round trip, charges, writes the ledger entry and the message, and counts it as unread, or does
 * nothing. For that reason it spans the tables of chat and credits. An insufficient balance violates
 * `wallets_credits_check`. A message is later than those before it and than what a reader has hidden, also if the clock
 * was set back.
 */
export async function insertPaidMessage(db: PoolOrLockable<"conversations">, message: NewMessage): Promise<Insertion> {
  return toInsertion((await insertPaid(db, message))[0]);
}

type InAnsweredChat = NewAnswer & { a_id: string; b_id: string };
const insertAnswered = preparedStatement((_, given: Givens<InAnsweredChat>) => {
  const to = given("to");
  const parties = sql`
    select c.id, me.name
    from profiles me join profiles other on other.site_id = me.site_id
      join conversations c on c.a_id = ${given("a_id")} and c.b_id = ${given("b_id")}
      join conversation_members theirs on theirs.conversation_id = c.id and theirs.member_id = ${to}
    where me.member_id = ${given("from")} and other.member_id = ${to} and me.site_id = ${given("siteId")}::smallint
      and me.listed and other.listed and ${servedColumn("other")} and theirs.wrote and not ${hiddenBetween}
      and (me.muted_until is null or me.muted_until <= ${given("now")}::timestamptz)`;
  return insertWhere(parties, given);
});

/** Sends a message in an answered chat of two listed, served members, if its author is not muted; else `gone`. */
export async function insertInAnsweredChat(db: PoolOrLockable<"conversations">, message: NewAnswer) {
  const [row] = await insertAnswered(db, { ...message, ...pairOf(message.from, message.to) });
  return { insertion: toInsertion(row), authorName: row?.name ?? "" };
}

export async function findMessageByKey(db: Db, from: string, key: string) {
  return await db
    .selectFrom("messages")
    .innerJoin("conversations", "conversations.id", "messages.conversation_id")
    .innerJoin("wallets", "wallets.member_id", "messages.author_id")
    .select(["messages.id", "messages.conversation_id", "messages.body", "messages.attachment", "messages.author_kind"])
    .select(["messages.question", "messages.created_at", "conversations.a_id", "conversations.b_id", "wallets.credits"])
    .where("messages.author_id", "=", from)
    .where("messages.key", "=", key)
    .executeTakeFirst();
}

/** The time of the oldest message within the site's history limit (D6.4); undefined if all messages are. */
async function oldestReadable(db: Db, conversationId: string, limit: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("messages")
    .select("created_at")
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** How many messages there are from this one to the newest; 0 if it is not in the conversation. */
export async function countMessagesSince(
  db: Db,
  { conversation_id: id, hidden_until: hidden }: Side,
  messageId: string,
) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages, (
      select created_at, id from messages where id = ${messageId} and conversation_id = ${id}
    ) as wanted
    where conversation_id = ${id} and (messages.created_at, messages.id) >= (wanted.created_at, wanted.id)
      and (${hidden}::timestamptz is null or wanted.created_at > ${hidden})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One page of `size` messages, newest first, with one more message if there are older ones. */
export async function findMessages(
  db: Db,
  side: Side,
  before: TimeCursor | null,
  { history, size }: { history: number; size: number },
) {
  const oldest = before ? await oldestReadable(db, side.conversation_id, history) : undefined;
  let query = db
    .selectFrom("messages")
    .modifyFront(prepared)
    .select(["id", "author_id", "author_kind", "body", "question", "reply_to", "attachment", "reaction", "created_at"])
    .select(sql<string>`created_at::text`.as("cursor_at"))
    .where("conversation_id", "=", side.conversation_id);
  if (side.hidden_until) query = query.where("created_at", ">", side.hidden_until);
  if (oldest) query = query.where("created_at", ">=", oldest);
  if (before) query = query.where(sql<boolean>`(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`);
  return await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(size + 1)
    .execute();
}

/** The newest messages of a conversation, newest first, including those that a member has hidden. */
export async function findNewest(db: Db, conversationId: string, limit: number) {
  return await db
    .selectFrom("messages")
    .select(["id", "author_id", "author_kind", "body", "question", "reply_to", "attachment", "reaction", "created_at"])
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function findReceived(
  db: Db,
  { reader, author, message }: { reader: string; author: string; message: string },
) {
  return await db
    .selectFrom("messages as m")
    .innerJoin("conversation_members as mine", "mine.conversation_id", "m.conversation_id")
    .select(["m.id", "m.author_id", "m.author_kind", "m.body", "m.question", "m.attachment", "m.created_at"])
    .select(["m.reply_to", "m.reaction"])
    .where("m.id", "=", message)
    .where("m.author_id", "=", author)
    .where("mine.member_id", "=", reader)
    .executeTakeFirst();
}

/** The messages of a chat among these that this side of it may read. */
export async function findQuotedMessages(db: Db, { conversation_id, hidden_until }: Side, ids: readonly string[]) {
  return await db
    .selectFrom("messages")
    .select(["id", "author_id", "body", "attachment"])
    .where("conversation_id", "=", conversation_id)
    .where("id", "in", ids)
    .$if(hidden_until !== null, (query) => query.where("created_at", ">", hidden_until))
    .execute();
}

/** These messages, each with the two members of its chat, who may have removed it from their lists. */
export async function findMessagesOfAnyone(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("messages as m")
    .innerJoin("conversations as c", "c.id", "m.conversation_id")
    .select(["m.id", "m.author_id", "m.body", "m.attachment", "c.a_id", "c.b_id"])
    .where("m.id", "in", ids)
    .execute();
}

/** A message that a member received and did not remove with its chat. */
export async function findReceivedMessage(db: Db, memberId: string, messageId: string) {
  return await db
    .selectFrom("messages as m")
    .innerJoin("conversation_members as mine", (join) =>
      join.onRef("mine.conversation_id", "=", "m.conversation_id").onRef("mine.other_id", "=", "m.author_id"),
    )
    .select(["m.conversation_id", "m.author_id", "m.reaction"])
    .where("m.id", "=", messageId)
    .where("mine.member_id", "=", memberId)
    .where((where) =>
      where.or([where("mine.hidden_until", "is", null), where("m.created_at", ">", where.ref("mine.hidden_until"))]),
    )
    .executeTakeFirst();
}

/** The carrier of a photo or a recording; undefined if its chat was deleted. */
export async function findCarrier(db: Db, table: "chat_photos" | "voice_messages", id: string) {
  const { rows } = await sql<Carrier>`
    select m.id as message, c.id as conversation, m.author_id as author, array[c.a_id, c.b_id] as readers
    from ${sql.table(table)} carried join messages m on m.id = carried.message_id
      join conversations c on c.id = m.conversation_id
    where carried.id = ${id}`.execute(db);
  return rows[0];
}

export async function saveReaction(pair: Locked<"pair">, messageId: string, reaction: Reaction | null): Promise<void> {
  await pair.updateTable("messages").set({ reaction }).where("id", "=", messageId).execute();
}
