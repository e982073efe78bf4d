import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** A member's presence is published to at most this many partners, those with the newest messages. */
const audienceLimit = 200;

/** Active partners. None for an invisible member, and for a fictional or automatic one. */
export async function findAudience(db: Db, memberId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation_members as mine")
    .innerJoin("profiles as me", "me.member_id", "mine.member_id")
    .innerJoin("profiles as other", "other.member_id", "mine.other_id")
    .select("mine.other_id")
    .where("mine.member_id", "=", memberId)
    .where("me.listed", "=", true)
    .where("me.fictional", "=", false)
    .where("me.automatic", "=", false)
    .where("other.last_active_at", ">", since)
    .orderBy("mine.last_message_at", "desc")
    .limit(audienceLimit)
    .execute();
  return rows.map((row) => row.other_id);
}

/** Finds those of the members who were not active after `since`. */
export async function findInactive(db: Db, memberIds: readonly string[], since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("profiles")
    .select("member_id")
    .where("member_id", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("last_active_at", "<=", since)
    .execute();
  return rows.map((row) => row.member_id);
}

/** Both show it, neither is invisible, and this one is a person. */
export async function findTypingAudience(db: Db, memberId: string, conversationId: string) {
  return await db
    .selectFrom("conversation_members as mine")
    .innerJoin("profiles as me", "me.member_id", "mine.member_id")
    .innerJoin("profiles as other", "other.member_id", "mine.other_id")
    .select("mine.other_id")
    .select(
      sql<boolean>`me.shows_typing and other.shows_typing and me.listed and other.listed
        and not me.fictional and not me.automatic`.as("shown"),
    )
    .where("mine.member_id", "=", memberId)
    .where("mine.conversation_id", "=", conversationId)
    .executeTakeFirst();
}
