import { type Insertable, sql } from "kysely";
import { type DecisionKind, sealedGround } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { type Lockable, lock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Statements } from "#server/db/tables.ts";
import { voiceFileOf } from "#server/features/chat/index.ts";
import { introductionFileOf, type PhotoOf, rejectedCopy } from "#server/features/profiles/index.ts";

export async function insertStatement(db: Db, statement: Insertable<Statements>): Promise<string | undefined> {
  const row = await db
    .insertInto("statements")
    .values(statement)
    .onConflict((conflict) => conflict.columns(["decision_id", "member_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The member that a statement is for, with what a mail to them needs; undefined if they are erased. */
export async function findStatementReceiver(db: Db, memberId: string) {
  return await db
    .selectFrom("accounts")
    .select(["id", "name", "email", "language", "status"])
    .where("id", "=", memberId)
    .executeTakeFirst();
}

const statementRows = (db: Db) =>
  db
    .selectFrom("statements")
    .select(["statements.id", "decision", "ground", "words", "until", "statements.created_at", "side", "report_id"])
    .select(["statements.member_id", "source", "about", "content", "content_at"])
    .select(["objected_at", "objection", "answered_at", "upheld", "answer"]);

export type StatementRow = Awaited<ReturnType<typeof findStatements>>[number];

export async function findStatements(db: Db, memberId: string, limit: number) {
  return await statementRows(db)
    .where("member_id", "=", memberId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Who may read a statement: its logged-in member, or on its site the bearer of a signed link. */
export type StatementOwner = { memberId: string } | { siteId: number };

const ownedBy = (db: Db, owner: StatementOwner) =>
  "memberId" in owner
    ? statementRows(db).where("member_id", "=", owner.memberId)
    : statementRows(db).where("site_id", "=", owner.siteId);

export async function lockStatement(db: Lockable<"statements">, owner: StatementOwner, id: string) {
  return (await lock(db, "statements", ownedBy(db, owner).where("id", "=", id))).row;
}

export async function findStatement(db: Db, owner: StatementOwner, id: string) {
  return await ownedBy(db, owner).where("id", "=", id).executeTakeFirst();
}

export async function findGround(db: Db, decisionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("statements")
    .select("ground")
    .where("decision_id", "=", decisionId)
    .where("side", "=", "owner")
    .executeTakeFirst();
  return row?.ground ?? undefined;
}

const lasting = ["muted", "suspended", "banned", "reports_paused"] as const;

/** The measures that stand against a member, newest first, each by its statement. */
export async function findInForce(db: Db, memberId: string, now: Date) {
  return await db
    .selectFrom("statements")
    .select(["id", "decision", "until", "created_at"])
    .$narrowType<{ decision: (typeof lasting)[number] }>()
    .where("member_id", "=", memberId)
    .where("side", "=", "owner")
    .where("decision", "in", lasting)
    .where("lifted_at", "is", null)
    .where((where) => where.or([where("until", "is", null), where("until", ">", now)]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** A warning counts for so many days: a member who was not warned since can't have their reports paused. */
const warnedDays = 365;

/** The statement is a warning not to report and object without any ground, which still counts. */
const warnsOfMisuse = (now: Date) => sql<boolean>`decision = 'warned' and ground = 'misuse' and lifted_at is null
  and upheld is not true and created_at > ${new Date(now.getTime() - warnedDays * dayMs)}`;

export async function isWarnedOfMisuse(db: Db, memberId: string, now: Date): Promise<boolean> {
  const warnings = db.selectFrom("statements").select("id").where("member_id", "=", memberId);
  return (await warnings.where(warnsOfMisuse(now)).executeTakeFirst()) !== undefined;
}

export async function markLifted(db: Db, statements: readonly { id: string }[], now: Date): Promise<void> {
  const ids = statements.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable("statements").set({ lifted_at: now }).where("id", "in", ids).execute();
}

/** What staff can take back without an appeal, and what its member reads then. Measures that last are lifted. */
export const saidWhenTakenBack = {
  warned: "warning_withdrawn",
  photo_rejected: "rejection_withdrawn",
  chat_photo_rejected: "rejection_withdrawn",
  text_rejected: "rejection_withdrawn",
  voice_rejected: "rejection_withdrawn",
  introduction_rejected: "rejection_withdrawn",
  question_rejected: "rejection_withdrawn",
  text_removed: "rejection_withdrawn",
} as const satisfies Partial<Record<DecisionKind, DecisionKind>>;
const takenBackKinds = Object.keys(saidWhenTakenBack) as (keyof typeof saidWhenTakenBack)[];

/**
 * The statement can be taken back: no one has done so, and no appeal waits or was upheld. What is sealed for the police
 * stays sealed: only another person's answer to an appeal opens it.
 */
const canBeTakenBack = sql<boolean>`(${sql.ref("statements.decision")} in (${sql.join(takenBackKinds)})
  and statements.ground is distinct from ${sealedGround} and statements.lifted_at is null
  and statements.upheld is not true and (statements.objected_at is null or statements.answered_at is not null))`;

/** Marks a decision as taken back; undefined if it can't be. */
export async function markTakenBack(db: Db, { memberId, id, now }: { memberId: string; id: string; now: Date }) {
  return await db
    .updateTable("statements")
    .set({ lifted_at: now })
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("side", "=", "owner")
    .where(canBeTakenBack)
    .returning(["decision", "decision_id"])
    .$narrowType<{ decision: keyof typeof saidWhenTakenBack }>()
    .executeTakeFirst();
}

export async function saveObjection(db: Db, id: string, text: string, now: Date): Promise<void> {
  await db.updateTable("statements").set({ objection: text, objected_at: now }).where("id", "=", id).execute();
}

export async function findOwnerOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("statements").select("member_id").where("id", "=", id).executeTakeFirst();
  return row?.member_id;
}

/** A statement with an objection that is not answered yet, locked, with who decided. */
export async function lockObjection(db: Lockable<"statements">, id: string) {
  const open = db
    .selectFrom("statements")
    .select(["id", "member_id", "site_id", "decision_id", "decision", "side"])
    .select(["until", "staff_id", "report_id", "applies", "ground"])
    .where("id", "=", id)
    .where("objected_at", "is not", null)
    .where("answered_at", "is", null);
  return (await lock(db, "statements", open)).row;
}

/** The kept file of a rejected photo; null if it is not kept, or not any more. */
export async function rejectedPhotoFile(db: Db, photoId: string): Promise<string | null> {
  return fileOf(await keptPhotos(db).where("photo_id", "=", photoId).executeTakeFirst());
}

/** SQL: it took a photo from a profile, of which a copy is kept. */
const keepsProfilePhoto = sql<boolean>`(statements.decision = 'photo_rejected' and statements.side = 'owner'
  and statements.photo_id is not null and statements.photo_until is not null)`;

/** The photo that a decision took from a profile; null if it is not kept, or not any more. */
export async function decidedPhotoFile(db: Db, id: string): Promise<string | null> {
  return fileOf(await keptPhotos(db).where("id", "=", id).where(keepsProfilePhoto).executeTakeFirst());
}

/** The same for who answers the objection to a statement; null if none is open, or if this person decided. */
export async function appealPhotoFile(db: Db, id: string, { staffId }: { staffId: string }): Promise<string | null> {
  const open = keptPhotos(db)
    .where("id", "=", id)
    .where("objected_at", "is not", null)
    .where("answered_at", "is", null)
    .where((where) => where("staff_id", "is distinct from", staffId));
  return fileOf(await open.executeTakeFirst());
}

/** The kept recording of a rejected voice message or introduction, as `appealPhotoFile`. */
export async function appealVoiceFile(db: Db, id: string, { staffId }: { staffId: string }): Promise<string | null> {
  const row = await db
    .selectFrom("statements")
    .select("decision_id")
    .where("id", "=", id)
    .where("decision", "in", ["voice_rejected", "introduction_rejected"] satisfies DecisionKind[])
    .where("objected_at", "is not", null)
    .where("answered_at", "is", null)
    .where((where) => where("staff_id", "is distinct from", staffId))
    .executeTakeFirst();
  if (!row) return null;
  const decided = { decision: row.decision_id };
  return (await voiceFileOf(db, decided)) ?? (await introductionFileOf(db, decided));
}

const keptPhotos = (db: Db) =>
  db
    .selectFrom("statements")
    .select(["id as statement", "site_id as siteId", "member_id as memberId", "photo_id as id"])
    .where("photo_until", "is not", null)
    .$narrowType<{ id: string }>();

const fileOf = (photo: PhotoOf | undefined) => (photo ? rejectedCopy(photo) : null);

/** Rejected photos that no one can object to any more; those with an open objection stay. */
export async function findDueRejected(db: Db, now: Date) {
  return await keptPhotos(db)
    .where("photo_until", "<=", now)
    .where((where) => where.or([where("objected_at", "is", null), where("answered_at", "is not", null)]))
    .execute();
}

export async function forgetRejected(db: Db, statement: string): Promise<void> {
  await db.updateTable("statements").set({ photo_until: null }).where("id", "=", statement).execute();
}

export type ObjectionAnswer = { upheld: boolean; unfounded: boolean; answer: string; staffId: string; now: Date };

export async function saveObjectionAnswer(
  db: Db,
  id: string,
  { staffId, now, ...answer }: ObjectionAnswer,
): Promise<void> {
  await db
    .updateTable("statements")
    .set({ ...answer, answered_at: now, answered_by: staffId })
    // a kept photo has served its purpose
    .set({ photo_until: sql<Date | null>`case when photo_until is not null then ${now}::timestamptz end` })
    .where("id", "=", id)
    .execute();
}

export async function findObjections(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("statements as s")
    .innerJoin("sites", "sites.id", "s.site_id")
    .innerJoin("profiles as p", "p.member_id", "s.member_id")
    .innerJoin("accounts as a", "a.id", "s.member_id")
    .leftJoin("staff", "staff.id", "s.staff_id")
    .select(["s.id", "sites.key as site", "s.member_id", "p.name", "p.fictional", "a.language"])
    .select(["s.side", "s.decision", "s.ground", "s.words", "s.objection", "s.created_at", "s.staff_id"])
    .select(["staff.name as decided_by", "s.report_id", "s.about", "s.content", "s.content_at", "s.until"])
    .select(["s.photo_id", "s.photo_until", "s.applies", "s.decision_id"])
    .select(
      sql<number>`(select count(*)::int from fraud_warnings w where w.decision_id = s.decision_id
        and w.about_id = s.member_id and w.lifted_at is null)`.as("warned"),
    )
    .where("s.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** What the reporters of these reports read, members and guests. Index: `statements_report`. */
export async function findToldReporters(db: Db, reportIds: readonly string[]) {
  const { rows } = await sql<{ report: string; decision: DecisionKind | null; words: string }>`
    select report_id as report, decision, words from statements
      where report_id = any(${[...reportIds]}::uuid[]) and side = 'reporter'
    union all select report_id, null, coalesce(words, '') from content_notices
      where report_id = any(${[...reportIds]}::uuid[]) and decided_at is not null`.execute(db);
  return rows;
}

/** Whether an objection is open to what was decided on a report, alone or together with others. */
export async function isObjectedTo(db: Db, reportId: string): Promise<boolean> {
  const together = db
    .selectFrom("reports as r")
    .innerJoin("reports as main", (join) =>
      join.on((on) =>
        on.or([on("main.id", "=", on.ref("r.id")), on("main.decision_id", "=", on.ref("r.decision_id"))]),
      ),
    )
    .select("main.id")
    .where("r.id", "=", reportId);
  const row = await db
    .selectFrom("statements")
    .select("id")
    .where("report_id", "in", together)
    .where("objected_at", "is not", null)
    .where("answered_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A member's statements with who decided and who answered the objection, newest first, for staff. */
export async function findAllStatements(db: Db, memberId: string, limit: number) {
  return await statementRows(db)
    .leftJoin("staff", "staff.id", "statements.staff_id")
    .leftJoin("staff as answering", "answering.id", "statements.answered_by")
    .select(["staff.name as decided_by", "statements.lifted_at", "answering.name as answered_by"])
    .select([canBeTakenBack.as("can_take_back"), keepsProfilePhoto.as("has_photo")])
    .where("statements.member_id", "=", memberId)
    .where("statements.side", "=", "owner")
    .orderBy("statements.created_at", "desc")
    .orderBy("statements.id", "desc")
    .limit(limit)
    .execute();
}

/**
 * How many reports of each of these members staff decided on, how many led to help or to a measure that stands, and
 * when the member was last warned not to report without any ground, if that warning still counts.
 */
export async function countReportOutcomes(db: Db, reporterIds: readonly string[], now: Date) {
  return await db
    .selectFrom("statements")
    .select("member_id")
    .select(sql<number>`count(*) filter (where side = 'reporter')::int`.as("decided"))
    .select(
      sql<number>`count(*) filter (where decision = 'danger_helped' or (decision = 'report_acted' and not exists (
      select from statements o where o.decision_id = statements.decision_id and o.upheld and o.side = 'owner')))::int`.as(
        "upheld",
      ),
    )
    .select(sql<Date | null>`max(created_at) filter (where ${warnsOfMisuse(now)})`.as("warned_at"))
    .where("member_id", "=", sql<string>`any(${reporterIds}::uuid[])`)
    .groupBy("member_id")
    .execute();
}
