import { type Insertable, sql, type Updateable } from "kysely";
import type { StaffRole } from "#contract/constants.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Staff, StaffSessions } from "#server/db/tables.ts";

/** The publicly known demo login works only with `demo` set and if every site is a demo site. */
const isUsable = (demo: boolean) =>
  demo
    ? sql<boolean>`(not staff.demo or not exists (select 1 from sites where not sites.demo))`
    : sql<boolean>`not staff.demo`;

/** The table's check constraint allows the same roles. */
type Role = { role: StaffRole };

const columns = ["staff.id", "staff.email", "staff.name", "staff.role", "staff.site_ids as sites"] as const;

/** The sites of a staff member but those that move to another installation, or did; null: all. */
const sitesHere = sql<number[] | null>`case when exists (select from site_moves) then array(
    select s.id from sites s where (staff.site_ids is null or s.id = any(staff.site_ids))
      and not exists (select from site_moves m where m.site_id = s.id) order by s.id)
  else staff.site_ids end`;

export async function findByEmail(db: Db, email: string) {
  return await db
    .selectFrom("staff")
    .select([...columns, "enabled"])
    .$narrowType<Role>()
    .where("email", "=", email)
    .executeTakeFirst();
}

export async function isDemoLogin(db: Db, staffId: string): Promise<boolean> {
  const row = await db.selectFrom("staff").select("demo").where("id", "=", staffId).executeTakeFirst();
  return row?.demo === true;
}

/** The address of the demo's login, if it can't be used any more because a site is none of the demo's. */
export async function findEndedDemoLogin(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("staff")
    .select("email")
    .where("staff.demo", "=", true)
    .where((where) => where.exists(where.selectFrom("sites").select("id").where("sites.demo", "=", false)))
    .executeTakeFirst();
  return row?.email;
}

export async function findLogin(db: Db, email: string, demo: boolean) {
  return await db
    .selectFrom("staff")
    .select([...columns, "password_hash", "totp_secret"])
    .$narrowType<Role>()
    .where("email", "=", email)
    .where("enabled", "=", true)
    .where(isUsable(demo))
    .executeTakeFirst();
}

export async function findStaff(db: Db, staffId: string) {
  return await db
    .selectFrom("staff")
    .select([...columns, "password_hash"])
    .$narrowType<Role>()
    .where("id", "=", staffId)
    .executeTakeFirstOrThrow();
}

/** The languages that a staff member reads; none: they did not say. */
export async function findReads(db: Db, staffId: string): Promise<string[]> {
  return (await db.selectFrom("staff").select("reads").where("id", "=", staffId).executeTakeFirstOrThrow()).reads;
}

/** Who can log in, with the languages that each reads. */
export async function findReaders(db: Db) {
  return await db
    .selectFrom("staff")
    .select(["id", "name", "role", "site_ids", "reads"])
    .$narrowType<Role>()
    .where("enabled", "=", true)
    .orderBy("name")
    .execute();
}

/** All staff logins, with the expiry of their open invitation. */
export async function findAll(db: Db) {
  return await db
    .selectFrom("staff")
    .leftJoin("staff_invitations", "staff_invitations.staff_id", "staff.id")
    .select([...columns, "enabled", "last_login_at", "staff_invitations.expires_at as invited_until"])
    .$narrowType<Role>()
    .orderBy("staff.created_at")
    .execute();
}

/** Returns false if the address is taken. */
export async function insertStaff(db: Db, staff: Insertable<Staff>): Promise<boolean> {
  const inserted = await db
    .insertInto("staff")
    .values(staff)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function updateStaff(db: Db, staffId: string, change: Updateable<Staff>): Promise<void> {
  await db.updateTable("staff").set(change).where("id", "=", staffId).execute();
}

/** Redeems the code of this TOTP step; false if a code of this or a later step was redeemed before. */
export async function redeemTotpStep(db: Db, staffId: string, step: number): Promise<boolean> {
  const updated = await db
    .updateTable("staff")
    .set({ totp_last_step: step })
    .where("id", "=", staffId)
    .where((where) => where.or([where("totp_last_step", "is", null), where("totp_last_step", "<", step)]))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Replaces a login's open invitation; null removes it. */
export async function replaceInvitation(
  db: Db,
  staffId: string,
  invitation: { tokenHash: Buffer; expiresAt: Date } | null,
): Promise<void> {
  await db.deleteFrom("staff_invitations").where("staff_id", "=", staffId).execute();
  if (!invitation) return;
  const { tokenHash, expiresAt } = invitation;
  await db
    .insertInto("staff_invitations")
    .values({ token_hash: tokenHash, staff_id: staffId, expires_at: expiresAt })
    .execute();
}

export async function findInvited(db: Db, tokenHash: Buffer, now: Date) {
  return await db
    .selectFrom("staff_invitations")
    .innerJoin("staff", "staff.id", "staff_invitations.staff_id")
    .select([...columns, "totp_secret"])
    .$narrowType<Role>()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Removes name, address and secrets of disabled logins unused since a moment. The row stays: decisions refer to it. */
export async function anonymiseFormerStaff(db: Db, before: Date): Promise<void> {
  await sql`
    update staff set name = 'former', email = id || '@former.invalid', password_hash = null, totp_secret = null
    where not enabled and coalesce(last_login_at, created_at) < ${before}`.execute(db);
}

export async function insertStaffSession(db: Db, session: Insertable<StaffSessions>): Promise<void> {
  await db.insertInto("staff_sessions").values(session).execute();
}

/** A valid session with its owner, if the owner may still log in. */
export async function findStaffSessionRow(
  db: Db,
  tokenHash: Buffer,
  at: { now: Date; idleSince: Date; demo: boolean },
) {
  return await db
    .selectFrom("staff_sessions")
    .innerJoin("staff", "staff.id", "staff_sessions.staff_id")
    .select([...columns, "used_at", "staff_sessions.created_at as opened_at", sitesHere.as("sites_here")])
    .$narrowType<Role>()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at.now)
    .where("used_at", ">", at.idleSince)
    .where("enabled", "=", true)
    .where(isUsable(at.demo))
    .executeTakeFirst();
}

export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable("staff_sessions").set({ used_at: now }).where("token_hash", "=", tokenHash).execute();
}

export async function deleteStaffSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("staff_sessions").where("token_hash", "=", tokenHash).execute();
}

export async function deleteStaffSessions(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom("staff_sessions").where("staff_id", "=", staffId).execute();
}

/** The open sessions of all staff, the one that was used last first. */
export async function findStaffSessions(db: Db, { now, idleSince }: { now: Date; idleSince: Date }) {
  return await db
    .selectFrom("staff_sessions")
    .select(["staff_id", "user_agent", "used_at"])
    .where("expires_at", ">", now)
    .where("used_at", ">", idleSince)
    .orderBy("used_at", "desc")
    .execute();
}

/** Ends a staff member's claims on items of queues, so that others get these. */
export async function deleteClaims(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom("staff_claims").where("staff_id", "=", staffId).execute();
}

export async function lockAdmins(db: Lockable<"staff">): Promise<void> {
  const admins = db.selectFrom("staff").select("id").where("role", "=", "admin").orderBy("id");
  await lock(db, "staff", admins, { strength: "update" });
}

export async function isLastAdmin(db: Db, staffId: string, demo: boolean): Promise<boolean> {
  const admins = await db
    .selectFrom("staff")
    .select("id")
    .where("role", "=", "admin")
    .where("enabled", "=", true)
    .where(isUsable(demo))
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === staffId;
}

export async function hasOnlyDemoSites(db: Db): Promise<boolean> {
  const realSite = await db.selectFrom("sites").select("id").where("demo", "=", false).executeTakeFirst();
  return realSite === undefined;
}
