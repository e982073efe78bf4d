import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** The mailboxes of addresses, each once. */
export async function listMailboxesOf(db: Db, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    select distinct mailbox_of(address) as mailbox from unnest(${[...addresses]}::text[]) as address`.execute(db);
  return rows.map(({ mailbox }) => mailbox);
}

export async function countListedMailboxes(db: Db, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("listed_mailboxes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Answers how many are new; the years of the others begin anew. */
export async function insertListedMailboxes(
  db: Db,
  siteId: number,
  hashes: readonly Buffer[],
  now: Date,
): Promise<number> {
  const rows = await db
    .insertInto("listed_mailboxes")
    .values(hashes.map((mailbox_hash) => ({ site_id: siteId, mailbox_hash, created_at: now })))
    .onConflict((conflict) => conflict.columns(["site_id", "mailbox_hash"]).doUpdateSet({ created_at: now }))
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .execute();
  return rows.filter(({ is_new }) => is_new).length;
}

/** Answers how many were listed. */
export async function deleteListedMailboxes(db: Db, siteId: number, hashes: readonly Buffer[]): Promise<number> {
  const { numDeletedRows: deleted } = await db
    .deleteFrom("listed_mailboxes")
    .where("site_id", "=", siteId)
    .where("mailbox_hash", "in", hashes)
    .executeTakeFirstOrThrow();
  return Number(deleted);
}
