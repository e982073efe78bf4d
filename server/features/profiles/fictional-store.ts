import { sql } from "kysely";
import type { genders } from "#contract/profiles.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { setInvisible } from "./listing-store.ts";

type Row = {
  id: string;
  name: string;
  gender: (typeof genders)[number];
  date_of_birth: string;
  country: string;
  town: string;
  about_me: string;
  /** In their order; `waits`: under inspection. */
  photos: { id: string; waits: boolean }[];
  hidden: boolean;
};

export async function findFictional(db: Db, siteId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.member_id as id, p.name, p.gender, p.date_of_birth::text, p.country, coalesce(c.name, '') as town, p.about_me,
      p.invisible as hidden,
      coalesce((
        select json_agg(json_build_object('id', f.id, 'waits', f.status = 'inspection')
          order by (f.id is not distinct from p.main_photo_id) desc, f.position, f.created_at, f.id)
        from photos f where f.member_id = p.member_id), '[]') as photos
    from profiles p left join cities c on c.id = p.city_id
    where p.site_id = ${siteId} and p.fictional
    order by p.created_at desc, p.member_id
    limit ${limit}`.execute(db);
  return rows;
}

type OfSite = { siteId: number; memberId: string };

const selectOne = (db: Db, { siteId, memberId }: OfSite) =>
  db
    .selectFrom("profiles")
    .select("member_id")
    .where("member_id", "=", memberId)
    .where("site_id", "=", siteId)
    .where("fictional", "=", true);

/** Whether the site has a fictional profile with this id. */
export async function isFictional(db: Db, profile: OfSite): Promise<boolean> {
  return (await selectOne(db, profile).executeTakeFirst()) !== undefined;
}

/** The same, and locks it against changes of its photos. */
export async function lockFictional(db: Lockable<"profiles">, profile: OfSite): Promise<boolean> {
  return (await lock(db, "profiles", selectOne(db, profile))).row !== undefined;
}

/** Changes a fictional profile of a site; false if the site has none with this id. */
export async function editFictional(
  db: Lockable<"accounts">,
  { siteId, memberId }: OfSite,
  { aboutMe, hidden }: { aboutMe?: string | undefined; hidden?: boolean | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("profiles")
    .set({ about_me: sql<string>`coalesce(${aboutMe ?? null}, about_me)` })
    .where("member_id", "=", memberId)
    .where("site_id", "=", siteId)
    .where("fictional", "=", true)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  if (hidden !== undefined) await setInvisible(db, memberId, hidden);
  return true;
}
