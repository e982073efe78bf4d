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
import { ageAt } from "#server/ages.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { samePersonReply } from "./saved-replies.ts";
import { filePath } from "./serve-files.ts";
import type { AuditEntry } from "./staff/audit.ts";

type LookAlikes = z.input<typeof lookAlikes>;
type Member = LookAlikes["members"][number];
type Row = Pick<Member, "id" | "name" | "fictional" | "status" | "cleared" | "town" | "country"> & {
  item: string;
  total: number;
  reader: string | null;
  photo_id: string | null;
  date_of_birth: string;
  ground: NonNullable<Member["ban"]>["ground"];
  words: string | null;
  banned: Date | null;
};

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
export async function sayOfLookAlikes({ db }: StaffContext, { id, other, cleared }: Pair): Promise<AuditEntry[]> {
  const { rows } = await sql`select from accounts one join accounts two using (site_id)
    where one.id = ${id} and two.id = ${other} and one.id <> two.id`.execute(db);
  if (rows.length === 0) throw fail("profile_not_found");
  const action = cleared ? sayings.cleared : sayings.restored;
  const entry = (memberId: string, about: string) => ({ action, memberId, subject: `member:${about}` });
  return [entry(id, other), entry(other, id)];
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
  select same.item, same.id, same.name, same.fictional, same.status, same.cleared, same.total, reader.language as reader,
    o.main_photo_id as photo_id, o.date_of_birth, o.country, ban.ground, ban.words, ban.created_at as banned,
    (select c.name from cities c where c.id = o.city_id) as town
  from same join profiles o on o.member_id = same.id join accounts reader on reader.id = same.item
    left join lateral (select ground, words, created_at from statements where member_id = same.id and side = 'owner'
      and decision = 'banned' and lifted_at is null order by created_at desc limit 1) ban on same.status = 'banned'
  where same.place <= ${lookAlikesListed} order by same.item, same.place`;

type Context = Pick<StaffContext, "db" | "now" | "language" | "services">;

const toMember = (row: Row, now: Date): Member => ({
  ...{ id: row.id, name: row.name, fictional: row.fictional, status: row.status, cleared: row.cleared },
  ...{ age: ageAt(row.date_of_birth, now), town: row.town, country: row.country },
  image: row.photo_id && filePath("profile", row.photo_id),
  ban: row.banned && { ground: row.ground, words: row.words ?? "", at: row.banned.toISOString() },
});

/** Finds the accounts of the same site whose "About me" is word for word that of one of these members. */
export async function findLookAlikes(ctx: Context, ids: readonly string[]): Promise<(id: string) => LookAlikes> {
  const { rows } = await selectLookAlikes(ids).execute(ctx.db);
  return (id) => {
    const same = rows.filter(({ item }) => item === id);
    const [first] = same;
    const members = same.map((row) => toMember(row, ctx.now));
    return { count: first?.total ?? 0, members, words: first ? samePersonReply(ctx, first.reader) : "" };
  };
}
