import { type Insertable, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Language } from "#contract/constants.ts";
import type { Tracking } from "#contract/tracking.ts";
import { hashOf, type Lockable, type Locked, lockKey, proofOf } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { type Givens, preparedStatement } from "#server/db/statement.ts";
import type { Accounts } from "#server/db/tables.ts";
import { nameKey, nameKeyOfCapitals } from "#server/features/auth/index.ts";
import { selectUnread } from "#server/features/chat/index.ts";
import { selectNewLikers, selectNewVisitors } from "#server/features/likes/index.ts";
import { languageOf } from "#server/http/language.ts";
import { newestTerms } from "./terms/store.ts";

/**
 * Whether another account of this mailbox was ever confirmed on the site, or had it before a change of address. Locks
 * the mailbox, so that of two that are confirmed at once only one is the first.
 */
export async function isMailboxKnown(db: Lockable<"mailbox">, accountId: string): Promise<boolean> {
  const mailbox = sql`(select 'mailbox ' || site_id || ' ' || mailbox_of(email) from accounts where id = ${accountId})`;
  await lockKey(db, "mailbox", hashOf(mailbox));
  const { rows } = await sql`
    select from accounts a cross join lateral (
      select id from accounts where site_id = a.site_id and mailbox_of(email) = mailbox_of(a.email)
      union all select account_id from email_links
        where kind = 'mail_undo' and mailbox_of(email) = mailbox_of(a.email)) as owner
    join accounts other on other.id = owner.id and other.site_id = a.site_id
    where a.id = ${accountId} and other.id <> a.id and other.confirmed_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Throws the violated constraint if name or address are taken on the site. */
export async function insertAccount(db: Db, account: Omit<Insertable<Accounts>, "name_key" | "name_key_capitals">) {
  const [name_key, capitals] = [nameKey(account.name), nameKeyOfCapitals(account.name)];
  const row = { ...account, name_key, name_key_capitals: capitals === name_key ? null : capitals };
  const { id } = await db.insertInto("accounts").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Activates the account of a fictional profile: its address does not exist, so no email may be sent to it. */
export async function activateFictional(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ status: "active", confirmed_at: now, notifications_disabled: ["bounce"] })
    .where("id", "=", id)
    .execute();
}

/** Whether another account of the site has one of these name keys, and the status of the account with the address. */
export async function findConflicts(
  db: Db,
  siteId: number,
  nameKeys: readonly string[],
  email: string | null,
  own: string | undefined,
): Promise<{ name: boolean; email: string | undefined }> {
  const keys = sql<string>`any(${nameKeys}::text[])`;
  const accounts = await db
    .selectFrom("accounts")
    .select([
      "status",
      sql<boolean>`(name_key = ${keys} or name_key_capitals = ${keys}) is true`.as("name"),
      sql<boolean>`email = ${email}`.as("email"),
    ])
    .where("site_id", "=", siteId)
    .where((where) =>
      where.or([where("email", "=", email), where("name_key", "=", keys), where("name_key_capitals", "=", keys)]),
    )
    .$if(own !== undefined, (query) => query.where("id", "<>", own ?? ""))
    .execute();
  return { name: accounts.some((row) => row.name), email: accounts.find((row) => row.email)?.status };
}

/** Those of the keys that names of the site's accounts have. */
export async function listTakenNameKeys(db: Db, siteId: number, nameKeys: readonly string[]): Promise<Set<string>> {
  const keys = sql<string>`any(${nameKeys}::text[])`;
  const rows = await db
    .selectFrom("accounts")
    .select(["name_key", "name_key_capitals"])
    .where("site_id", "=", siteId)
    .where((where) => where.or([where("name_key", "=", keys), where("name_key_capitals", "=", keys)]))
    .execute();
  return new Set(rows.flatMap(({ name_key: key, name_key_capitals: capitals }) => [key, capitals ?? key]));
}

/** Stores the traffic source of a new member, and whether its network may learn of each purchase. */
export async function insertTracking(
  db: Db,
  { accountId, sharesPurchases }: { accountId: string; sharesPurchases: boolean },
  { network = "", ref = "", sub1 = "", sub2 = "", sub3 = "", lander = "", slug = "", variant = "" }: Tracking,
  now: Date,
): Promise<void> {
  const row = { account_id: accountId, network, ref, sub1, sub2, sub3, lander, slug, variant, created_at: now };
  await db
    .insertInto("signup_tracking")
    .values({ ...row, shares_purchases: sharesPurchases })
    .execute();
}

type SignupOrigin = { tracking: Tracking; language: Language; sharesClick: boolean };

export async function findTracking(db: Db, accountId: string): Promise<SignupOrigin> {
  const row = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.member_id", "accounts.id")
    .leftJoin("signup_tracking", "signup_tracking.account_id", "accounts.id")
    .select(["language", "shares_click", "network", "ref", "sub1", "sub2", "sub3", "lander", "slug", "variant"])
    .where("accounts.id", "=", accountId)
    .executeTakeFirstOrThrow();
  const { language, shares_click: sharesClick, ...fields } = row;
  const origins = Object.entries(fields).flatMap(([name, text]) => (text ? [[name, text] as const] : []));
  return { tracking: Object.fromEntries(origins), language: languageOf(language), sharesClick };
}

/** The facts of the unread messages and of the new likes, each row with its count; see `selectUnread`. */
export const findCounts = preparedStatement((db, given: Givens<{ memberId: string }>) =>
  selectUnread(db, given("memberId"))
    .select(sql<"messages" | "likes">`'messages'`.as("of"))
    .unionAll(selectNewLikers(db, given("memberId")).select(sql<"messages" | "likes">`'likes'`.as("of"))),
);

const selectUser = preparedStatement((db, given: Givens<{ accountId: string }>) =>
  db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.member_id", "accounts.id")
    .innerJoin("wallets", "wallets.member_id", "accounts.id")
    .leftJoin("photos", "photos.id", "profiles.main_photo_id")
    .select(["accounts.id", "accounts.status", "accounts.email", "accounts.name", "profiles.premium"])
    .select(["accounts.language", "accounts.notifications_disabled", "accounts.created_at", "profiles.country"])
    .select(["profiles.city_id", "profiles.date_of_birth", "profiles.prefers_min_age", "profiles.prefers_max_age"])
    .select(["profiles.interest_bits", "profiles.match_wishes", "profiles.invisible", "wallets.credits"])
    .select("profiles.muted_until")
    .select(["photos.id as photo_id", "photos.status as photo_status", "photos.width", "photos.height"])
    .select(["photos.thumbhash", "photos.edition", "photos.caption"])
    .select(["profiles.consent_version", sql<boolean>`profiles.sexuality is not null`.as("consents")])
    .select(newestTerms.as("terms"))
    .select((account) =>
      account
        .selectFrom("updates")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("updates.member_id", "=", "accounts.id")
        .where("updates.seen_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("new_updates"),
    )
    .select(jsonArrayFrom(selectNewVisitors(db, given("accountId"))).as("new_visitors"))
    .select((account) =>
      jsonObjectFrom(
        account
          .selectFrom("payments")
          .select(["payments.credits", "payments.amount_minor as amount", "payments.currency"])
          .whereRef("payments.member_id", "=", "accounts.id")
          .where("payments.status", "=", sql.lit("completed"))
          .where("payments.amount_minor", ">", sql<number>`payments.refunded_minor + payments.charged_back_minor`)
          .orderBy("payments.created_at", "desc")
          .limit(sql.lit(1)),
      ).as("last_purchase"),
    )
    .select((account) =>
      jsonArrayFrom(
        account
          .selectFrom("shared_dates")
          .select(["shared_dates.id", "shared_dates.other_id", "shared_dates.other_name", "shared_dates.time_zone"])
          .select(["shared_dates.remind_at", "shared_dates.fine_at", "shared_dates.ends_at"])
          .whereRef("shared_dates.owner_id", "=", "accounts.id")
          .orderBy("shared_dates.starts_at"),
      ).as("shared_dates"),
    )
    .where("accounts.id", "=", given("accountId")),
);

/** The caller's own account, with the new visitors' facts that decide whether they are shown. */
export async function findUser(db: Db, accountId: string) {
  return (await selectUser(db, { accountId }))[0];
}

export async function updateLanguage(db: Db, accountId: string, language: string): Promise<void> {
  await db.updateTable("accounts").set({ language }).where("id", "=", accountId).execute();
}

/** Confirms the address; false if it was confirmed before. */
export async function confirmAccount(db: Db, accountId: string, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable("accounts")
    .set({ status: "active", confirmed_at: now })
    .where("id", "=", accountId)
    .where("status", "=", "not_confirmed")
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Replaces an unconfirmed address and clears `notifications_disabled`; undefined if the account is confirmed. */
export async function replaceAddress(db: Lockable<"accounts">, accountId: string, email: string) {
  const updated = await db
    .updateTable("accounts")
    .set({ email, notifications_disabled: [], mail_epoch: sql`mail_epoch + 1` })
    .where("id", "=", accountId)
    .where("status", "=", "not_confirmed")
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n ? proofOf<"accounts">(db) : undefined;
}

/** The buyer's data that a receipt needs. */
export type Payer = {
  name: string;
  email: string;
  language: Language;
  /** True if this is the first completed purchase ever. */
  first: boolean;
  /** True if this purchase made the member premium: the first, or the first after an earlier one went back whole. */
  premium: boolean;
};

/** Makes a member premium with a completed purchase, if they are not yet (R1.08, D7.4, D13.8). */
export async function markPaid(payment: Locked<"payments">, memberId: string, now: Date): Promise<Payer> {
  const payer = await payment
    .updateTable("accounts")
    .set({ paid_since: sql`coalesce(paid_since, ${now})` })
    .where("id", "=", memberId)
    .returning(["name", "email", "language", sql<boolean>`old.paid_since is null`.as("first")])
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await payment
    .updateTable("profiles")
    .set({ premium: true })
    .where("member_id", "=", memberId)
    .where("premium", "=", false)
    .executeTakeFirst();
  return { ...payer, premium: numUpdatedRows === 1n, language: languageOf(payer.language) };
}
