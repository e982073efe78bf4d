import { sql } from "kysely";
import type { ImportedDetails } from "#contract/imports.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** Whether an account of the site has this mailbox. Index: `accounts_mailbox`. */
export async function hasAccount(db: Db, siteId: number, mailbox: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where site_id = ${siteId} and mailbox_of(email) = ${mailbox} limit 1`.execute(db);
  return rows.length > 0;
}

export async function wasImported(db: Db, siteId: number, hash: Buffer): Promise<boolean> {
  const rows = db.selectFrom("imported_mailboxes").select("site_id").where("site_id", "=", siteId);
  return (await rows.where("mailbox_hash", "=", hash).executeTakeFirst()) !== undefined;
}

export type NewImported = {
  siteId: number;
  hash: Buffer;
  email: string;
  language: string;
  source: string;
  details: ImportedDetails;
  now: Date;
};

/** False, with nothing stored: the mailbox was imported before. */
export async function insertImported(trx: AnyTrx, row: NewImported): Promise<boolean> {
  const { siteId, hash, email, language, source, details, now } = row;
  const owner = { site_id: siteId, mailbox_hash: hash, created_at: now };
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto("imported_mailboxes")
    .values(owner)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) return false;
  await trx
    .insertInto("imported_members")
    .values({ ...owner, email, language, source, details: JSON.stringify(details) })
    .execute();
  return true;
}

export async function findImported(db: Db, siteId: number, id: string) {
  return await db
    .selectFrom("imported_members")
    .select(["email", "source", "details"])
    // only `insertImported` writes it
    .$narrowType<{ details: ImportedDetails }>()
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** Deletes it; answers its address, or undefined if it is gone. */
export async function takeImportedRow(db: Db, siteId: number, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("imported_members")
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .returning("email")
    .executeTakeFirst();
  return row?.email;
}

/** Those that no email was queued for, the oldest first. Index: `imported_members_unmailed`. */
export async function listUnmailed(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("imported_members")
    .select("id")
    .where("mailed_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks it as mailed; undefined if it is gone, or was mailed before. */
export async function markMailed(db: Db, id: string, now: Date) {
  return await db
    .updateTable("imported_members")
    .set({ mailed_at: now })
    .where("id", "=", id)
    .where("mailed_at", "is", null)
    .returning(["site_id", "email", "language", "source", "created_at", sql<string>`mailbox_of(email)`.as("mailbox")])
    .executeTakeFirst();
}

/** It is mailed later. */
export async function unmarkMailed(db: Db, id: string): Promise<void> {
  await db.updateTable("imported_members").set({ mailed_at: null }).where("id", "=", id).execute();
}

/** Erases all of a site that is gone. */
export async function deleteImportsOf(db: Db, siteId: number): Promise<void> {
  await db.deleteFrom("imported_members").where("site_id", "=", siteId).execute();
  await db.deleteFrom("imported_mailboxes").where("site_id", "=", siteId).execute();
}
