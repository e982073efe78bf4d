import { type Insertable, sql } from "kysely";
import { type Lockable, type Locked, lock, lockOne, underLock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { type Givens, preparedStatement } from "#server/db/statement.ts";
import type { HeldMessages } from "#server/db/tables.ts";
import { servedColumn } from "#server/features/visibility/index.ts";

const columns = [
  "id",
  "conversation_id",
  "author_id",
  "recipient_id",
  "body",
  "question",
  "reply_to",
  "credits",
  "key",
  "created_at",
  "refused",
] as const;

/** Locks an author's account, with its status. Holding and delivering both begin with this lock. */
export async function lockHolding(db: Lockable<"accounts">, authorId: string) {
  return await lockOne(db, "accounts", db.selectFrom("accounts").select("status").where("id", "=", authorId));
}

export async function lockHeld(db: Lockable<"held_messages">, authorId: string) {
  const held = db.selectFrom("held_messages").select("id").where("author_id", "=", authorId).orderBy("id");
  return (await lock(db, "held_messages", held)).db;
}

type NewHeld = Omit<Insertable<HeldMessages>, "conversation_id"> & { conversation_id: string | undefined };

export async function insertHeld(pair: Locked<"pair">, { conversation_id, ...held }: NewHeld) {
  return await underLock(pair)
    .insertInto("held_messages")
    .values({ ...held, conversation_id: conversation_id ?? sql<string>`uuidv7()` })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

const selectHeld = preparedStatement((db, given: Givens<{ authorId: string }>) =>
  db
    .selectFrom("held_messages as held")
    .leftJoin("profiles as recipient", "recipient.member_id", "held.recipient_id")
    .select(columns.map((column) => `held.${column}` as const))
    .select(sql<boolean>`${servedColumn("recipient")} is not false`.as("served"))
    .where("held.author_id", "=", given("authorId"))
    .orderBy("held.created_at")
    .orderBy("held.id"),
);

/** All held messages of an author, oldest first, including those that could not be delivered; `served` if erased. */
export const findHeld = async (db: Db, authorId: string) => await selectHeld(db, { authorId });

/** What an author's held messages to others than `to` say, with the recipients' names. */
export async function findHeldTexts(db: Db, authorId: string, to: string) {
  return await db
    .selectFrom("held_messages as held")
    .innerJoin("profiles as recipient", "recipient.member_id", "held.recipient_id")
    .select(["held.recipient_id", "held.body", "recipient.name"])
    .where("held.author_id", "=", authorId)
    .where("held.recipient_id", "<>", to)
    .where("held.refused", "is", null)
    .execute();
}

export type HeldRow = Awaited<ReturnType<typeof findHeld>>[number];

/** How many of the member's messages wait for the confirmation of their address. */
export async function countHeld(db: Db, authorId: string): Promise<number> {
  const { count } = await db
    .selectFrom("held_messages")
    .select((expression) => expression.fn.countAll<string>().as("count"))
    .where("author_id", "=", authorId)
    .where("refused", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes one of an author's held messages, or all of a conversation that still wait; returns how many. */
export async function deleteHeld(db: Db, authorId: string, which: { message: string } | { conversation: string }) {
  const ofAuthor = db.deleteFrom("held_messages").where("author_id", "=", authorId);
  const query =
    "message" in which
      ? ofAuthor.where("id", "=", which.message)
      : ofAuthor.where("conversation_id", "=", which.conversation).where("refused", "is", null);
  const deleted = await query.executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

export async function markRefused(db: Db, id: string, refused: string): Promise<void> {
  await db.updateTable("held_messages").set({ refused }).where("id", "=", id).execute();
}
