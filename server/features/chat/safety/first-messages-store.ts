import { type Insertable, sql } from "kysely";
import type { MessageRisk } from "#contract/chat.ts";
import { type Locked, underLock } from "#server/db/locks.ts";
import { type Db, oneOf, prepared } from "#server/db/pool.ts";
import type { FirstMessages } from "#server/db/tables.ts";

export async function insertFirstMessage(wallet: Locked<"wallets">, message: Insertable<FirstMessages>) {
  await underLock(wallet).insertInto("first_messages").values(message).execute();
}

type Counts = { same: number; begun: number; oldest: Date | null };

/** How many other chats got the same text since a time, and how many began since another, and the first's time. */
export async function countFirstMessages(
  db: Db,
  { authorId, conversationId, hash }: { authorId: string; conversationId: string; hash: Buffer | null },
  since: { same: Date; begun: Date },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (count(distinct conversation_id) filter (where text_hash = ${hash}::bytea and created_at > ${since.same}))::int as same,
      (count(distinct conversation_id) filter (where begins and created_at > ${since.begun}))::int as begun,
      min(created_at) filter (where begins and created_at > ${since.begun}) as oldest
    from first_messages
    where author_id = ${authorId} and conversation_id <> ${conversationId}
      and created_at > least(${since.same}::timestamptz, ${since.begun}::timestamptz)`.execute(db);
  return rows[0] ?? { same: 0, begun: 0, oldest: null };
}

/** How many chats a member has begun since a time, the time of the first of them, and when the member joined. */
export async function findBegun(db: Db, authorId: string, since: Date) {
  const { rows } = await sql<{ joined_at: Date; begun: number; oldest: Date | null }>`
    select created_at as joined_at, begun, oldest from profiles, lateral (
      select count(distinct conversation_id)::int as begun, min(created_at) as oldest from first_messages
      where author_id = ${authorId} and begins and created_at > ${since}) as chats
    where member_id = ${authorId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`member ${authorId} has no profile`);
  return row;
}

export async function insertRisks(
  db: Db,
  messageId: string,
  { risks, now }: { risks: readonly MessageRisk[]; now: Date },
): Promise<void> {
  await db
    .insertInto("message_risks")
    .values({ message_id: messageId, risks: [...risks], created_at: now })
    .execute();
}

/** The risks of the messages among these that are marked. */
export async function findMarked(
  db: Db,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, readonly MessageRisk[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("message_risks")
    .modifyFront(prepared)
    .select(["message_id", "risks"])
    .where("message_id", "=", oneOf(messageIds))
    .execute();
  // a constraint limits them to these
  return new Map(rows.map(({ message_id, risks }) => [message_id, risks as MessageRisk[]]));
}

/** Opens or updates a review, if `least` members got marked messages since a time and the last review. */
export async function openReview(
  db: Db,
  { siteId, authorId, now }: { siteId: number; authorId: string; now: Date },
  { since, sameSince, least }: { since: Date; sameSince: Date; least: number },
): Promise<void> {
  await sql`
    insert into reviews (site_id, member_id, recipients, same_text, opened_at)
    select ${siteId}::smallint, ${authorId}::uuid, count(distinct conversation_id), coalesce((
      select count(distinct conversation_id) from first_messages
      where author_id = ${authorId} and text_hash is not null and created_at > ${sameSince}
      group by text_hash order by 1 desc limit 1), 0), ${now}
    from first_messages
    where author_id = ${authorId} and risky and created_at > greatest(${since}::timestamptz,
      (select max(closed_at) from reviews where member_id = ${authorId}))
    having count(distinct conversation_id) >= ${least}
    on conflict (member_id) where closed_at is null do update set recipients = excluded.recipients,
      same_text = greatest(reviews.same_text, excluded.same_text)`.execute(db);
}

export async function closeOpenReview(db: Db, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .updateTable("reviews")
    .set({ closed_at: now })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return closed.numUpdatedRows === 1n;
}

/** Closes the open review of a member who was banned: there is nothing left to decide. Returns its id. */
export async function closeReviewOf(db: Db, memberId: string, now: Date): Promise<string | undefined> {
  const closed = await db
    .updateTable("reviews")
    .set({ closed_at: now })
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return closed?.id;
}

export async function eraseHashes(db: Db, before: Date): Promise<void> {
  await db
    .updateTable("first_messages")
    .set({ text_hash: null })
    .where("risky", "=", true)
    .where("created_at", "<", before)
    .where("text_hash", "is not", null)
    .execute();
}
