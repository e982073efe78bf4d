import { type OperandValueExpressionOrList, sql } from "kysely";
import { type DeclineReason, givenBackCauses } from "#contract/answer-promise.ts";
import { freeConversations, silentDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { fraudWarningDays } from "#contract/fraud-warnings.ts";
import { type Lockable, type Locked, lock, pairOf, proofOf, underLock } from "#server/db/locks.ts";
import { type Db, oneOf, prepared } from "#server/db/pool.ts";
import type { DB } from "#server/db/schema.ts";
import { type Given, type Givens, preparedStatement } from "#server/db/statement.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import { servedColumn, visibilityColumns, visibilityFacts } from "#server/features/visibility/index.ts";
import type { TimeCursor } from "#server/http/cursor.ts";
import { endOnBlock, keepBlockedChat, promiseWaits } from "./promise/answer-promises-store.ts";

/** The promises whose credits came back to the member in a row of `p`: so does the place of the chat (R10.01). */
const givenBack = sql`from answer_promises a where a.author_id = p.member_id and a.recipient_id is not null
  and a.outcome in (${sql.join(givenBackCauses.map((cause) => sql.lit(cause)))})`;

/**
 * How many chats with served profiles the member in a row of `p` has begun, deleted ones included (D6.2, D14.1),
 * without those that ended in a "No, thanks", in silence, or with the credits coming back (R11.06).
 */
const begunBy = (now: Date) => sql<number>`greatest(0, p.conversations_deleted - (
    select count(*) ${givenBack} and not exists (select from conversations where id = a.conversation_id))::int
  ) + (
  select count(*) from conversations c join profiles other on other.member_id in (c.a_id, c.b_id)
  where c.started_by = p.member_id and other.member_id <> p.member_id and ${servedColumn("other")}
    and c.closed_at is null and not exists (select ${givenBack} and a.conversation_id = c.id)
    and (c.created_at > ${new Date(now.getTime() - silentDays * dayMs)} or exists (
      select from conversation_members where conversation_id = c.id and member_id = other.member_id and wrote)))::int`;

/** How many conversations count as begun by a member. Locks the wallet to serialise first messages. */
export async function countBegun(db: Lockable<"wallets">, memberId: string, now: Date): Promise<number> {
  await lockWallet(db, memberId);
  const { rows } = await sql<{ begun: number }>`
    select ${begunBy(now)} as begun from profiles p where p.member_id = ${memberId}`.execute(db);
  return rows[0]?.begun ?? 0;
}

/** Finds the conversation of two members or creates it, with the given id if any; `begun` if this call created it. */
export async function ensureConversation(
  locked: Locked<"pair">,
  siteId: number,
  from: string,
  to: string,
  now: Date,
  id: string | undefined,
) {
  const pair = pairOf(from, to);
  const inserted = await underLock(locked)
    .insertInto("conversations")
    .values({ ...(id && { id }), site_id: siteId, ...pair, started_by: from, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) {
    const existing = await locked
      .selectFrom("conversations")
      .select("id")
      .where("a_id", "=", pair.a_id)
      .where("b_id", "=", pair.b_id)
      .executeTakeFirstOrThrow();
    return { id: existing.id, begun: false };
  }
  await underLock(locked)
    .insertInto("conversation_members")
    .values([
      { conversation_id: inserted.id, member_id: from, other_id: to },
      { conversation_id: inserted.id, member_id: to, other_id: from },
    ])
    .execute();
  return { id: inserted.id, begun: true };
}

/** Locks a conversation, by its id or by a query for it, as sending in it does; `row` is undefined if there is none. */
export async function lockConversation(
  db: Lockable<"conversations">,
  id: OperandValueExpressionOrList<DB, "conversations", "id">,
) {
  const conversation = db.selectFrom("conversations").select("id").where("id", "=", id);
  return await lock(db, "conversations", conversation);
}

/** Locks a member's existing conversations with these others, as sending in one of them does. */
export async function lockConversations(db: Lockable<"conversations">, memberId: string, others: readonly string[]) {
  if (others.length === 0) return { db: proofOf<"conversations">(db), row: undefined };
  const existing = db
    .selectFrom("conversations")
    .select("id")
    .where((where) =>
      where.or([
        where.and([where("a_id", "=", memberId), where("b_id", "in", others)]),
        where.and([where("b_id", "=", memberId), where("a_id", "in", others)]),
      ]),
    )
    .orderBy("id");
  return await lock(db, "conversations", existing);
}

/** A member's side of a conversation, which is named by its id or by the other member. */
const selectSide = (named: "conversation_id" | "other_id") =>
  preparedStatement((db, given: Givens<{ memberId: string; id: string }>) =>
    db
      .selectFrom("conversation_members as mine")
      .innerJoin("conversation_members as theirs", (join) =>
        join
          .onRef("theirs.conversation_id", "=", "mine.conversation_id")
          .onRef("theirs.member_id", "=", "mine.other_id"),
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
        "theirs.wrote as answered",
        "c.started_by",
        "c.closed_at",
        "c.closed_by",
        "c.closed_reason",
        sql<boolean>`me.shows_typing and me.listed`.as("shows_typing"),
        // receipts are mutual, and a program does not read
        sql<Date | null>`case when me.shows_read and other.shows_read and not other.fictional and not other.automatic
          then theirs.receipt_until end`.as("other_read_until"),
      ])
      .where("mine.member_id", "=", given("memberId"))
      .where(`mine.${named}`, "=", given("id")),
  );
const selectSideById = selectSide("conversation_id");
const selectSideWith = selectSide("other_id");

/** A chat as its member names it: by its conversation, or by the other member. */
export type WhichChat = { conversation: string } | { member: string };

/** A member's side of a conversation, with the other member's read receipt; undefined if they are not in it. */
export async function findSide(db: Db, memberId: string, which: WhichChat) {
  const [side] = await ("conversation" in which
    ? selectSideById(db, { memberId, id: which.conversation })
    : selectSideWith(db, { memberId, id: which.member }));
  return side;
}

export type ChatSide = NonNullable<Awaited<ReturnType<typeof findSide>>>;
export type Side = { conversation_id: string; hidden_until: Date | null };

/**
 * The member's own conversations that their list shows, newest message first; a removed one comes back with a new
 * message. They are sorted here, because an index in their order would be written with each message.
 */
export function selectOwnChats(db: Db, memberId: string) {
  return db
    .selectFrom("conversation_members")
    .select(["conversation_id", "other_id", "unread", "hidden_until", "last_message_at"])
    .where("member_id", "=", memberId)
    .where((where) =>
      where.or([where("hidden_until", "is", null), where("last_message_at", ">", where.ref("hidden_until"))]),
    )
    .orderBy("last_message_at", "desc")
    .orderBy("conversation_id", "desc");
}

/** A member's conversations, from `before` on, each with its last message. */
export async function findConversations(db: Db, memberId: string, before: TimeCursor | null, limit: number) {
  const own = selectOwnChats(db, memberId).$if(before !== null, (query) =>
    query.where(sql<boolean>`(last_message_at, conversation_id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
  );
  return await db
    .selectFrom(own.as("mine"))
    .modifyFront(prepared)
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("messages")
          .select(["messages.id", "author_id", "author_kind", "body", "question", "attachment", "created_at"])
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
      promiseWaits(memberId, sql.ref("mine.conversation_id")).as("promise_waits"),
      "mine.other_id",
      "mine.unread",
      sql<string>`mine.last_message_at::text`.as("cursor_at"),
      "last.id as message_id",
      "last.author_id",
      "last.author_kind",
      "last.body",
      "last.question",
      "last.attachment",
      "last.created_at",
    ])
    .orderBy("mine.last_message_at", "desc")
    .orderBy("mine.conversation_id", "desc")
    .limit(limit)
    .execute();
}

export type ConversationRow = Awaited<ReturnType<typeof findConversations>>[number];

/** Unread messages, of all or after `before` (R3.05), by the facts that decide whether their members are shown. */
export function selectUnread(db: Db, memberId: string | Given<string>, before: TimeCursor | null = null) {
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
    .returning(["other_id", "read_until", showsReceipt.as("shown")])
    .modifyEnd(prepared)
    .executeTakeFirst();
}

type ReadBefore = { conversation_id: string; author_id: string; created_at: Date };

/** Counts a message as unread once more if its recipient read the chat before they could see it. */
export async function countAgain(chat: Locked<"conversations">, message: ReadBefore): Promise<void> {
  await chat
    .updateTable("conversation_members")
    .set({ unread: sql<number>`unread + 1` })
    .where("conversation_id", "=", message.conversation_id)
    .where("other_id", "=", message.author_id)
    .where("read_until", ">=", message.created_at)
    .where((where) => where.or([where("hidden_until", "is", null), where("hidden_until", "<", message.created_at)]))
    .execute();
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

/**
 * Because one blocks the other (R6.07), also held ones (D6.6). The chat still counts as begun (D6.2); its cost is kept,
 * in case of fraud (R10.02).
 */
export async function deleteConversation(
  locked: Locked<"pair">,
  { blocker, blocked, now }: { blocker: string; blocked: string; now: Date },
): Promise<void> {
  const pair = [blocker, blocked];
  await locked.deleteFrom("held_messages").where("author_id", "in", pair).where("recipient_id", "in", pair).execute();
  const { db } = await lockConversations(proofOf<"held_messages">(locked), blocker, [blocked]);
  await endOnBlock(db, blocker, blocked, now);
  await keepBlockedChat(db, blocker, blocked, new Date(now.getTime() - fraudWarningDays * dayMs));
  const deleted = await db
    .deleteFrom("conversations")
    .where("a_id", "in", pair)
    .where("b_id", "in", pair)
    .returning("started_by")
    .executeTakeFirst();
  if (!deleted) return;
  await sql`
    update profiles p set conversations_deleted = p.conversations_deleted + 1 from profiles other
    where p.member_id = ${deleted.started_by} and other.member_id = any(${pair}::uuid[])
      and other.member_id <> p.member_id and ${servedColumn("other")}`.execute(db);
}

/** Two members who have not written to each other. `left`: see `findConversationsLeft`. */
export const noPair = { have_chatted: false, closed: false, left: null as number | null };
export type Pair = typeof noPair;

/** What a member and each of the others, by their ids, have between them; oneself and the unknown are not in it. */
export async function findPairs(
  { db, now }: { db: Db; now: Date },
  from: string,
  others: readonly string[],
): Promise<Map<string, Pair>> {
  if (others.length === 0) return new Map();
  const { rows } = await sql<Pair & { id: string }>`${prepared}
    with me as materialized (
      select p.member_id, case when not p.premium then ${begunBy(now)}
        -- all recipients erased since count as one, as in holdMessage
        + (select count(distinct coalesce(h.recipient_id, h.author_id))
            from held_messages h left join profiles other on other.member_id = h.recipient_id
            where h.author_id = p.member_id and h.refused is null and ${servedColumn("other")} is not false)::int
        end as begun
      from profiles p where p.member_id = ${from}
    )
    select them.member_id as id, c.id is not null as have_chatted, c.closed_at is not null as closed,
      case when me.begun is not null and c.id is null and ${servedColumn("them")} and not exists (
        select from held_messages where author_id = me.member_id and recipient_id = them.member_id and refused is null
      ) then greatest(0, ${sql.lit(freeConversations)} - me.begun) end as left
    from me join profiles them on them.member_id = ${oneOf(others)} and them.member_id <> me.member_id
    left join conversations c on c.a_id = least(me.member_id, them.member_id)
      and c.b_id = greatest(me.member_id, them.member_id)`.execute(db);
  return new Map(rows.map(({ id, ...pair }) => [id, pair]));
}

/** D6.2, held ones counted (D6.3); null: no limit. Takes no locks: `sendMessage` and `holdMessage` enforce it. */
export async function findConversationsLeft(
  ctx: { db: Db; now: Date },
  from: string,
  to: string,
): Promise<number | null> {
  return (await findPairs(ctx, from, [to])).get(to)?.left ?? null;
}

/** Those of `otherIds` who have a conversation with the member, even if it was removed from a list of chats. */
export async function findChattedWith(db: Db, memberId: string, otherIds: readonly string[]): Promise<Set<string>> {
  if (otherIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("conversation_members")
    .select("other_id")
    .where("member_id", "=", memberId)
    .where("other_id", "in", [...otherIds])
    .execute();
  return new Set(rows.map(({ other_id }) => other_id));
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
  db: Locked<"conversations">,
  { id, by, reason, now }: { id: string; by: string; reason: DeclineReason; now: Date },
): Promise<void> {
  await db
    .updateTable("conversations")
    .set({ closed_at: now, closed_by: by, closed_reason: reason })
    .where("id", "=", id)
    .execute();
}
