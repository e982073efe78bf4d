import type { Db } from "#server/db/pool.ts";
import type { Owner } from "#server/features/mails/index.ts";

export async function findBuyer(db: Db, memberId: string): Promise<{ name: string; email: string }> {
  return await db.selectFrom("accounts").select(["name", "email"]).where("id", "=", memberId).executeTakeFirstOrThrow();
}

/** The owner of a payment, as mails address them; undefined if the account is erased. */
export async function findOwner(db: Db, memberId: string): Promise<Owner | undefined> {
  return await db
    .selectFrom("accounts")
    .select(["id", "name", "email", "language"])
    .where("id", "=", memberId)
    .executeTakeFirst();
}

/** Whether a member's account is deleted, though not erased yet. */
export async function isDeleted(db: Db, memberId: string): Promise<boolean> {
  const account = await db.selectFrom("accounts").select("status").where("id", "=", memberId).executeTakeFirst();
  return account?.status === "deleted";
}
