import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { DataOwner, MemberInDownload } from "#server/member-data.ts";
import { type Visibility, visibilityError } from "./rules.ts";

const noFact = sql<boolean>`false`;

/** `isServed` of a row of `profiles`. */
export const servedColumn = (table: string) =>
  sql<boolean>`(not ${sql.ref(`${table}.fictional`)} and not ${sql.ref(`${table}.automatic`)})`;

/** Whether a row of `profiles` may be shown to visitors, as the index `profiles_for_visitors` has it. */
export const openToVisitors = (table = "profiles") =>
  sql<boolean>`(${sql.ref(`${table}.shown_to_visitors`)} or ${sql.ref(`${table}.fictional`)})`;

/** Selects the members who hide from the viewer, and those from which the viewer hides. */
const apartFrom = (viewer: RawBuilder<unknown>) => sql`
  select member_id from hidden_pairs where owner_id = ${viewer}
  union all select owner_id from hidden_pairs where member_id = ${viewer}`;

/**
 * The facts for `visibilityError` about the member in a row of `profiles`, as columns of a statement. `viewerId` is
 * null for a visitor. Facts that are irrelevant for a listed member are not looked up. Whether the member wrote to the
 * viewer is looked up in their conversation, not in all of the member's messages, because no index supports
 * `is not distinct from`.
 */
export function visibilityColumns(viewerId: string | RawBuilder<unknown> | null, table: string) {
  const member = sql.ref(`${table}.member_id`);
  const listed = sql.ref<boolean>(`${table}.listed`);
  const fictional = sql.ref<boolean>(`${table}.fictional`);
  const viewer = sql`${viewerId}::uuid`;
  const lower = sql`least(${member}, ${viewer})`;
  const higher = sql`greatest(${member}, ${viewer})`;
  const status = sql<string>`case when ${listed} then 'active'
    else (select status from accounts where id = ${member}) end`.as("status");
  if (viewerId === null) {
    const open = openToVisitors(table).as("open_to_visitors");
    const blocks = [noFact.as("blocked"), noFact.as("blocks"), noFact.as("apart")] as const;
    return [status, open, noFact.as("unwanted"), ...blocks, noFact.as("approached")] as const;
  }
  return [
    status,
    noFact.as("open_to_visitors"),
    sql<boolean>`${fictional} and (select hides_fictional from profiles where member_id = ${viewer})`.as("unwanted"),
    sql<boolean>`${member} = any (array(select blocked_id from blocks where blocker_id = ${viewer}))`.as("blocked"),
    sql<boolean>`${member} = any (array(select blocker_id from blocks where blocked_id = ${viewer}))`.as("blocks"),
    sql<boolean>`${member} = any (array(${apartFrom(viewer)}))`.as("apart"),
    sql<boolean>`case when ${listed} then false else
      exists (select from likes where from_id = ${member} and to_id = ${viewer} and not automatic)
      or exists (select from matches where a_id = ${lower} and b_id = ${higher})
      or exists (select from messages where author_id is not distinct from ${member}
        and conversation_id = (select id from conversations where a_id = ${lower} and b_id = ${higher})) end`.as(
      "approached",
    ),
  ] as const;
}

/** The columns of `visibilityColumns` and of the profile that decide who is shown, to group by. */
export const visibilityFacts = [
  "site_id",
  "listed",
  "fictional",
  "status",
  "open_to_visitors",
  "unwanted",
  "blocked",
  "blocks",
  "apart",
  "approached",
] as const;

/** Whether a block or a hiding keeps two members apart, by SQL with their ids. */
export const areApart = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`(exists (
    select from blocks where (blocker_id, blocked_id) in ((${one}, ${other}), (${other}, ${one})))
  or exists (select from hidden_pairs where (owner_id, member_id) in ((${one}, ${other}), (${other}, ${one}))))`;

/**
 * Selects the members that a member's search, swipe game and suggestions leave out: those kept away by a block or a
 * hiding, in either direction, and those who are not for this member (R11.05). Never null, so `not in` works.
 */
export const selectLeftOut = (viewerId: string | RawBuilder<unknown>) => sql<string>`(
  select blocked_id from blocks where blocker_id = ${viewerId}::uuid
  union all select blocker_id from blocks where blocked_id = ${viewerId}::uuid
  union all ${apartFrom(sql`${viewerId}::uuid`)}
  union all select about_id from member_marks where owner_id = ${viewerId}::uuid and hidden)`;

export const leavesOut = (viewerId: string) => sql<boolean>`exists ${selectLeftOut(viewerId)}`;

/** A member of the site with the facts that decide whether the viewer may see them; undefined if there is none. */
export async function findVisibility(
  db: Db,
  siteId: number,
  { viewer, member }: { viewer: string | null; member: string },
): Promise<(Visibility & { name: string }) | undefined> {
  return await db
    .selectFrom("profiles")
    .select(["member_id", "site_id", "name", "listed", "fictional"])
    .select(visibilityColumns(viewer, "profiles"))
    .where("member_id", "=", member)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** Those of two members who are on the site, each with the facts that decide whether the other may see them. */
export async function findMutual(db: Db, siteId: number, one: string, other: string) {
  const viewer = sql`(case p.member_id when ${one}::uuid then ${other}::uuid else ${one}::uuid end)`;
  return await db
    .selectFrom("profiles as p")
    .select(["p.member_id", "p.site_id", "p.name", "p.listed", "p.fictional", "p.automatic"])
    .select(({ eb }) => eb("p.sexuality", "is not", null).as("consents"))
    .select(visibilityColumns(viewer, "p"))
    .where("p.member_id", "in", [one, other])
    .where("p.site_id", "=", siteId)
    .execute();
}

/** The names of other members, if visible to the member or blocked by them (D3.9: deleted members are not visible). */
export async function findPeople(
  db: Db,
  owner: DataOwner,
  ids: readonly string[],
): Promise<Map<string, MemberInDownload>> {
  const rows = await db
    .selectFrom("profiles")
    .select(["member_id", "site_id", "name", "listed", "fictional"])
    .select(visibilityColumns(owner.memberId, "profiles"))
    .where("member_id", "=", sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  const named = rows.filter((row) => {
    const error = visibilityError(row, owner.siteId, owner.memberId);
    return error === undefined || error === "blocked_by_you";
  });
  return new Map(named.map((row) => [row.member_id, { id: row.member_id, name: row.name }]));
}
