import { type Insertable, type RawBuilder, sql } from "kysely";
import type { AuditAction } from "#contract/audit-log.ts";
import type { Db } from "#server/db/pool.ts";
import type { AuditLog } from "#server/db/tables.ts";
import type { Staff } from "#server/http/handle.ts";
import { isOnSites } from "#server/http/staff-sites.ts";

export type AuditRow = Omit<Insertable<AuditLog>, "id" | "hash">;

/** Appends a row; a trigger numbers it and chains its hash to the previous row, under a lock until the commit. */
export async function insertEntry(db: Db, row: AuditRow): Promise<void> {
  await db.insertInto("audit_log").values(row).execute();
}

/** Who reads the log. Staff of some sites see what was done to members of these sites, and what they did. */
export type LogReader = Pick<Staff, "staffId" | "sites" | "everywhere">;

export type LogSearch = {
  reader: LogReader;
  /** Null: commands on the machine itself. */
  staffId: string | null | undefined;
  member: string | undefined;
  action: string | undefined;
  key: string | undefined;
  from: Date | null;
  until: Date | null;
};

const isReadableBy = ({ staffId, sites, everywhere }: LogReader): RawBuilder<boolean> =>
  everywhere
    ? sql`true`
    : sql`(l.staff_id = ${staffId} or l.member_id in (select id from accounts where ${isOnSites(sites, "site_id")}))`;

/** Newest first. Indexes: the key, and `audit_log_` with `staff`, `commands`, `member`, `action`, `key`, `at`. */
export async function findEntries(
  db: Db,
  {
    reader,
    staffId,
    member,
    action,
    key,
    from,
    until,
    before,
    limit,
  }: LogSearch & { before: number | null; limit: number },
) {
  let query = db
    .selectFrom("audit_log as l")
    .leftJoin("staff as s", "s.id", "l.staff_id")
    .leftJoin("profiles as p", "p.member_id", "l.member_id")
    .leftJoin("api_keys as k", "k.id", "l.key_id")
    .select(["l.id", "l.at", "l.role", "l.action", "l.member_id", "p.name as member", "l.subject", "l.reason"])
    .select(["l.detail", "s.name as staff", "k.name as key"])
    .where(isReadableBy(reader));
  if (staffId === null) query = query.where("l.staff_id", "is", null).where("l.key_id", "is", null);
  if (typeof staffId === "string") query = query.where("l.staff_id", "=", staffId);
  if (member !== undefined) query = query.where("l.member_id", "=", member);
  if (action !== undefined) query = query.where("l.action", "=", action);
  if (key !== undefined) query = query.where("l.key_id", "=", key);
  if (from !== null) query = query.where("l.at", ">=", from);
  if (until !== null) query = query.where("l.at", "<", until);
  if (before !== null) query = query.where("l.id", "<", before);
  return await query.orderBy("l.id", "desc").limit(limit).execute();
}

/** What the log has about a member, the oldest first. Index: `audit_log_member`. */
export async function findEntriesAbout(db: Db, memberId: string) {
  const entries = db.selectFrom("audit_log").select(["at", "action"]).where("member_id", "=", memberId);
  return await entries.orderBy("id").execute();
}

const rejectionOfPicture = { selfie: "verification_rejected", document: "age_rejected" } as const;

/** SQL: a later entry of the log took the rejection of `l` back. */
const isTakenBack = sql<boolean>`exists (select from audit_log later where later.member_id = l.member_id
  and later.subject = l.subject and later.action = 'member_rejection_withdrawn')`;

/** The selfies and documents of a member that staff rejected, the newest first. Index: `audit_log_member`. */
export async function findRejectedPictures(
  db: Db,
  memberId: string,
  limit: number,
  kind?: keyof typeof rejectionOfPicture,
) {
  return await db
    .selectFrom("audit_log as l")
    .leftJoin("staff as s", "s.id", "l.staff_id")
    .select(["l.at", "l.action", "l.reason", "l.subject", "s.name as by"])
    .select(isTakenBack.as("lifted"))
    .where("l.member_id", "=", memberId)
    .where("l.action", "in", [...(kind ? [rejectionOfPicture[kind]] : Object.values(rejectionOfPicture))])
    .orderBy("l.id", "desc")
    .limit(limit)
    .execute();
}

/** Whether it is the first time within this hour that the staff member reads this thing. */
export async function isFirstRead(db: Db, read: { staff_id: string; thing: Buffer; hour: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("staff_reads")
    .values(read)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function findMostOpened(db: Db, reader: LogReader, since: Date, limit: number) {
  const { rows: byStaff } = await sql<{ name: string; members: number; searches: number }>`
    select s.name, count(distinct l.member_id)::int as members,
      count(*) filter (where l.action = 'members_searched')::int as searches
    from audit_log l join staff s on s.id = l.staff_id where l.at > ${since} and l.action = any(${[...openings]})
      and ${isReadableBy(reader)}
    group by s.id, s.name order by members desc, searches desc, s.name limit ${limit}`.execute(db);
  const { rows: members } = await sql<{ id: string; name: string | null; staff: number }>`
    select l.member_id as id, p.name, count(distinct l.staff_id)::int as staff
    from audit_log l left join profiles p on p.member_id = l.member_id
    where l.at > ${since} and l.action = any(${[...openings]}) and l.member_id is not null and ${isReadableBy(reader)}
    group by l.member_id, p.name order by staff desc, count(*) desc, l.member_id limit ${limit}`.execute(db);
  return { by_staff: byStaff, members };
}

/** The actions by which staff look members up, outside of the queues. */
const openings = ["file_opened", "photos_opened", "members_searched"] as const;

/**
 * The first row that is missing or whose hash does not match; null if there is none. Begins at the row that the last
 * good check ended with, or if `whole` at the first row. The rows that those checks ended with must still exist with
 * the same hash, and the first row of all must follow the last deleted one.
 */
export async function findBreak(db: Db, whole: boolean): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    with known as (
      select last_id, hash from audit_anchor
      union all select last_id, hash from audit_checks where not ${whole} and broken_id is null),
    start as (select last_id, hash from known order by last_id desc limit 1)
    select least(
      (select l.id from audit_log l, audit_anchor a where l.id <> a.last_id + 1
        and l.id = (select min(id) from audit_log)),
      (select min(id) from (
        select l.id, l.hash, audit_hash(coalesce(lag(l.hash) over before, s.hash), l) as right_hash,
          coalesce(lag(l.id) over before, s.last_id) + 1 as right_id
        from start s, audit_log l where l.id > s.last_id window before as (order by l.id)) as chained
        where hash <> right_hash or id <> right_id),
      (select min(c.last_id) from audit_checks c, audit_anchor a, start s
        where c.last_id > a.last_id and c.last_id >= s.last_id and c.broken_id is null
        and not exists (select from audit_log l where l.id = c.last_id and l.hash = c.hash)))::int as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether the next check has to be of the whole log: the last one found a break, or none was whole since a moment. */
export async function isWholeDue(db: Db, since: Date): Promise<boolean> {
  const last = await findLastCheck(db);
  if (!last || last.broken_id !== null) return true;
  const { rows } = await sql`select from audit_checks where whole and checked_at > ${since} limit 1`.execute(db);
  return rows.length === 0;
}

const deletedAtOnce = 500;

/** Deletes the oldest rows, those before a moment, in batches. The database refuses rows of the last five years. */
export async function deleteOldEntries(db: Db, before: Date): Promise<void> {
  let deleted = deletedAtOnce;
  while (deleted === deletedAtOnce) {
    const { rows } = await sql<{ deleted: number }>`
      select delete_oldest_audit_entries(${before}, ${deletedAtOnce}) as deleted`.execute(db);
    deleted = rows[0]?.deleted ?? 0;
  }
}

/** Records a check, with the last row of the log, and answers that row. */
export async function insertCheck(
  db: Db,
  { brokenId, whole, now }: { brokenId: number | null; whole: boolean; now: Date },
) {
  const last = await db
    .selectFrom("audit_log")
    .select(["id", "hash"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  await db
    .insertInto("audit_checks")
    .values({
      checked_at: now,
      last_id: last?.id ?? 0,
      hash: last?.hash ?? Buffer.alloc(0),
      broken_id: brokenId,
      whole,
    })
    .execute();
  return { lastId: Number(last?.id ?? 0), hash: last?.hash.toString("hex") ?? "" };
}

export async function findLastCheck(db: Db) {
  return await db
    .selectFrom("audit_checks")
    .select(["checked_at", "broken_id"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function isAuditLogBroken(db: Db): Promise<boolean> {
  return ((await findLastCheck(db))?.broken_id ?? null) !== null;
}

/**
 * When staff gave help, or told the police, by a decision about a member or afterwards, newest first: reports that
 * were decided on together are one. Index: `audit_log_member`.
 */
export async function findHelp(db: Db, memberId: string, limit: number) {
  const helped = sql<boolean>`bool_or(l.action = ${"report_helped" satisfies AuditAction})`;
  const told = sql<boolean>`bool_or(coalesce(l.detail->>'authority_told' = 'true', false))`;
  const reference = sql<string>`coalesce(max(l.detail->>'authority_reference'), '')`;
  return await db
    .selectFrom("audit_log as l")
    .innerJoin("staff as s", "s.id", "l.staff_id")
    .select(["l.at", "s.name as by", helped.as("helped"), told.as("authority_told")])
    .select(reference.as("authority_reference"))
    .where("l.member_id", "=", memberId)
    .where(sql<boolean>`(l.action = ${"report_helped" satisfies AuditAction} or l.detail->>'authority_told' = 'true')`)
    .groupBy(["l.at", "s.id", "s.name"])
    .orderBy("l.at", "desc")
    .limit(limit)
    .execute();
}

/** Whether staff told the police of a report, then or later, with the latest number. Index: `audit_log_member`. */
export async function findAuthorityTold(db: Db, reportId: string, memberId: string | null) {
  const row = await db
    .selectFrom("audit_log")
    .select(sql<string>`coalesce(detail->>'authority_reference', '')`.as("reference"))
    .where("member_id", "is not distinct from", memberId)
    .where("subject", "=", `report:${reportId}`)
    .where(sql<boolean>`detail->>'authority_told' = 'true'`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return { authority_told: row !== undefined, authority_reference: row?.reference ?? "" };
}
