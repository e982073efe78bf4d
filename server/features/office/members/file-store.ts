import { sql } from "kysely";
import type { AccountStatus } from "#contract/sanctions.ts";
import type { Db } from "#server/db/pool.ts";

/** A member as staff see them; the sensitive fields are read by `findSensitive` alone. */
export async function findMember(db: Db, id: string) {
  return await db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.member_id", "a.id")
    .innerJoin("sites as s", "s.id", "a.site_id")
    .leftJoin("cities as c", "c.id", "p.city_id")
    .select(["a.id", "a.site_id", "p.name", "p.fictional", "p.automatic", "s.key as site", "a.status", "a.language"])
    .select(["a.created_at", "a.confirmed_at", "a.suspended_until", "a.banned_at", "a.deleted_at"])
    .select(["a.sanction_version as version", "p.gender", "p.country", "c.name as town", "p.about_me", "p.premium"])
    .select(["p.invisible", "p.last_active_at", "p.muted_until", "p.date_of_birth"])
    .$narrowType<{ status: AccountStatus; gender: "male" | "female" }>()
    .where("a.id", "=", id)
    .executeTakeFirst();
}

/** The fields that staff see only with a reason; the phone number is that of the last direct debit. */
export async function findSensitive(db: Db, id: string) {
  return await db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.member_id", "a.id")
    .select(["a.email", sql<string>`to_char(p.date_of_birth, 'YYYY-MM-DD')`.as("date_of_birth")])
    .select((select) =>
      select
        .selectFrom("direct_debits")
        .select("phone")
        .where("member_id", "=", id)
        .orderBy("created_at", "desc")
        .limit(1)
        .as("phone"),
    )
    .where("a.id", "=", id)
    .executeTakeFirst();
}

type Counts = { likes_sent: number; likes_received: number; matches: number; chats: number };

export async function countActivity(db: Db, id: string): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*)::int from likes where from_id = ${id} and not automatic) as likes_sent,
    (select count(*)::int from likes where to_id = ${id} and not automatic) as likes_received,
    (select count(*)::int from matches where a_id = ${id} or b_id = ${id}) as matches,
    (select count(*)::int from conversation_members where member_id = ${id}) as chats`.execute(db);
  return rows[0] ?? { likes_sent: 0, likes_received: 0, matches: 0, chats: 0 };
}

export async function findPhotosInFile(db: Db, id: string) {
  return await db
    .selectFrom("photos as ph")
    .innerJoin("profiles as p", "p.member_id", "ph.member_id")
    .select(["ph.id", "ph.status", sql<boolean>`ph.id is not distinct from p.main_photo_id`.as("main")])
    .$narrowType<{ status: "active" | "inspection" }>()
    .where("ph.member_id", "=", id)
    .orderBy("main", "desc")
    .orderBy("ph.position")
    .orderBy("ph.id")
    .execute();
}

/** Those that were deleted or replaced are not in it. */
export async function findIntroductionsInFile(db: Db, id: string, limit: number) {
  return await db
    .selectFrom("voice_introductions")
    .select(["id", "status", "seconds", "created_at"])
    .where("member_id", "=", id)
    .where("status", "<>", "removed")
    .$narrowType<{ status: "active" | "inspection" | "rejected" }>()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The open reports about members: a ban alone leaves these to a decision of their own. */
export async function countOpenReports(db: Db, members: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("reports")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("reported_id", "in", [...members])
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  return count;
}

/** Reports by and about a member, newest first, without what they are about or say. */
export async function findReports(db: Db, id: string, limit: number) {
  return await db
    .selectFrom("reports as r")
    .leftJoin("profiles as p", (join) =>
      join.on(
        "p.member_id",
        "=",
        sql<string>`case when r.reporter_id = ${id}::uuid then r.reported_id else r.reporter_id end`,
      ),
    )
    .select(["r.id", "r.about", "r.reason", "r.status", "r.created_at", "r.unfounded", "p.member_id as other_id"])
    .select("p.name as other")
    .select(sql<boolean>`coalesce(r.reporter_id = ${id}::uuid, false)`.as("made"))
    .where((where) => where.or([where("r.reporter_id", "=", id), where("r.reported_id", "=", id)]))
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit)
    .execute();
}

/** Whether a report is about a member, and decided. */
export async function isDecidedReport(db: Db, id: string, memberId: string): Promise<boolean> {
  const reports = db.selectFrom("reports").select("id").where("id", "=", id).where("reported_id", "=", memberId);
  return (await reports.where("status", "=", "closed").executeTakeFirst()) !== undefined;
}

export async function findDevices(db: Db, id: string, now: Date, limit: number) {
  return await db
    .selectFrom("known_devices as d")
    .leftJoin("sessions as s", (join) =>
      join
        .onRef("s.device_hash", "=", "d.token_hash")
        .onRef("s.account_id", "=", "d.account_id")
        .on("s.expires_at", ">", now),
    )
    .select(["d.user_agent", "d.created_at", "d.used_at", "s.country", "s.used_at as session_used_at"])
    .where("d.account_id", "=", id)
    .orderBy("d.used_at", "desc")
    .limit(limit)
    .execute();
}

export async function findNotes(db: Db, id: string, limit: number) {
  return await db
    .selectFrom("staff_notes as n")
    .innerJoin("staff", "staff.id", "n.staff_id")
    .select(["n.id", "n.text", "n.created_at", "n.staff_id", "staff.name as by"])
    .where("n.member_id", "=", id)
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(limit)
    .execute();
}

/** Deletes a note about a member; `staffId`: only if this person wrote it. Returns whether there was one. */
export async function deleteNoteOf(
  db: Db,
  { id, memberId, staffId }: { id: string; memberId: string; staffId: string | undefined },
): Promise<boolean> {
  const note = db.deleteFrom("staff_notes").where("id", "=", id).where("member_id", "=", memberId);
  const own = staffId === undefined ? note : note.where("staff_id", "=", staffId);
  return (await own.executeTakeFirst()).numDeletedRows === 1n;
}

export type NewNote = { memberId: string; staffId: string; text: string; now: Date };

export async function insertNote(db: Db, { memberId, staffId, text, now }: NewNote): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into staff_notes (member_id, staff_id, text, created_at)
    select id, ${staffId}, ${text}, ${now} from accounts where id = ${memberId} and erasing_at is null
    returning id`.execute(db);
  return rows[0]?.id;
}
