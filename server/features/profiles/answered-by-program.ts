import type { Db } from "#server/db/pool.ts";

/** Whether a program answers for a member (D11.1); false if there is no such member. */
export async function isAnsweredByProgram(db: Db, memberId: string): Promise<boolean> {
  const found = await db
    .selectFrom("profiles")
    .select("automatic")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return found?.automatic ?? false;
}
