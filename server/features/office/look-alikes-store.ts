import { sql } from "kysely";
import type { z } from "zod";
import type { AccountStatus } from "#contract/sanctions.ts";
import { type lookAlikes, lookAlikesCounted, lookAlikesListed, sameTextLength } from "#contract/staff-members.ts";
import type { Db } from "#server/db/pool.ts";

type LookAlikes = z.input<typeof lookAlikes>;
type Row = { item: string; id: string; name: string; fictional: boolean; status: AccountStatus; total: number };

/** A profile's text in one case, with single spaces, in the words of the index `profiles_same_text`. */
const normalText = (table: string) =>
  sql`lower(btrim(regexp_replace(${sql.ref(`${table}.about_me`)}, '\\s+', ' ', 'g')))`;

/** The condition has the words of the index, because a plan can't compare those with a parameter. */
const isLong = (table: string) => sql`char_length(${sql.ref(`${table}.about_me`)}) >= ${sql.lit(sameTextLength)}`;

/** The other accounts with the same "About me", the newest first. */
export const selectLookAlikes = (ids: readonly string[]) => sql<Row>`
  with mine as (
    select p.member_id, p.site_id, md5(${normalText("p")}) as hash from profiles p
    where p.member_id = any(${[...ids]}::uuid[]) and ${isLong("p")}
      and char_length(${normalText("p")}) >= ${sameTextLength}),
  same as (
    select mine.member_id as item, other.*,
      row_number() over (partition by mine.member_id order by other.created_at desc, other.id desc) as place,
      count(*) over (partition by mine.member_id)::int as total
    from mine cross join lateral (
      select o.member_id as id, o.name, o.fictional, a.status, a.created_at
      from profiles o join accounts a on a.id = o.member_id
      where o.site_id = mine.site_id and md5(${normalText("o")}) = mine.hash and ${isLong("o")}
        and o.member_id <> mine.member_id
      limit ${lookAlikesCounted}) other)
  select item, id, name, fictional, status, total from same where place <= ${lookAlikesListed} order by item, place`;

/** Finds the accounts of the same site whose "About me" is word for word that of one of these members. */
export async function findLookAlikes(db: Db, ids: readonly string[]): Promise<(id: string) => LookAlikes> {
  const { rows } = await selectLookAlikes(ids).execute(db);
  return (id) => {
    const same = rows.filter(({ item }) => item === id);
    return { count: same[0]?.total ?? 0, members: same.map(({ item: _item, total: _total, ...member }) => member) };
  };
}
