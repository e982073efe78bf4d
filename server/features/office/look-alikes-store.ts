import { sql } from "kysely";
import type { z } from "zod";
import type { AuditAction } from "#contract/audit-log.ts";
import {
  type lookAlikes,
  lookAlikesCounted,
  lookAlikesListed,
  sameShortTextLength,
  sameTextLength,
} from "#contract/staff-members.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { Logged } from "./staff/audit.ts";

type LookAlikes = z.input<typeof lookAlikes>;
type Row = LookAlikes["members"][number] & { item: string; total: number };

/** A profile's text in one case, with single spaces, as in the indexes `profiles_same_text` and `…_short_text`. */
const normalText = (table: string) =>
  sql`lower(btrim(regexp_replace(${sql.ref(`${table}.about_me`)}, '\\s+', ' ', 'g')))`;

const lengthOf = (table: string) => sql`char_length(${sql.ref(`${table}.about_me`)})`;

/** The conditions have the words of the indexes, because a plan can't compare those with a parameter. */
const isLong = (table: string) => sql`${lengthOf(table)} >= ${sql.lit(sameTextLength)}`;
const isShort = (table: string) =>
  sql`${lengthOf(table)} >= ${sql.lit(sameShortTextLength)} and ${lengthOf(table)} < ${sql.lit(sameTextLength)}`;

const others = sql`select o.member_id as id, o.name, o.fictional, a.status, a.created_at
  from profiles o join accounts a on a.id = o.member_id
  where o.site_id = mine.site_id and md5(${normalText("o")}) = mine.hash and o.member_id <> mine.member_id`;

/** What staff say of two accounts stands in the audit log of both; the last entry counts. */
const sayings = { cleared: "look_alike_cleared", restored: "look_alike_restored" } as const satisfies Record<
  string,
  AuditAction
>;

type Pair = { id: string; other: string; cleared: boolean };

/** Says that two accounts are different people, or takes that back. */
export async function sayOfLookAlikes(db: Db, { id, other, cleared }: Pair): Promise<Logged<{ ok: boolean }>> {
  const { rows } = await sql`select from accounts one join accounts two using (site_id)
    where one.id = ${id} and two.id = ${other} and one.id <> two.id`.execute(db);
  if (rows.length === 0) throw fail("profile_not_found");
  const action = cleared ? sayings.cleared : sayings.restored;
  const entry = (memberId: string, about: string) => ({ action, memberId, subject: `member:${about}` });
  return { answer: { ok: true }, log: [entry(id, other), entry(other, id)] };
}

/** The other accounts with the same "About me", if it is short with the same birth date or town, the newest first. */
export const selectLookAlikes = (ids: readonly string[]) => sql<Row>`
  with mine as (
    select p.member_id, p.site_id, p.date_of_birth, p.city_id, md5(${normalText("p")}) as hash,
      char_length(${normalText("p")}) as letters from profiles p
    where p.member_id = any(${[...ids]}::uuid[]) and char_length(${normalText("p")}) >= ${sameShortTextLength}),
  said as (
    select distinct on (member_id, subject) member_id, subject, action from audit_log
    where member_id = any(${[...ids]}::uuid[]) and action in (${sayings.cleared}, ${sayings.restored})
    order by member_id, subject, id desc),
  same as (
    select listed.*, row_number() over (partition by item order by cleared, created_at desc, id desc) as place,
      (count(*) filter (where not cleared) over (partition by item))::int as total
    from (select mine.member_id as item, other.*, exists (select from said where said.member_id = mine.member_id
      and said.subject = 'member:' || other.id and said.action = ${sayings.cleared}) as cleared
    from mine cross join lateral (
      select * from (
        (${others} and mine.letters >= ${sameTextLength} and ${isLong("o")} limit ${lookAlikesCounted})
        union all
        (${others} and mine.letters < ${sameTextLength} and ${isShort("o")}
          and (o.date_of_birth = mine.date_of_birth or o.city_id = mine.city_id) limit ${lookAlikesCounted})
      ) counted) other) listed)
  select item, id, name, fictional, status, cleared, total from same where place <= ${lookAlikesListed} order by item, place`;

/** Finds the accounts of the same site whose "About me" is word for word that of one of these members. */
export async function findLookAlikes(db: Db, ids: readonly string[]): Promise<(id: string) => LookAlikes> {
  const { rows } = await selectLookAlikes(ids).execute(db);
  return (id) => {
    const same = rows.filter(({ item }) => item === id);
    return { count: same[0]?.total ?? 0, members: same.map(({ item: _item, total: _total, ...member }) => member) };
  };
}
