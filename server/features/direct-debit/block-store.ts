import type { Db } from "#server/db/pool.ts";

export async function isBlocked(db: Db, memberId: string): Promise<boolean> {
  const found = await db
    .selectFrom("direct_debit_blocks")
    .select("member_id")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Blocks a member whose bank charged a direct debit back (D7.5). Does nothing for other payment methods. */
export async function blockAfterChargeback(
  db: Db,
  { memberId, siteId, method }: { memberId: string; siteId: number; method: string | null },
  now: Date,
): Promise<void> {
  if (method !== "sepa") return;
  await db
    .insertInto("direct_debit_blocks")
    .values({ member_id: memberId, site_id: siteId, blocked_at: now })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .execute();
}

/** The members who are blocked from direct debit, the longest first, for staff. */
export async function listDebitBlocks(db: Db) {
  return await db
    .selectFrom("direct_debit_blocks")
    .innerJoin("accounts", "accounts.id", "direct_debit_blocks.member_id")
    .innerJoin("sites", "sites.id", "direct_debit_blocks.site_id")
    .select(["member_id", "accounts.name", "sites.key as site", "blocked_at"])
    .orderBy("blocked_at")
    .execute();
}

/** Lets a member pay by direct debit again; false if they were not blocked. */
export async function liftDebitBlock(db: Db, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("direct_debit_blocks")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
