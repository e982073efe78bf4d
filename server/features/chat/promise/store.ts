import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { DeclineReason } from "#contract/answer-promise.ts";
import type { Db } from "#server/db/pool.ts";
import type { AnswerPromises } from "#server/db/tables.ts";

/** How a promise ended; `withheld`: its author did something that ends it, such as blocking the recipient. */
export type Outcome = "answered" | "no_answer" | "declined" | "fraud" | "withheld";

/** The member answered in time: no program or operator did, and it was no mere photo that was rejected. */
const isAnswered = sql<boolean>`(promise.answered_before_block or exists (
  select from messages m where m.conversation_id = promise.conversation_id and m.author_id = promise.recipient_id
    and m.author_kind = 'member' and m.created_at <= promise.due_at
    and not (m.attachment is not null and m.body = ''
      and exists (select from chat_photos where message_id = m.id and status = 'rejected'))))`;

/** Stores a promise; a pair that ever had one gets no other. */
export async function insertPromise(db: Db, promise: Insertable<AnswerPromises>): Promise<void> {
  await db
    .insertInto("answer_promises")
    .values(promise)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type Offer = { had: boolean; declined: boolean; waiting: number };

/** Whether the pair had a promise or a "No, thanks", and how many of the author's first messages still wait. */
export async function findOffer(db: Db, from: string, to: string): Promise<Offer> {
  const { rows } = await sql<Offer>`
    select had.author_id is not null as had,
      coalesce(had.outcome = 'declined' and had.author_id = ${from}, false) as declined,
      (select count(*)::int from answer_promises promise
        where author_id = ${from} and outcome is null and not ${isAnswered}) as waiting
    from (values (true)) as always left join answer_promises had
      -- the index of pairs has no erased recipients
      on had.recipient_id is not null and least(had.author_id, had.recipient_id) = least(${from}::uuid, ${to}::uuid)
        and greatest(had.author_id, had.recipient_id) = greatest(${from}::uuid, ${to}::uuid)`.execute(db);
  return rows[0] ?? { had: false, declined: false, waiting: 0 };
}

export async function findPromise(db: Db, conversationId: string) {
  const { rows } = await sql<{
    credits: number;
    due_at: Date;
    outcome: Outcome | null;
    ended_at: Date | null;
    answered: boolean;
  }>`
    select credits, due_at, outcome, ended_at, outcome is null and ${isAnswered} as answered
    from answer_promises promise where conversation_id = ${conversationId}`.execute(db);
  return rows[0];
}

/** Locks a conversation, as sending in it does; false if there is none any more. */
export async function lockConversation(db: Db, id: string): Promise<boolean> {
  const locked = db.selectFrom("conversations").select("id").where("id", "=", id).forNoKeyUpdate();
  return (await locked.executeTakeFirst()) !== undefined;
}

type Keys = "message_id" | "site_id" | "conversation_id" | "author_id" | "recipient_id";
export type Promised = Pick<Selectable<AnswerPromises>, Keys | "credits"> & { answered: boolean };

/** Returns undefined if it has ended, or its author is banned. Call this under the lock of the conversation. */
export async function lockPromise(db: Db, messageId: string): Promise<Promised | undefined> {
  const { rows } = await sql<Promised>`
    select message_id, site_id, conversation_id, author_id, recipient_id, credits, ${isAnswered} as answered
    from answer_promises promise where message_id = ${messageId} and outcome is null
      and not exists (select from accounts where id = author_id and status = 'banned') for update`.execute(db);
  return rows[0];
}

export async function endPromise(db: Db, messageId: string, outcome: Outcome, now: Date): Promise<void> {
  await db.updateTable("answer_promises").set({ outcome, ended_at: now }).where("message_id", "=", messageId).execute();
}

/** Withholds the credits of these promises, unless they were answered. */
async function withhold(db: Db, where: RawBuilder<boolean>, now: Date): Promise<void> {
  await sql`
    update answer_promises promise
    set outcome = case when ${isAnswered} then 'answered' else 'withheld' end, ended_at = ${now}
    where outcome is null and ${where}`.execute(db);
}

/** Withholds the credits of a chat's first message, because its author removed the chat. */
export async function withholdOfAuthor(db: Db, authorId: string, conversationId: string, now: Date): Promise<void> {
  await withhold(db, sql<boolean>`author_id = ${authorId} and conversation_id = ${conversationId}`, now);
}

/** Withholds the credits of a message that staff removed. */
export async function withholdOfMessage(db: Db, messageId: string, now: Date): Promise<void> {
  await withhold(db, sql<boolean>`message_id = ${messageId}`, now);
}

/**
 * Notes, before a block deletes the conversation of two members, whether it was answered. If it was not, nothing comes
 * back to an author who blocks. A blocked author's promise ends at the deadline, answered or not: an earlier end would
 * tell a block from silence (R6.07).
 */
export async function endOnBlock(db: Db, blocker: string, blocked: string, now: Date): Promise<void> {
  await withhold(db, sql<boolean>`author_id = ${blocker} and recipient_id = ${blocked}`, now);
  await sql`
    update answer_promises promise set answered_before_block = true
    where author_id = ${blocked} and recipient_id = ${blocker} and outcome is null and ${isAnswered}`.execute(db);
}

/** Ends the promise to the author of a first message to a member who was banned for fraud; its credits come back. */
export async function endForFraud(db: Db, authorId: string, recipientId: string, now: Date): Promise<void> {
  await db
    .updateTable("answer_promises")
    .set({ outcome: "fraud", ended_at: now })
    .where("author_id", "=", authorId)
    .where("recipient_id", "=", recipientId)
    .where("outcome", "is", null)
    .execute();
}

/** Runs before a block deletes the chat: a ban for fraud later tells the other member, and gives the credits back. */
export async function keepBlockedChat(db: Db, blocker: string, blocked: string, since: Date): Promise<void> {
  await sql`
    insert into blocked_chats (conversation_id, member_id, other_id, last_at, paid_ids, paid_credits)
    select s.conversation_id, s.member_id, s.other_id, s.last_message_at, paid.ids, paid.credits
    from conversations c join conversation_members s on s.conversation_id = c.id, lateral (
      select coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(credits), '{}') as credits from messages
      where conversation_id = c.id and author_id = s.member_id and credits > 0) as paid
    where c.a_id = least(${blocker}::uuid, ${blocked}::uuid) and c.b_id = greatest(${blocker}::uuid, ${blocked}::uuid)
      and s.last_message_at > ${since}`.execute(db);
}

/** Locks the conversation of two members, as sending in it does; undefined if there is none. */
export async function lockConversationOf(db: Db, one: string, other: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where a_id = least(${one}::uuid, ${other}::uuid)
      and b_id = greatest(${one}::uuid, ${other}::uuid) for no key update`.execute(db);
  return rows[0]?.id;
}

/** What a member paid for in the chats with another one: messages, photos and gifts, also if a block deleted them. */
export async function findPaid(
  db: Db,
  { author, recipient, conversation }: { author: string; recipient: string; conversation: string | undefined },
) {
  const { rows } = await sql<{ id: string; credits: number }>`
    select id, credits from messages
    where conversation_id = ${conversation ?? null}::uuid and author_id = ${author} and credits > 0
    union all
    select paid.id, paid.credits from blocked_chats b, unnest(b.paid_ids, b.paid_credits) as paid (id, credits)
    where b.member_id = ${author} and b.other_id = ${recipient}`.execute(db);
  return rows;
}

export type Contact = { member_id: string; last_at: Date };

/** The members who exchanged a message with a member since a time, also if a block deleted it, by their ids. */
export async function findContacts(
  db: Db,
  memberId: string,
  { since, after, limit }: { since: Date; after: string | undefined; limit: number },
): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select member_id, max(last_at) as last_at from (
      select other_id as member_id, last_message_at as last_at from conversation_members
      where member_id = ${memberId} and last_message_at > ${since}
      union all
      select member_id, last_at from blocked_chats where other_id = ${memberId} and last_at > ${since}) as contact
    where ${after ?? null}::uuid is null or member_id > ${after ?? null}::uuid
    group by member_id order by member_id limit ${limit}`.execute(db);
  return rows;
}

export type Due = { message_id: string; conversation_id: string; due_at: string };

/** The earliest first. A banned author's stay open: settled if the ban is lifted, else gone with the account. */
export async function findDue(db: Db, now: Date, after: Due | undefined, limit: number): Promise<Due[]> {
  const later = after
    ? sql`and (due_at, message_id) > (${after.due_at}::timestamptz, ${after.message_id}::uuid)`
    : sql``;
  const { rows } = await sql<Due>`
    select message_id, conversation_id, due_at::text from answer_promises
    where outcome is null and due_at < ${now} ${later}
      and not exists (select from accounts where id = author_id and status = 'banned')
    order by due_at, message_id limit ${limit}`.execute(db);
  return rows;
}

/** The recipient's side of a chat that may be declined: who began it, whether they have written, and the promise. */
export async function findDeclinable(db: Db, memberId: string, conversationId: string) {
  return await db
    .selectFrom("conversations as c")
    .innerJoin("conversation_members as mine", "mine.conversation_id", "c.id")
    .leftJoin("answer_promises as p", (join) =>
      join.onRef("p.conversation_id", "=", "c.id").on("p.outcome", "is", null),
    )
    .select(["c.started_by", "c.closed_at", "c.closed_by", "c.closed_reason", "mine.other_id", "mine.wrote"])
    .select("p.message_id as promised")
    .where("c.id", "=", conversationId)
    .where("mine.member_id", "=", memberId)
    .executeTakeFirst();
}

export async function closeConversation(
  db: Db,
  { id, by, reason, now }: { id: string; by: string; reason: DeclineReason; now: Date },
): Promise<void> {
  await db
    .updateTable("conversations")
    .set({ closed_at: now, closed_by: by, closed_reason: reason })
    .where("id", "=", id)
    .execute();
}
