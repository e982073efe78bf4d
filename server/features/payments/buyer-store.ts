import type { Db } from "#server/db/pool.ts";

/** Name and address of a member, as the provider gets them. */
export async function findBuyer(db: Db, memberId: string): Promise<{ name: string; email: string }> {
  return await db.selectFrom("accounts").select(["name", "email"]).where("id", "=", memberId).executeTakeFirstOrThrow();
}
