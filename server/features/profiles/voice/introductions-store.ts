import { type Insertable, sql } from "kysely";
import type { PhotoRejection } from "#contract/attachments.ts";
import { objectionDays } from "#contract/decisions.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { type Lockable, type Locked, lock, lockProfile } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { VoiceIntroductions } from "#server/db/tables.ts";
import { visibilityColumns } from "#server/features/visibility/index.ts";
import type { IntroductionToShow } from "./rules.ts";

/** The voice introduction of a profile that others may hear; null: none. Index: `voice_introductions_active`. */
export const introductionOfProfile = sql<IntroductionToShow | null>`(
  select jsonb_build_object('id', v.id, 'media_type', v.media_type, 'seconds', v.seconds, 'waveform', v.waveform)
  from voice_introductions v where v.member_id = profiles.member_id and v.status = 'active')`;

/**
 * What a member's own screen shows, newest first. A rejection that was reversed, or whose appeal was right, is none any
 * more.
 */
export async function findOwnIntroductions(db: Db, memberId: string) {
  return await db
    .selectFrom("voice_introductions as v")
    .leftJoin("statements as s", (join) =>
      join.onRef("s.decision_id", "=", "v.decision_id").onRef("s.member_id", "=", "v.member_id"),
    )
    .select(["v.id", "v.media_type", "v.seconds", "v.waveform", "v.status", "v.reason", "s.id as decision"])
    .where("v.member_id", "=", memberId)
    .where("v.status", "<>", "removed")
    .where(sql<boolean>`s.upheld is not true`)
    .where("s.lifted_at", "is", null)
    .orderBy("v.created_at", "desc")
    .orderBy("v.id")
    .execute();
}

/** The id of an introduction's row, and of its upload the hash, by the key of the upload. */
export async function findIntroductionByKey(db: Db, memberId: string, key: string) {
  return await db
    .selectFrom("voice_introductions")
    .select(["id", "body_hash"])
    .where("member_id", "=", memberId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Stores a recording that waits for inspection; another one of the member that still waits is replaced. */
export async function insertVoiceIntroduction(
  db: Lockable<"profiles">,
  row: Insertable<VoiceIntroductions>,
): Promise<void> {
  const profile = await lockProfile(db, row.member_id);
  await markRemoved(profile, row.member_id, "inspection");
  await profile.insertInto("voice_introductions").values(row).execute();
}

/** Marks what a member deletes or replaces; a job removes it. `which`: the one of this state, or with this id. */
async function markRemoved(
  profile: Locked<"profiles">,
  memberId: string,
  which: "inspection" | "active" | { id: string },
) {
  await profile
    .updateTable("voice_introductions")
    .set({ status: "removed" })
    .where("member_id", "=", memberId)
    .where("status", "in", ["inspection", "active"])
    .where((where) => (typeof which === "string" ? where("status", "=", which) : where("id", "=", which.id)))
    .execute();
}

/** Deletes the member's introduction with this id, unless it is deleted, replaced or rejected already. */
export async function removeIntroduction(db: Lockable<"profiles">, memberId: string, id: string): Promise<void> {
  await markRemoved(await lockProfile(db, memberId), memberId, { id });
}

/** Lets others hear it instead of the one before; returns its owner, undefined if it does not wait. */
export async function activateIntroduction(db: Lockable<"profiles">, id: string): Promise<string | undefined> {
  const locked = await lockIntroduction(db, id);
  if (locked?.status !== "inspection") return undefined;
  const { profile, memberId } = locked;
  await markRemoved(profile, memberId, "active");
  await profile.updateTable("voice_introductions").set({ status: "active" }).where("id", "=", id).execute();
  return memberId;
}

export type Rejection = { reason: PhotoRejection; decisionId: string };

/** No member hears it any more, and staff can for an appeal. */
export async function markIntroductionRejected(
  profile: Locked<"profiles">,
  id: string,
  { reason, decisionId }: Rejection,
): Promise<void> {
  await profile
    .updateTable("voice_introductions")
    .set({ status: "rejected", reason, decision_id: decisionId })
    .where("id", "=", id)
    .execute();
}

/** Deletes the row of one whose file moves. */
export async function deleteIntroductionRow(profile: Locked<"profiles">, id: string): Promise<void> {
  await profile.deleteFrom("voice_introductions").where("id", "=", id).execute();
}

/** Locks the profile of an introduction's owner; what changes an introduction takes the lock that this returns. */
export async function lockIntroduction(db: Lockable<"profiles">, id: string) {
  const owner = db.selectFrom("voice_introductions").select("member_id").where("id", "=", id);
  const profile = await lockProfile(db, owner);
  const row = await profile
    .selectFrom("voice_introductions")
    .select(["id", "member_id as memberId", "site_id as siteId", "media_type", "status", "created_at as recordedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ...row, profile };
}

/** One on this site, with the facts that determine whether a member may hear it. */
export async function findAudibleIntroduction(db: Db, siteId: number, viewerId: string, id: string) {
  return await db
    .selectFrom("voice_introductions as v")
    .innerJoin("profiles", "profiles.member_id", "v.member_id")
    .select(["v.media_type", "v.status as sound_status"])
    .select(["profiles.member_id", "profiles.site_id", "profiles.listed", "profiles.fictional"])
    .select(visibilityColumns(viewerId, "profiles"))
    .where("v.id", "=", id)
    .where("v.site_id", "=", siteId)
    .executeTakeFirst();
}

/** An introduction by its id, or by the decision that rejected it. */
type WhichIntroduction = { introduction: string } | { decision: string };

/** What the key of its file is made of, and its state. */
export async function findVoiceIntroduction(db: Db, which: WhichIntroduction) {
  const [column, value] =
    "introduction" in which ? (["id", which.introduction] as const) : (["decision_id", which.decision] as const);
  return await db
    .selectFrom("voice_introductions")
    .select(["id", "site_id as siteId", "member_id as memberId", "media_type", "status"])
    .where(column, "=", value)
    .executeTakeFirst();
}

/** Those of these decisions that rejected an introduction which is kept. */
export async function findDecisionsWithIntroduction(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ decision_id: string }>`
    select decision_id from voice_introductions where decision_id = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ decision_id: id }) => id));
}

/** Those of these introductions that are kept. */
export async function findKeptIntroductions(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from voice_introductions where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The introduction of a member that others hear, locked against deletion until the transaction ends; null: none. */
export async function lockActiveIntroduction(
  db: Lockable<"voice_introductions">,
  memberId: string,
): Promise<string | null> {
  const active = db
    .selectFrom("voice_introductions")
    .select("id")
    .where("member_id", "=", memberId)
    .where("status", "=", "active");
  return (await lock(db, "voice_introductions", active, { strength: "key share" })).row?.id ?? null;
}

/** As long as the copy of a reported photo. */
const evidenceDays = 30;

/** SQL: an open report of the profile has it. Index: `reports_got`. */
const isEvidence = (now: Date) => sql<boolean>`exists (
  select from reports r where r.reported_id = voice_introductions.member_id and r.status = 'open'
    and r.introduction_id = voice_introductions.id and r.created_at > ${daysBefore(now, evidenceDays)})`;

/** SQL: its author can still appeal against its rejection, or waits for the answer. */
const isAppealable = (now: Date) => sql<boolean>`exists (
  select from statements s where s.decision_id = voice_introductions.decision_id
    and s.member_id = voice_introductions.member_id and s.answered_at is null
    and (s.objected_at is not null or s.created_at > ${daysBefore(now, objectionDays)}))`;

const isRemovable = (now: Date) =>
  sql<boolean>`(status in ('rejected', 'removed') and not ${isEvidence(now)} and not ${isAppealable(now)})`;

/** Introductions that no one needs any more. */
export async function findRemovableIntroductions(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom("voice_introductions").select("id").where(isRemovable(now)).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Deletes the row of one; undefined if another run was faster, or it is reported now. */
export async function deleteRemovable(db: Lockable<"voice_introductions">, id: string, now: Date) {
  await lock(db, "voice_introductions", db.selectFrom("voice_introductions").select("id").where("id", "=", id));
  // a statement of its own: a report that held the row until now is seen only by what begins after it
  return await db
    .deleteFrom("voice_introductions")
    .where("id", "=", id)
    .where(isRemovable(now))
    .returning(["id", "site_id as siteId", "member_id as memberId"])
    .executeTakeFirst();
}
