import { sql } from "kysely";
import { ageAt, yearsBefore } from "#server/ages.ts";
import { type Locked, underLock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { recipientColumns, unmetWishes } from "#server/features/profiles/index.ts";
import { selectLeftOut } from "#server/features/visibility/index.ts";

/** The member to introduce is picked among this many most recently active ones. */
const maxCandidates = 100;

/** A member who may get introductions: listed, and confirmed after `confirmedAfter`; else undefined. */
export async function findNewcomer(db: Db, memberId: string, confirmedAfter: Date) {
  return await db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.member_id")
    .select(["p.member_id", "p.site_id", "p.gender", "p.seeks_men", "p.seeks_women", "p.country", "p.hides_fictional"])
    .select(["p.date_of_birth", "p.prefers_min_age", "p.prefers_max_age"])
    .select(["p.latitude", "p.longitude", "p.verified_at"])
    .where("p.member_id", "=", memberId)
    .where("p.listed", "=", true)
    .where("p.fictional", "=", false)
    .where("a.confirmed_at", ">", confirmedAfter)
    .executeTakeFirst();
}

export type Newcomer = NonNullable<Awaited<ReturnType<typeof findNewcomer>>>;

/** A day's introduction. `open` is the introduced member, null once the automatic like is seen, replaced or deleted. */
export async function findIntroduction(db: Db, memberId: string, day: string) {
  return await db
    .selectFrom("introductions as i")
    .leftJoin("likes as l", (join) =>
      join
        .onRef("l.from_id", "=", "i.introduced_id")
        .onRef("l.to_id", "=", "i.member_id")
        .on("l.automatic", "=", true)
        .on("l.seen", "=", false),
    )
    .select("l.from_id as open")
    .where("i.member_id", "=", memberId)
    .where("i.day", "=", day)
    .executeTakeFirst();
}

/** Records an introduction; false if the member already had one that day. */
export async function insertIntroduction(pair: Locked<"pair">, newcomer: Newcomer, introducedId: string, day: string) {
  const inserted = await underLock(pair)
    .insertInto("introductions")
    .values({ member_id: newcomer.member_id, day, introduced_id: introducedId, site_id: newcomer.site_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export type Kind = { fictional: false; activeAfter: Date } | { fictional: true };

/**
 * Fits both ways, with no like, swipe, chat or block between them, and neither is "not for" the other. `kind`: an
 * active one who wants to be introduced and lets the newcomer write, or a fictional one. The pick is stable for a day.
 */
export async function findIntroducer(db: Db, newcomer: Newcomer, kind: Kind, { now, day }: { now: Date; day: string }) {
  const { member_id: to, site_id, gender, seeks_men, seeks_women, country } = newcomer;
  const { prefers_min_age: min, prefers_max_age: max } = newcomer;
  const bornBy = min === null ? null : yearsBefore(now, min);
  const bornAfter = max === null ? null : yearsBefore(now, max + 1);
  const age = ageAt(newcomer.date_of_birth, now);
  const genders: string[] = [];
  if (seeks_men) genders.push("male");
  if (seeks_women) genders.push("female");
  const rows = await db
    .selectFrom((select) =>
      select
        .selectFrom("profiles as p")
        .select("p.member_id")
        .select(recipientColumns.map((column) => `p.${column}` as const))
        .where("p.listed", "=", true)
        .where("p.site_id", "=", site_id)
        .where("p.country", "=", country)
        .where("p.gender", "in", genders)
        .where(gender === "male" ? "p.seeks_men" : "p.seeks_women", "=", true)
        .where(sql<boolean>`(${bornBy}::date is null or p.date_of_birth <= ${bornBy}::date)`)
        .where(sql<boolean>`(${bornAfter}::date is null or p.date_of_birth > ${bornAfter}::date)`)
        .where(
          sql<boolean>`${age}::int between coalesce(p.prefers_min_age, ${age}::int) and coalesce(p.prefers_max_age, ${age}::int)`,
        )
        .where("p.fictional", "=", kind.fictional)
        .$if(!kind.fictional, (query) => query.where("p.introduces", "=", true))
        .$if(!kind.fictional, (query) => query.where("p.last_active_at", ">", kind.fictional ? null : kind.activeAfter))
        .where("p.member_id", "<>", to)
        .where("p.member_id", "not in", selectLeftOut(to))
        .where(sql<boolean>`not exists (select from likes where from_id = p.member_id and to_id = ${to}::uuid)`)
        .where(sql<boolean>`not exists (select from likes where to_id = p.member_id and from_id = ${to}::uuid)`)
        .where(sql<boolean>`not exists (select from swipes where from_id = p.member_id and to_id = ${to}::uuid)`)
        .where(sql<boolean>`not exists (select from swipes where to_id = p.member_id and from_id = ${to}::uuid)`)
        .where(
          sql<boolean>`not exists (select from member_marks
            where owner_id = p.member_id and about_id = ${to}::uuid and hidden)`,
        )
        .where(
          sql<boolean>`not exists (select from conversations
            where a_id = least(p.member_id, ${to}::uuid) and b_id = greatest(p.member_id, ${to}::uuid))`,
        )
        .orderBy("p.last_active_at", "desc")
        .limit(maxCandidates)
        .as("fitting"),
    )
    .selectAll()
    .orderBy(sql`md5(member_id::text || ${to} || ${day})`)
    .execute();
  return rows.find((row) => unmetWishes(row, newcomer, now).length === 0)?.member_id;
}
