import type { Db } from "#server/db/pool.ts";
import type { Owner } from "#server/features/mails/index.ts";

/** The name and the email address of a member, for the provider. */
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
