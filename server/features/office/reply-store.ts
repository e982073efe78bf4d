import type { Db } from "#server/db/pool.ts";

export async function findOwnReplies(db: Db, staffId: string) {
  return await db
    .selectFrom("staff_replies")
    .select(["id", "title", "text"])
    .where("staff_id", "=", staffId)
    .orderBy("title")
    .orderBy("id")
    .execute();
}

export type NewReply = { staffId: string; title: string; text: string; now: Date };

export async function insertReply(db: Db, { staffId, title, text, now }: NewReply): Promise<void> {
  await db.insertInto("staff_replies").values({ staff_id: staffId, title, text, created_at: now }).execute();
}

export async function deleteReply(db: Db, staffId: string, id: string): Promise<void> {
  await db.deleteFrom("staff_replies").where("id", "=", id).where("staff_id", "=", staffId).execute();
}
