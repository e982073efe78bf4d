import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { type Locked, lock, underLock } from "#server/db/locks.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import type { AnswerPromises } from "#server/db/tables.ts";
import { returnCauses } from "#server/features/credits/index.ts";

/** How a promise ended; `withheld`: its author did something that ends it, such as blocking the recipient. */
type Outcome = "answered" | "no_answer" | "declined" | "fraud" | "withheld";

/** The member answered in time: no program or operator did, and it was no mere photo that was rejected. */
const isAnswered = sql<boolean>`(promise.answered_before_block or exists (
  select from messages m where m.conversation_id = promise.conversation_id and m.author_id = promise.recipient_id
    and m.author_kind = 'member' and m.created_at <= promise.due_at
    and not (m.attachment is not null and m.body = ''
      and exists (select from chat_photos where message_id = m.id and status = 'rejected'))))`;

/** Stores a promise; a pair that ever had one gets no other. */
export async function insertPromise(wallet: Locked<"wallets">, promise: Insertable<AnswerPromises>): Promise<void> {
  await underLock(wallet)
    .insertInto("answer_promises")
    .values(promise)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type PromiseOffer = { had: boolean; declined: boolean; waiting: number };

/** Whether the pair had a promise or a "No, thanks", and how many of the author's first messages still wait. */
export async function findPromiseOffer(db: Db, from: string, to: string): Promise<PromiseOffer> {
  const { rows } = await sql<PromiseOffer>`
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
  }>`${prepared}
    select credits, due_at, outcome, ended_at, outcome is null and ${isAnswered} as answered
    from answer_promises promise where conversation_id = ${conversationId}`.execute(db);
  return rows[0];
}

type Keys = "message_id" | "site_id" | "conversation_id" | "author_id" | "recipient_id";
export type Promised = Pick<Selectable<AnswerPromises>, Keys | "credits"> & { answered: boolean };

/** Its row is undefined if it has ended, or its author is banned. */
export async function lockPromise(db: Locked<"conversations">, messageId: string) {
  const promise = db
    .selectFrom("answer_promises as promise")
    .select(["message_id", "site_id", "conversation_id", "author_id", "recipient_id", "credits"])
    .select(isAnswered.as("answered"))
    .where("message_id", "=", messageId)
    .where("outcome", "is", null)
    .where(sql<boolean>`not exists (select from accounts where id = author_id and status = 'banned')`);
  return await lock(db, "answer_promises", promise);
}

export async function endPromise(db: Locked<"answer_promises">, messageId: string, outcome: Outcome, now: Date) {
  await db.updateTable("answer_promises").set({ outcome, ended_at: now }).where("message_id", "=", messageId).execute();
}

/** Whether the member's first message in a conversation still waits for its answer, as a column of a statement. */
export function promiseWaits(memberId: string, conversation: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from answer_promises promise where promise.conversation_id = ${conversation}
    and promise.author_id = ${memberId} and promise.outcome is null and not ${isAnswered})`;
}

/** Withholds the credits of these promises, unless they were answered. */
async function withhold(db: Db, where: RawBuilder<boolean>, now: Date): Promise<void> {
  await sql`
    update answer_promises promise
    set outcome = case when ${isAnswered} then 'answered' else 'withheld' end, ended_at = ${now}
    where outcome is null and ${where}`.execute(db);
}

/** Withholds the credits of a chat's first message, because its author removed the chat. */
export async function withholdOfAuthor(
  db: Locked<"conversations">,
  authorId: string,
  conversationId: string,
  now: Date,
): Promise<void> {
  await withhold(db, sql<boolean>`author_id = ${authorId} and conversation_id = ${conversationId}`, now);
}

/** Withholds the credits of a message that staff removed. */
export async function withholdOfMessage(db: Locked<"conversations">, messageId: string, now: Date): Promise<void> {
  await withhold(db, sql<boolean>`message_id = ${messageId}`, now);
}

/**
 * After a message was taken back (R11.02). Its promise goes over to its author's next message, which is now the first;
 * without one it is as if it had never been made. A promise that it answered waits again.
 */
export async function movePromise(
  db: Locked<"conversations">,
  { messageId, conversation, from }: { messageId: string; conversation: string; from: string },
): Promise<void> {
  await sql`
    update answer_promises promise set message_id = first.id, credits = first.credits, sent_at = first.created_at,
      due_at = first.created_at + (promise.due_at - promise.sent_at)
    from (select id, credits, created_at from messages where conversation_id = ${conversation} and author_id = ${from}
      order by created_at, id limit 1) first
    where promise.message_id = ${messageId} and outcome is null and first.credits > 0`.execute(db);
  await db.deleteFrom("answer_promises").where("message_id", "=", messageId).where("outcome", "is", null).execute();
  await sql`
    update answer_promises promise set outcome = null, ended_at = null
    where conversation_id = ${conversation} and recipient_id = ${from} and outcome = 'answered'
      and not ${isAnswered}`.execute(db);
}

/**
 * Notes, before a block deletes the conversation of two members, whether it was answered. If it was not, nothing comes
 * back to an author who blocks. A blocked author's promise ends at the deadline, answered or not: an earlier end would
 * tell a block from silence (R6.07).
 */
export async function endOnBlock(db: Locked<"conversations">, blocker: string, blocked: string, now: Date) {
  await withhold(db, sql<boolean>`author_id = ${blocker} and recipient_id = ${blocked}`, now);
  await sql`
    update answer_promises promise set answered_before_block = true
    where author_id = ${blocked} and recipient_id = ${blocker} and outcome is null and ${isAnswered}`.execute(db);
}

/** Ends the promise to the author of a first message to a member who was banned for fraud; its credits come back. */
export async function endForFraud(db: Locked<"conversations">, authorId: string, recipientId: string, now: Date) {
  await db
    .updateTable("answer_promises")
    .set({ outcome: "fraud", ended_at: now })
    .where("author_id", "=", authorId)
    .where("recipient_id", "=", recipientId)
    .where("outcome", "is", null)
    .execute();
}

/** Before a block deletes the chat: if a ban for fraud follows, the other is told, and gets credits back (R10.02). */
export async function keepBlockedChat(db: Locked<"conversations">, blocker: string, blocked: string, since: Date) {
  await sql`
    insert into blocked_chats (conversation_id, member_id, other_id, last_at, paid_ids, paid_credits)
    select s.conversation_id, s.member_id, s.other_id, s.last_message_at, paid.ids, paid.credits
    from conversations c join conversation_members s on s.conversation_id = c.id, lateral (
      select coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(credits), '{}') as credits from messages
      where conversation_id = c.id and author_id = s.member_id and credits > 0) as paid
    where c.a_id = least(${blocker}::uuid, ${blocked}::uuid) and c.b_id = greatest(${blocker}::uuid, ${blocked}::uuid)
      and s.last_message_at > ${since}`.execute(db);
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

/** How many others exchanged a message with one of these members since, and what they paid and did not get back. */
export async function countContacts(db: Db, members: readonly string[], since: Date) {
  const { rows } = await sql<{ contacts: number; credits: number }>`
    with chat as (
      select member_id, other_id, conversation_id, null::uuid[] as paid_ids, null::int[] as paid_credits
      from conversation_members where member_id = any(${members}::uuid[]) and last_message_at > ${since}
      union all
      select other_id, member_id, null, paid_ids, paid_credits
      from blocked_chats where other_id = any(${members}::uuid[]) and last_at > ${since}
    ), paid as (
      select m.id, m.credits from chat join messages m on m.conversation_id = chat.conversation_id
        and m.author_id = chat.other_id and m.credits > 0
      union all
      select p.id, p.credits from chat, unnest(paid_ids, paid_credits) as p (id, credits)
    )
    select (select count(distinct (member_id, other_id))::int from chat) as contacts,
      (select coalesce(sum(credits), 0)::int from paid where not exists (select from ledger where cause_id = paid.id
        and cause in ${returnCauses})) as credits`.execute(db);
  return rows[0] ?? { contacts: 0, credits: 0 };
}

export type Due = { message_id: string; conversation_id: string; due_at: string };

/** The earliest first. A banned author's stay open: settled if the ban is lifted, else gone with the account. */
export async function findDuePromises(db: Db, now: Date, after: Due | undefined, limit: number): Promise<Due[]> {
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
