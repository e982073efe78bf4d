import type { Db } from "#server/db/pool.ts";

/** The reasons that stop a receiver's mails, and the mail epoch by which reports about a mail are recognised. */
export async function findReceiver(db: Db, accountId: string) {
  return await db
    .selectFrom("accounts")
    .select(["notifications_disabled", "mail_epoch"])
    .where("id", "=", accountId)
    .executeTakeFirst();
}

/** Whether one of these members has deleted their account. */
export async function hasDeletedMember(db: Db, memberIds: readonly string[]): Promise<boolean> {
  const ids = memberIds.filter((id) => id !== "");
  if (ids.length === 0) return false;
  const left = await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "in", ids)
    .where("status", "=", "deleted")
    .limit(1)
    .execute();
  return left.length > 0;
}
