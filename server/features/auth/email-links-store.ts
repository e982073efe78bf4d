import { type ExpressionBuilder, type Insertable, sql } from "kysely";
import type { LinkKind } from "#contract/auth.ts";
import { type Lockable, type Locked, lockAccount } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/schema.ts";
import type { EmailLinks } from "#server/db/tables.ts";
import { usableStatuses } from "./accounts-store.ts";

/** A thief must not block the link that undoes a change of address. Ask after the accounts, to miss no change. */
export async function isAddressHeld(
  db: Db,
  { siteId, email, now, own }: { siteId: number; email: string; now: Date; own: string | undefined },
): Promise<boolean> {
  const link = await db
    .selectFrom("email_links")
    .innerJoin("accounts", "accounts.id", "email_links.account_id")
    .select("kind")
    .where("kind", "=", "mail_undo")
    // the mailbox has an index
    .where(sql`mailbox_of(email_links.email)`, "=", sql`mailbox_of(${email})`)
    .where("email_links.email", "=", email)
    .where("accounts.site_id", "=", siteId)
    .where("spent_at", "is", null)
    .where("expires_at", ">", now)
    .$if(own !== undefined, (query) => query.where("accounts.id", "<>", own ?? ""))
    .executeTakeFirst();
  return link !== undefined;
}

/** Locks the account of a link before it is redeemed: two that revoke each other at once would deadlock. */
export async function lockAccountOfLink(db: Lockable<"accounts">, tokenHash: Buffer): Promise<Locked<"accounts">> {
  return await lockAccount(db, db.selectFrom("email_links").select("account_id").where("token_hash", "=", tokenHash));
}

export async function insertLink(db: Db, link: Insertable<EmailLinks>): Promise<void> {
  await db.insertInto("email_links").values(link).execute();
}

export async function isLinkMade(db: Db, tokenHash: Buffer): Promise<boolean> {
  const link = db.selectFrom("email_links").select("kind").where("token_hash", "=", tokenHash);
  return (await link.executeTakeFirst()) !== undefined;
}

/** Deletes an account's open links of a kind, but for the newest ones if some are kept. */
export async function deleteOpenLinks(db: Locked<"accounts">, accountId: string, kind: string, kept = 0) {
  const open = db
    .selectFrom("email_links")
    .select("token_hash")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("spent_at", "is", null)
    .orderBy("created_at", "desc")
    .offset(kept);
  await db.deleteFrom("email_links").where("token_hash", "in", open).execute();
}

const linkColumns = [
  "email_links.kind",
  "email_links.account_id as accountId",
  "email_links.email",
  "email_links.created_at as createdAt",
] as const;

/** A thief who gets the account suspended must not outlive the link that undoes the change of address. */
const isUsable = (where: ExpressionBuilder<DB, "accounts" | "email_links">) =>
  where.or([
    where("accounts.status", "in", usableStatuses),
    where.and([
      where("accounts.status", "=", "deleted"),
      where("email_links.kind", "in", ["reactivation", "mail_undo"]),
    ]),
    where.and([where("accounts.status", "=", "suspended"), where("email_links.kind", "=", "mail_undo")]),
  ]);

/** Revokes the undo links of this change of address and of later ones. */
export async function deleteUndoLinksSince(db: Db, accountId: string, since: Date): Promise<void> {
  await db
    .deleteFrom("email_links")
    .where("account_id", "=", accountId)
    .where("kind", "=", "mail_undo")
    .where("spent_at", "is", null)
    .where("created_at", ">=", since)
    .execute();
}

export async function findOpenLink(db: Db, siteId: number, tokenHash: Buffer, now: Date) {
  return await db
    .selectFrom("email_links")
    .innerJoin("accounts", "accounts.id", "email_links.account_id")
    .select(linkColumns)
    .where("accounts.site_id", "=", siteId)
    .where(isUsable)
    .where("email_links.token_hash", "=", tokenHash)
    .where("email_links.spent_at", "is", null)
    .where("email_links.expires_at", ">", now)
    .$narrowType<{ kind: LinkKind }>()
    .executeTakeFirst();
}

/** The address of an account's newest change that can still be confirmed; null: none can. */
export async function findOpenMailChange(db: Db, accountId: string, now: Date): Promise<string | null> {
  const link = await db
    .selectFrom("email_links")
    .select("email")
    .where("account_id", "=", accountId)
    .where("kind", "=", "mail_change")
    .where("spent_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return link?.email ?? null;
}

export async function activationLinkExists(db: Db, siteId: number, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("email_links")
    .innerJoin("accounts", "accounts.id", "email_links.account_id")
    .select("email_links.kind")
    .where("accounts.site_id", "=", siteId)
    .where("email_links.token_hash", "=", tokenHash)
    .where("email_links.kind", "=", "activation")
    .executeTakeFirst();
  return row !== undefined;
}

export async function markRedeemed(db: Db, siteId: number, tokenHash: Buffer, kinds: readonly string[], now: Date) {
  return await db
    .updateTable("email_links")
    .from("accounts")
    .set({ spent_at: now })
    .whereRef("accounts.id", "=", "email_links.account_id")
    .where("accounts.site_id", "=", siteId)
    .where(isUsable)
    .where("email_links.token_hash", "=", tokenHash)
    .where("email_links.kind", "in", kinds)
    .where("email_links.spent_at", "is", null)
    .where("email_links.expires_at", ">", now)
    .returning(linkColumns)
    .$narrowType<{ kind: LinkKind }>()
    .executeTakeFirst();
}
