import { sql } from "kysely";
import { type Locked, underLock } from "#server/db/locks.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import { returnCauses } from "#server/features/credits/index.ts";

export async function insertGift(
  wallet: Locked<"wallets">,
  { messageId, recipientId, gift }: { messageId: string; recipientId: string; gift: string },
): Promise<void> {
  await underLock(wallet)
    .insertInto("gifts")
    .values({ message_id: messageId, recipient_id: recipientId, gift })
    .execute();
}

export async function findGifts(db: Db, messageIds: readonly string[]) {
  return await db
    .selectFrom("gifts")
    .select(["message_id", "gift", "opened_at"])
    .where("message_id", "=", sql<string>`any(${messageIds}::uuid[])`)
    .execute();
}

/** Marks a gift as opened; false if it was opened before, or if the member did not receive it. */
export async function markOpened(db: Db, recipientId: string, messageId: string, now: Date): Promise<boolean> {
  const opened = await db
    .updateTable("gifts")
    .set({ opened_at: now })
    .where("message_id", "=", messageId)
    .where("recipient_id", "=", recipientId)
    .where("opened_at", "is", null)
    .executeTakeFirst();
  return opened.numUpdatedRows === 1n;
}

/** The giver and the conversation of a gift that the member received; undefined if there is none. */
export async function findReceivedGift(db: Db, recipientId: string, messageId: string) {
  return await db
    .selectFrom("gifts")
    .innerJoin("messages", "messages.id", "gifts.message_id")
    .select(["messages.author_id", "messages.conversation_id"])
    .where("gifts.message_id", "=", messageId)
    .where("gifts.recipient_id", "=", recipientId)
    .executeTakeFirst();
}

/** SQL: the giver got the credits back, so the gift was not paid for. Index: `ledger_returned_once`. */
const isGivenBack = sql<boolean>`exists (select from ledger where cause_id = gifts.message_id
  and cause in ${returnCauses})`;

/** The gifts that a member has opened, by kind, unless the member hides them or their credits came back. */
export async function findShelf(db: Db, memberId: string) {
  return await db
    .selectFrom("gifts")
    .modifyFront(prepared)
    .innerJoin("messages", "messages.id", "gifts.message_id")
    .innerJoin("profiles", "profiles.member_id", "gifts.recipient_id")
    .select(["gifts.gift", sql<number>`count(*)::int`.as("count")])
    .select(sql<string[]>`array_agg(distinct messages.author_id)`.as("givers"))
    .where("gifts.recipient_id", "=", memberId)
    .where("gifts.opened_at", "is not", null)
    .where((where) => where.not(isGivenBack))
    .where("profiles.shows_gifts", "=", true)
    .groupBy("gifts.gift")
    .execute();
}

/** The gifts of the shelf by kind and giver, newest first; only for the member themselves. */
export async function findReceivedByGiver(db: Db, memberId: string, limit: number) {
  return await db
    .selectFrom("gifts")
    .innerJoin("messages", "messages.id", "gifts.message_id")
    .select(["gifts.gift", "messages.author_id", sql<number>`count(*)::int`.as("count")])
    .where("gifts.recipient_id", "=", memberId)
    .where("gifts.opened_at", "is not", null)
    .where((where) => where.not(isGivenBack))
    .groupBy(["gifts.gift", "messages.author_id"])
    .orderBy(sql`max(messages.created_at)`, "desc")
    .orderBy("gifts.gift")
    .limit(limit)
    .execute();
}

/** Every gift that a member gave or received, for the download of their data. */
export async function findAllGifts(db: Db, memberId: string) {
  return await db
    .selectFrom("gifts")
    .innerJoin("messages", "messages.id", "gifts.message_id")
    .select(["gifts.message_id", "gifts.gift", "gifts.opened_at", "gifts.recipient_id"])
    .select(["messages.author_id", "messages.created_at"])
    .where((where) =>
      where.or([where("gifts.recipient_id", "=", memberId), where("messages.author_id", "=", memberId)]),
    )
    .orderBy("messages.created_at")
    .orderBy("gifts.message_id")
    .execute();
}
