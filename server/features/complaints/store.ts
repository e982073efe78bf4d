import { type Insertable, sql } from "kysely";
import type { ComplaintKind } from "#contract/complaints.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { Db } from "#server/db/pool.ts";
import type { Complaints } from "#server/db/tables.ts";

export async function insertComplaint(
  db: Db,
  complaint: Insertable<Complaints> & { kind: ComplaintKind },
): Promise<void> {
  await db.insertInto("complaints").values(complaint).execute();
}

/** The sender's account: that of the logged-in member, else that of the address. Never a deleted one. */
export async function findSender(db: Db, siteId: number, memberId: string | null, email: string | null) {
  if (memberId === null && email === null) return undefined;
  return await db
    .selectFrom("accounts")
    .select(["id", "name", "email", "language"])
    .where("site_id", "=", siteId)
    .where("status", "<>", "deleted")
    .where((where) => (memberId === null ? where("email", "=", email) : where("id", "=", memberId)))
    .executeTakeFirst();
}

export async function countSince(db: Db, memberId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("complaints")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("member_id", "=", memberId)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Complaints that staff have not closed yet, the oldest first. */
export async function listOpenComplaints(db: Db) {
  return await db
    .selectFrom("complaints")
    .innerJoin("sites", "sites.id", "complaints.site_id")
    .select(["number", "kind", "member_id", "email", "logged_in", "text", "complaints.created_at", "sites.key as site"])
    .where("closed_at", "is", null)
    .orderBy("complaints.created_at")
    .limit(500)
    .execute();
}

/** Closes a complaint; undefined if there is no such open one. */
export async function closeComplaint(db: Db, number: string, now: Date) {
  return await db
    .updateTable("complaints")
    .set({ closed_at: now })
    .where("number", "=", number)
    .where("closed_at", "is", null)
    .returning(["number", "kind"])
    .executeTakeFirst();
}

export type NewAnswer = { answer: string; staffId: string; now: Date };

/** Stores the answer to a complaint and closes it; undefined if there is no such open one. */
export async function saveAnswer(db: Db, number: string, { answer, staffId, now }: NewAnswer) {
  return await db
    .updateTable("complaints")
    .set({ answer, answered_at: now, answered_by: staffId, closed_at: now })
    .where("number", "=", number)
    .where("closed_at", "is", null)
    .returning(["id", "number", "site_id", "member_id", "email", "language"])
    .executeTakeFirst();
}

/** Complaints as staff see them, with who answered, newest first. */
const entries = (db: Db) =>
  db
    .selectFrom("complaints as c")
    .leftJoin("staff", "staff.id", "c.answered_by")
    .select(["c.id", "c.number", "c.kind", "c.text", "c.created_at", "c.closed_at", "c.answer", "c.answered_at"])
    .select("staff.name as answered_by")
    .$narrowType<{ kind: ComplaintKind }>()
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc");

/** The complaint with this number, open or closed, and whose it is. */
export async function findByNumber(db: Db, number: string) {
  return await entries(db)
    .innerJoin("sites as s", "s.id", "c.site_id")
    .leftJoin("profiles as p", "p.member_id", "c.member_id")
    .select(["c.email", "s.key as site", "p.member_id", "p.name", "p.fictional"])
    .where("c.number", "=", number)
    .executeTakeFirst();
}

/** The complaints of a member, newest first. */
export async function findComplaintsOf(db: Db, memberId: string, limit: number) {
  return await entries(db).where("c.member_id", "=", memberId).limit(limit).execute();
}

/**
 * For each of these complaints at most `limit` ones before it, of the same member or with the same address on the site,
 * newest first; `before` is the id of the later one.
 */
export async function findEarlier(db: Db, ids: readonly string[], limit: number) {
  const ranked = entries(db)
    .innerJoin("complaints as later", (join) =>
      join
        .onRef("later.site_id", "=", "c.site_id")
        .onRef("later.created_at", ">", "c.created_at")
        .on((on) =>
          on.or([
            on("c.member_id", "=", on.ref("later.member_id")),
            on(sql`lower(c.email)`, "=", sql`lower(later.email)`),
          ]),
        ),
    )
    .where("later.id", "=", sql<string>`any(${ids}::uuid[])`)
    .select("later.id as before")
    .select(sql<number>`row_number() over (partition by later.id order by c.created_at desc, c.id desc)`.as("place"));
  return await db
    .selectFrom(ranked.as("ranked"))
    .selectAll()
    .where("place", "<=", limit)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** An open request to be banned. */
export async function findBanRequest(db: Db, number: string) {
  return await db
    .selectFrom("complaints")
    .select(["site_id", "email", "member_id"])
    .where("number", "=", number)
    .where("kind", "=", "ban")
    .where("closed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteClosed(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, "complaints", sql`closed_at < ${before}`);
}
