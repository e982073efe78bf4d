import type { Db } from "#server/db/pool.ts";

/** Whether a member has proved to be an adult. */
export async function isAssured(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom("verifications")
    .select("status")
    .where("member_id", "=", memberId)
    .where("kind", "=", "document")
    .where("status", "=", "approved")
    .executeTakeFirst();
  return row !== undefined;
}
