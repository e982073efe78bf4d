import { sql } from "kysely";
import type { SettingChanges, TermsChanges } from "#contract/next-terms.ts";
import { termsNoticeDays } from "#contract/terms.ts";
import { type AnyTrx, lockOther } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

const openVersions = (db: Db) =>
  db
    .selectFrom("terms_versions")
    .select(["id", "site_id", "staff_id", "announced_at", "applies_on", "mailed_at", "asks"])
    .select([sql<TermsChanges>`texts`.as("texts"), sql<SettingChanges>`settings`.as("settings")])
    .where("applied_at", "is", null);

/** A site's next terms: a draft, or announced. */
export async function findNext(db: Db, siteId: number) {
  return await openVersions(db).where("site_id", "=", siteId).executeTakeFirst();
}

export async function lockNext(db: AnyTrx, siteId: number) {
  return await lockOther(db, openVersions(db).where("site_id", "=", siteId));
}

export async function insertDraft(db: Db, siteId: number): Promise<void> {
  await db
    .insertInto("terms_versions")
    .values({ site_id: siteId, texts: "{}" })
    .onConflict((conflict) => conflict.column("site_id").where("applied_at", "is", null).doNothing())
    .execute();
}

/** Stores what a draft changes; one that changes nothing is deleted. */
export async function saveDraft(
  db: Db,
  { id, texts, settings }: { id: string; texts: TermsChanges; settings: SettingChanges },
): Promise<void> {
  if (Object.keys(texts).length + Object.keys(settings).length === 0) return await deleteNext(db, id);
  await db
    .updateTable("terms_versions")
    .set({ texts: JSON.stringify(texts), settings: JSON.stringify(settings) })
    .where("id", "=", id)
    .execute();
}

export async function deleteNext(db: Db, id: string): Promise<void> {
  await db.deleteFrom("terms_versions").where("id", "=", id).where("applied_at", "is", null).execute();
}

export async function setAnnounced(
  db: Db,
  id: string,
  { staffId, appliesOn, asks, now }: { staffId: string; appliesOn: string; asks: boolean; now: Date },
): Promise<void> {
  const announced = { staff_id: staffId, applies_on: appliesOn, announced_at: now, asks };
  await db.updateTable("terms_versions").set(announced).where("id", "=", id).execute();
}

export async function setMailed(db: Db, id: string, now: Date): Promise<void> {
  const query = db.updateTable("terms_versions").set({ mailed_at: now }).where("id", "=", id);
  await query.where("mailed_at", "is", null).execute();
}

export async function setApplied(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("terms_versions").set({ applied_at: now }).where("id", "=", id).execute();
}

export async function findAnnounced(db: Db) {
  return await openVersions(db)
    .where("announced_at", "is not", null)
    .orderBy("id")
    .$narrowType<{ applies_on: string }>()
    .execute();
}

type Announced = { id: string; site_id: number };

/** Selects confirmed people. A ban ended the contract, a suspension did not. Invented addresses aren't mailed. */
const toMail = ({ site_id: siteId }: Pick<Announced, "site_id">) => sql`
  from accounts a join profiles p on p.member_id = a.id
  where a.site_id = ${siteId} and a.status in ('active', 'suspended')
    and not p.fictional and not p.automatic and a.email not like '%.invalid'`;

type Owner = { id: string; name: string; email: string; language: string };

export async function findUnmailed(db: Db, version: Announced, after: string | null, limit: number): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select a.id, a.name, a.email, a.language ${toMail(version)}
      and (${after}::uuid is null or a.id > ${after}::uuid)
      and not exists (select from terms_notices n where n.version_id = ${version.id} and n.account_id = a.id)
    order by a.id limit ${limit}`.execute(db);
  return rows;
}

/** Records that these members are mailed now; returns those that no other worker has mailed. */
export async function insertTermsNotices(db: Db, id: string, members: readonly string[], now: Date): Promise<string[]> {
  if (members.length === 0) return [];
  const rows = await db
    .insertInto("terms_notices")
    .values(members.map((account_id) => ({ version_id: id, account_id, mailed_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .execute();
  return rows.map((row) => row.account_id);
}

/** The members who were mailed about this version. */
export async function findMailed(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom("terms_notices").select("account_id").where("version_id", "=", id).execute();
  return rows.map((row) => row.account_id);
}

export async function countMailed(db: Db, version: Announced): Promise<{ members: number; mailed: number }> {
  const { rows } = await sql<{ members: number; mailed: number }>`
    select count(*)::int as members, count(n.account_id)::int as mailed from (select a.id ${toMail(version)}) as m
    left join terms_notices n on n.account_id = m.id and n.version_id = ${version.id}`.execute(db);
  return rows[0] ?? { members: 0, mailed: 0 };
}

type AskedTerms = { from: string; later_until: string | null };

/** Terms ask those who joined before they applied, and have not agreed. */
const areAsked = sql<boolean>`v.site_id = accounts.site_id and v.asks and v.announced_at is not null
  and accounts.created_at < coalesce(v.applied_at, 'infinity')`;

/** The newest terms that ask this member, from when they apply (`appliesFrom`), and until when "not now" holds. */
export const newestTerms = sql<AskedTerms | null>`(
  select json_build_object(
    'from', greatest(v.applies_on, (v.mailed_at at time zone 'UTC')::date + ${sql.lit(termsNoticeDays)}),
    'later_until', n.later_until)
  from terms_versions v left join terms_notices n on n.version_id = v.id and n.account_id = accounts.id
  where ${areAsked} and n.agreed_at is null order by v.announced_at desc limit 1)`;

/** Records for all terms that ask a member that the member agreed, or is asked again after `laterUntil`. */
export async function answerTerms(
  db: Db,
  accountId: string,
  { laterUntil, now }: { laterUntil: Date | null; now: Date },
): Promise<void> {
  const agreedAt = laterUntil === null ? now : null;
  await sql`
    insert into terms_notices (version_id, account_id, mailed_at, agreed_at, later_until)
    select v.id, accounts.id, ${now}::timestamptz, ${agreedAt}::timestamptz, ${laterUntil}::timestamptz
    from accounts, terms_versions v where accounts.id = ${accountId} and ${areAsked}
    on conflict (version_id, account_id) do update
    set agreed_at = coalesce(terms_notices.agreed_at, excluded.agreed_at), later_until = excluded.later_until`.execute(
    db,
  );
}
