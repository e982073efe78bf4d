import type { Db } from "#server/db/pool.ts";
import type { Owner } from "#server/features/mails/index.ts";

/** The owner of a payment, as mails address them; undefined if the account is erased. */
export async function findOwner(db: Db, memberId: string): Promise<Owner | undefined> {
  return await db
    .selectFrom("accounts")
    .select(["id", "name", "email", "language"])
    .where("id", "=", memberId)
    .executeTakeFirst();
}
