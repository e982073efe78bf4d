import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { visibilityColumns, visibilityFacts } from "#server/features/visibility/index.ts";
import type { TimeCursor } from "#server/http/cursor.ts";

export const pairOf = (a: string, b: string) => (a < b ? { a_id: a, b_id: b } : { a_id: b, b_id: a });

/** How many conversations a member has begun, deleted ones included. Locks the wallet to serialise first messages. */
export async function countBegun(db: Db, memberId: string): Promise<number> {
  await db.selectFrom("wallets").select("member_id").where("member_id", "=", memberId).forUpdate().execute();
  const { begun, deleted } = await db
    .selectFrom("profiles")
    .select("conversations_deleted as deleted")
    .select((select) =>
      select
        .selectFrom("conversations")
        .select(select.fn.countAll<number>().as("count"))
        .where("started_by", "=", memberId)
        .$asScalar()
        .$notNull()
        .as("begun"),
    )
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return begun + deleted;
}

/** Finds the conversation of two members or creates it, with the given id if any; `begun` if this call created it. */
export async function ensureConversation(db: Db, siteId: number, from: string, to: string, now: Date, id?: string) {
  const pair = pairOf(from, to);
  const inserted = await db
    .insertInto("conversations")
    .values({ ...(id && { id }), site_id: siteId, ...pair, started_by: from, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) {
    const existing = await db
      .selectFrom("conversations")
      .select("id")
      .where("a_id", "=", pair.a_id)
      .where("b_id", "=", pair.b_id)
      .executeTakeFirstOrThrow();
    return { id: existing.id, begun: false };
  }
  await db
    .insertInto("conversation_members")
    .values([
      { conversation_id: inserted.id, member_id: from, other_id: to },
      { conversation_id: inserted.id, member_id: to, other_id: from },
    ])
    .execute();
  return { id: inserted.id, begun: true };
}

/** Locks a member's existing conversations with these others, as sending in one of them does. */
export async function lockConversations(db: Db, memberId: string, others: readonly string[]): Promise<void> {
  if (others.length === 0) return;
  await db
    .selectFrom("conversations")
    .select("id")
    .where((where) =>
      where.or([
        where.and([where("a_id", "=", memberId), where("b_id", "in", others)]),
        where.and([where("b_id", "=", memberId), where("a_id", "in", others)]),
      ]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** A member's side of a conversation, with the other member's read receipt; undefined if they are not in it. */
export async function findSide(db: Db, memberId: string, which: { conversation: string } | { member: string }) {
  const sides = db
    .selectFrom("conversation_members as mine")
    .innerJoin("conversation_members as theirs", (join) =>
      join.onRef("theirs.conversation_id", "=", "mine.conversation_id").onRef("theirs.member_id", "=", "mine.other_id"),
    )
    .innerJoin("conversations as c", "c.id", "mine.conversation_id")
    .innerJoin("profiles as me", "me.member_id", "mine.member_id")
    .innerJoin("profiles as other", "other.member_id", "mine.other_id")
    .select([
      "mine.conversation_id",
      "mine.other_id",
      "mine.unread",
      "mine.hidden_until",
      "mine.wrote",
      "c.started_by",
      "c.closed_at",
      "c.closed_by",
      "c.closed_reason",
      sql<boolean>`me.shows_typing and me.listed`.as("shows_typing"),
      // receipts are mutual, and a program does not read
      sql<Date | null>`case when me.shows_read and other.shows_read and not other.fictional and not other.automatic
        then theirs.receipt_until end`.as("other_read_until"),
    ])
    .where("mine.member_id", "=", memberId);
  const query =
    "conversation" in which
      ? sides.where("mine.conversation_id", "=", which.conversation)
      : sides.where("mine.other_id", "=", which.member);
  return await query.executeTakeFirst();
}

/** The time of the oldest message within the site's history limit; undefined if all messages are. */
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

export type Side = { conversation_id: string; hidden_until: Date | null };

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
    .select(["id", "author_id", "author_kind", "body", "attachment", "created_at"])
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
    .select(["id", "author_id", "author_kind", "body", "attachment", "created_at"])
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
    .select(["m.id", "m.author_id", "m.author_kind", "m.body", "m.attachment", "m.created_at"])
    .where("m.id", "=", message)
    .where("m.author_id", "=", author)
    .where("mine.member_id", "=", reader)
    .executeTakeFirst();
}

/** A member's conversations, newest message first, from `before` on; a removed one comes back with a new message. */
export async function findConversations(db: Db, memberId: string, before: TimeCursor | null, limit: number) {
  return await db
    .selectFrom("conversation_members as mine")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("messages")
          .select(["messages.id", "author_id", "author_kind", "body", "attachment", "created_at"])
          .whereRef("messages.conversation_id", "=", "mine.conversation_id")
          .orderBy("created_at", "desc")
          .orderBy("messages.id", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .innerJoin("conversations as c", "c.id", "mine.conversation_id")
    .select([
      "mine.conversation_id",
      sql<boolean>`c.closed_at is not null`.as("closed"),
      "mine.other_id",
      "mine.unread",
      sql<string>`mine.last_message_at::text`.as("cursor_at"),
      "last.id as message_id",
      "last.author_id",
      "last.author_kind",
      "last.body",
      "last.attachment",
      "last.created_at",
    ])
    .where("mine.member_id", "=", memberId)
    .where((where) =>
      where.or([
        where("mine.hidden_until", "is", null),
        where("mine.last_message_at", ">", where.ref("mine.hidden_until")),
      ]),
    )
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(mine.last_message_at, mine.conversation_id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`,
      ),
    )
    .orderBy("mine.last_message_at", "desc")
    .orderBy("mine.conversation_id", "desc")
    .limit(limit)
    .execute();
}

/** Unread messages, of all or after `before`, by the facts that decide whether their members are shown. */
export function selectUnread(db: Db, memberId: string, before: TimeCursor | null = null) {
  const chats = db
    .selectFrom("conversation_members as mine")
    .innerJoin("profiles as p", "p.member_id", "mine.other_id")
    .select(["mine.unread", "p.site_id", "p.listed", "p.fictional"])
    .select(visibilityColumns(memberId, "p"))
    .where("mine.member_id", "=", memberId)
    .where("mine.unread", ">", sql.lit(0))
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(mine.last_message_at, mine.conversation_id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`,
      ),
    );
  return db
    .selectFrom(chats.as("c"))
    .select(visibilityFacts)
    .select(({ fn }) => fn.sum<number>("unread").as("count"))
    .groupBy(visibilityFacts);
}

/** Up to now, or up to the last message if the clock was set back since. */
const upToNow = (now: Date) => sql<Date>`greatest(${now}::timestamptz, last_message_at)`;

/** Returns the other, and whether they may know: both show receipts, the reader is visible. */
export async function markRead(db: Db, memberId: string, conversationId: string, now: Date) {
  const showsReceipt = sql<boolean>`(
    select bool_and(shows_read) and bool_or(listed and not fictional and not automatic and member_id = ${memberId})
    from profiles
    where member_id in (conversation_members.member_id, conversation_members.other_id))`;
  return await db
    .updateTable("conversation_members")
    .set({
      unread: 0,
      read_until: upToNow(now),
      receipt_until: sql<Date>`case when ${showsReceipt} then ${upToNow(now)} else receipt_until end`,
    })
    .where("conversation_id", "=", conversationId)
    .where("member_id", "=", memberId)
    .returning(["other_id", showsReceipt.as("shown")])
    .executeTakeFirst();
}

export async function hideConversation(db: Db, memberId: string, conversationId: string, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable("conversation_members")
    .set({ hidden_until: upToNow(now), unread: 0, read_until: upToNow(now) })
    .where("conversation_id", "=", conversationId)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
