import { type Insertable, sql } from "kysely";
import type { PhotoRejection } from "#contract/attachments.ts";
import { objectionDays } from "#contract/decisions.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { type Lockable, type Locked, lock, underLock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { VoiceMessages } from "#server/db/tables.ts";
import { visibilityColumns } from "#server/features/visibility/index.ts";

export async function insertVoice(wallet: Locked<"wallets">, voice: Insertable<VoiceMessages>): Promise<void> {
  await underLock(wallet).insertInto("voice_messages").values(voice).execute();
}

/** Whether a member has written to another one, in the chat that they have now. */
export async function hasWritten(db: Db, { from, to }: { from: string; to: string }): Promise<boolean> {
  const side = db
    .selectFrom("conversation_members")
    .select("conversation_id")
    .where("member_id", "=", from)
    .where("other_id", "=", to)
    .where("wrote", "=", true);
  return (await side.executeTakeFirst()) !== undefined;
}

/** The voice messages that these messages carry, with the facts that determine who hears them. */
export async function findVoicesOf(db: Db, messageIds: readonly string[]) {
  return await db
    .selectFrom("voice_messages as v")
    .innerJoin("messages as m", "m.id", "v.message_id")
    .select(["v.id", "v.author_id", "v.status", "v.reason", "v.media_type", "v.seconds", "v.waveform"])
    .select(["m.id as message_id", "m.credits"])
    .where("v.message_id", "in", messageIds)
    .execute();
}

/** The voice messages of these messages whose files exist, and those of these ids, whose messages may be deleted. */
export async function findVoicesWithFiles(db: Db, messageIds: readonly string[], voiceIds: readonly string[] = []) {
  return await db
    .selectFrom("voice_messages")
    .select(["id", "message_id"])
    .where(sql<boolean>`(message_id = any(${messageIds}::uuid[]) or id = any(${voiceIds}::uuid[]))`)
    .where("has_file", "=", true)
    .execute();
}

/** The id and the upload's hash of the voice message that a message carries. */
export async function findVoiceUpload(db: Db, messageId: string) {
  return await db
    .selectFrom("voice_messages")
    .select(["id", "body_hash"])
    .where("message_id", "=", messageId)
    .executeTakeFirst();
}

/**
 * A voice message that the viewer can hear, on this site, with the facts that determine whether they may see the other
 * member. Undefined if it was rejected, or if the viewer is neither of the two or has removed the chat since (D6.6).
 */
export async function findAudible(db: Db, siteId: number, viewerId: string, id: string) {
  return await db
    .selectFrom("voice_messages as v")
    .innerJoin("messages as m", "m.id", "v.message_id")
    .innerJoin("conversation_members as side", (join) =>
      join.onRef("side.conversation_id", "=", "m.conversation_id").on("side.member_id", "=", viewerId),
    )
    .innerJoin("profiles", "profiles.member_id", "side.other_id")
    .select(["v.author_id", "v.media_type"])
    .select(["profiles.member_id", "profiles.site_id", "profiles.listed", "profiles.fictional"])
    .select(visibilityColumns(viewerId, "profiles"))
    .where("v.id", "=", id)
    .where("v.site_id", "=", siteId)
    .where("v.status", "=", "active")
    .where((where) =>
      where.or([where("side.hidden_until", "is", null), where("m.created_at", ">", where.ref("side.hidden_until"))]),
    )
    .executeTakeFirst();
}

/** A voice message by its id, or by the decision that rejected it. */
export type WhichVoice = { voice: string } | { decision: string };

/** Where the file of a voice message is; undefined if it is removed. */
export async function findVoice(db: Db, which: WhichVoice) {
  const [column, value] =
    "voice" in which ? (["id", which.voice] as const) : (["decision_id", which.decision] as const);
  return await db
    .selectFrom("voice_messages")
    .select(["id", "site_id as siteId", "author_id as memberId", "media_type"])
    .where(column, "=", value)
    .where("has_file", "=", true)
    .executeTakeFirst();
}

/** Those of these decisions that rejected a voice message whose file is kept. */
export async function findDecisionsWithVoice(db: Db, decisionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ decision_id: string }>`
    select decision_id from voice_messages where decision_id = any(${[...decisionIds]}::uuid[]) and has_file`.execute(
    db,
  );
  return new Set(rows.map(({ decision_id: id }) => id));
}

/**
 * The voice message that a message carries, locked against deletion until the transaction ends; null if there is none,
 * or its file is removed.
 */
export async function lockVoiceOfMessage(db: Lockable<"voice_messages">, messageId: string): Promise<string | null> {
  const voice = db
    .selectFrom("voice_messages")
    .select("id")
    .where("message_id", "=", messageId)
    .where("has_file", "=", true);
  return (await lock(db, "voice_messages", voice, { strength: "key share" })).row?.id ?? null;
}

export const selectVoiceConversation = (db: Db, id: string) =>
  db
    .selectFrom("voice_messages")
    .innerJoin("messages", "messages.id", "voice_messages.message_id")
    .select("messages.conversation_id")
    .where("voice_messages.id", "=", id);

type Rejection = { reason: PhotoRejection; decisionId: string };

/** Rejects a voice message; undefined if it was rejected before, or its chat was deleted. */
export async function markVoiceRejected(db: Locked<"conversations">, id: string, { reason, decisionId }: Rejection) {
  return await db
    .updateTable("voice_messages as v")
    .from("messages as m")
    .set({ status: "rejected", reason, decision_id: decisionId })
    .whereRef("m.id", "=", "v.message_id")
    .where("v.id", "=", id)
    .where("v.status", "=", "active")
    .returning(["v.site_id", "v.author_id", "m.id as message_id", "m.credits"])
    .executeTakeFirst();
}

/**
 * The row of a voice message that no one may hear any more while its file moves: of one whose message is deleted the
 * row goes, too. Undefined if its file is removed already.
 */
export async function takeVoiceFile(db: Db, id: string) {
  const voice = await db
    .updateTable("voice_messages")
    .set({ has_file: false })
    .where("id", "=", id)
    .where("has_file", "=", true)
    .returning(["id", "site_id as siteId", "author_id as memberId", "media_type"])
    .executeTakeFirst();
  await db.deleteFrom("voice_messages").where("id", "=", id).where("message_id", "is", null).execute();
  return voice;
}

/** As long as the copy of a chat that a block deleted. */
const evidenceDays = 30;

/**
 * SQL: an open report has it, in the copy of its chat, or in the reported message, which was deleted with its reader's
 * account. Indexes: `reports_got`, `reports_made`.
 */
const isEvidence = (now: Date) => sql<boolean>`exists (
  select from reports r where (r.reported_id = author_id or r.reporter_id = author_id) and r.status = 'open'
    and (r.chat @> jsonb_build_array(jsonb_build_object('voice', voice_messages.id))
      or (r.evidence ->> 'voice' = voice_messages.id::text and r.created_at > ${daysBefore(now, evidenceDays)})))`;

/** SQL: its author can still appeal against its rejection, or waits for the answer. */
const isAppealable = (now: Date) => sql<boolean>`exists (
  select from statements s where s.decision_id = voice_messages.decision_id and s.member_id = author_id
    and s.answered_at is null
    and (s.objected_at is not null or s.created_at > ${daysBefore(now, objectionDays)}))`;

const isUnused = sql<boolean>`(message_id is null or (status = 'rejected' and has_file))`;
const isRemovable = (now: Date) => sql<boolean>`(${isUnused} and not ${isEvidence(now)} and not ${isAppealable(now)})`;

/** Voice messages whose files are no longer needed, and are not removed yet. */
export async function findRemovableVoices(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.selectFrom("voice_messages").select("id").where(isRemovable(now)).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Locks a voice message whose file is to be removed; undefined if another run was faster, or it is reported now. */
export async function lockRemovableVoice(db: Lockable<"voice_messages">, id: string, now: Date) {
  const voice = db.selectFrom("voice_messages").select("id").where("id", "=", id);
  await lock(db, "voice_messages", voice);
  // a statement of its own: a report that held the row until now is seen only by what begins after it
  return await db
    .selectFrom("voice_messages")
    .select(["id", "site_id as siteId", "author_id as memberId", "has_file"])
    .where("id", "=", id)
    .where(isRemovable(now))
    .executeTakeFirst();
}
