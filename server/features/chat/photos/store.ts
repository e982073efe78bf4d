import { type Insertable, sql } from "kysely";
import type { PhotoRejection } from "#contract/attachments.ts";
import { type Lockable, type Locked, lock, underLock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { ChatPhotos } from "#server/db/tables.ts";
import { asText, type PhotoOf, type PictureFinding } from "#server/features/profiles/index.ts";
import { visibilityColumns } from "#server/features/visibility/index.ts";

export async function insertChatPhoto(wallet: Locked<"wallets">, photo: Insertable<ChatPhotos>): Promise<void> {
  await underLock(wallet).insertInto("chat_photos").values(photo).execute();
}

/** The photos of these messages, with the facts that determine who sees them. */
export async function findChatPhotosOf(db: Db, messageIds: readonly string[]) {
  return await db
    .selectFrom("chat_photos as p")
    .innerJoin("messages as m", "m.id", "p.message_id")
    .innerJoin("conversations as c", "c.id", "m.conversation_id")
    .select(["p.id", "p.author_id", "p.status", "p.reason", "p.width", "p.height", "p.thumbhash"])
    .select(["p.shown_since", "m.id as message_id", "m.credits"])
    .select(
      sql<boolean>`exists (select from matches where matches.a_id = c.a_id and matches.b_id = c.b_id)`.as("matched"),
    )
    .where("p.message_id", "in", messageIds)
    .execute();
}

/** The photos of these messages whose files exist, and those of these ids, whose messages may be deleted. */
export async function findPhotosWithFiles(db: Db, messageIds: readonly string[], photoIds: readonly string[] = []) {
  return await db
    .selectFrom("chat_photos")
    .select(["id", "message_id"])
    .where(sql<boolean>`(message_id = any(${messageIds}::uuid[]) or id = any(${photoIds}::uuid[]))`)
    .where("has_files", "=", true)
    .execute();
}

/** The id and the upload's hash of the photo that a message carries. */
export async function findUpload(db: Db, messageId: string) {
  return await db
    .selectFrom("chat_photos")
    .select(["id", "body_hash"])
    .where("message_id", "=", messageId)
    .executeTakeFirst();
}

/** Finds where a photo under inspection is; undefined if it was decided on, or its chat was deleted. */
export async function findInspected(db: Db, id: string) {
  return await db
    .selectFrom("chat_photos")
    .select(["id", "site_id as siteId", "author_id as memberId"])
    .where("id", "=", id)
    .where("status", "=", "inspection")
    .where("message_id", "is not", null)
    .executeTakeFirst();
}

/** Stores what the service for pictures found, if the photo still waits for inspection. */
export async function setFindings(db: Db, id: string, findings: readonly PictureFinding[]): Promise<void> {
  await db
    .updateTable("chat_photos")
    .set({ findings: [...findings] })
    .where("id", "=", id)
    .where("status", "=", "inspection")
    .execute();
}

/**
 * A photo in a chat that the viewer can read, on this site, with the facts that determine whether they may see the
 * other member. Undefined if the viewer is neither of the two, or has removed the chat since (D6.6).
 */
export async function findReadable(db: Db, siteId: number, viewerId: string, id: string) {
  return await db
    .selectFrom("chat_photos as p")
    .innerJoin("messages as m", "m.id", "p.message_id")
    .innerJoin("conversation_members as side", (join) =>
      join.onRef("side.conversation_id", "=", "m.conversation_id").on("side.member_id", "=", viewerId),
    )
    .innerJoin("profiles", "profiles.member_id", "side.other_id")
    .select(["p.author_id", "p.status as photo_status"])
    .select(["profiles.member_id", "profiles.site_id", "profiles.listed", "profiles.fictional"])
    .select(visibilityColumns(viewerId, "profiles"))
    .where("p.id", "=", id)
    .where("p.site_id", "=", siteId)
    .where((where) =>
      where.or([where("side.hidden_until", "is", null), where("m.created_at", ">", where.ref("side.hidden_until"))]),
    )
    .executeTakeFirst();
}

/**
 * Whether a member received this photo from `from` and may see it, so that they can report it; if so, locks it
 * against deletion until the transaction ends.
 */
export async function isReceivedPhoto(
  db: Lockable<"chat_photos">,
  { from, to, id }: { from: string; to: string; id: string },
) {
  const received = db
    .selectFrom("chat_photos as p")
    .innerJoin("messages as m", "m.id", "p.message_id")
    .innerJoin("conversation_members as side", "side.conversation_id", "m.conversation_id")
    .select("p.id")
    .where("p.id", "=", id)
    .where("p.author_id", "=", from)
    .where("side.member_id", "=", to)
    .where("side.other_id", "=", from)
    .where("p.status", "=", "active")
    .where("p.has_files", "=", true);
  return (await lock(db, "chat_photos", received, { strength: "key share", of: "p" })).row !== undefined;
}

/**
 * The photo that a message carries, locked against deletion until the transaction ends; null if there is none, or its
 * files are removed.
 */
export async function lockPhotoOfMessage(db: Lockable<"chat_photos">, messageId: string): Promise<string | null> {
  const photo = db
    .selectFrom("chat_photos")
    .select("id")
    .where("message_id", "=", messageId)
    .where("has_files", "=", true);
  return (await lock(db, "chat_photos", photo, { strength: "key share" })).row?.id ?? null;
}

/** A photo whose chat is deleted, and whose files are not removed yet; locked against the job that removes them. */
export async function lockDeletedPhoto(db: Lockable<"chat_photos">, id: string): Promise<PhotoOf | undefined> {
  const photo = db
    .selectFrom("chat_photos")
    .select(["id", "site_id as siteId", "author_id as memberId"])
    .where("id", "=", id)
    .where("message_id", "is", null)
    .where("has_files", "=", true);
  return (await lock(db, "chat_photos", photo)).row;
}

/** Finds where a photo's files are; undefined if they are removed. */
export async function findFiles(db: Db, id: string, status?: "inspection"): Promise<PhotoOf | undefined> {
  const photo = db
    .selectFrom("chat_photos")
    .select(["id", "site_id as siteId", "author_id as memberId"])
    .where("id", "=", id)
    .where("has_files", "=", true);
  return await (status === undefined ? photo : photo.where("status", "=", status)).executeTakeFirst();
}

/**
 * Shows a photo under inspection to its recipient, and answers its message; undefined if it is not under inspection, or
 * its chat was deleted.
 */
export async function activate(db: Locked<"conversations">, id: string, now: Date) {
  return await db
    .updateTable("chat_photos as p")
    .from("messages as m")
    .set({ status: "active", findings: null, shown_since: sql<Date>`greatest(${now}::timestamptz, m.created_at)` })
    .whereRef("m.id", "=", "p.message_id")
    .where("p.id", "=", id)
    .where("p.status", "=", "inspection")
    .returning(["m.conversation_id", "m.author_id", "m.created_at"])
    .executeTakeFirst();
}

export const selectConversationOf = (db: Db, id: string) =>
  db
    .selectFrom("chat_photos")
    .innerJoin("messages", "messages.id", "chat_photos.message_id")
    .select("messages.conversation_id")
    .where("chat_photos.id", "=", id);

/** Rejects a photo; undefined if it was rejected before, or its chat was deleted. */
export async function markRejected(db: Locked<"conversations">, id: string, reason: PhotoRejection) {
  return await db
    .updateTable("chat_photos as p")
    .from("messages as m")
    .set({ status: "rejected", reason, findings: null })
    .whereRef("m.id", "=", "p.message_id")
    .where("p.id", "=", id)
    .where("p.status", "<>", "rejected")
    .returning(["p.site_id", "p.author_id", "p.body_hash", asText("p")])
    .returning(["m.id as message_id", "m.credits"])
    .executeTakeFirst();
}

/**
 * SQL: a block deleted the chat while a report was open, and this photo is in the copy for staff. A photo that a
 * report itself shows is no such evidence: it gets a copy of its own when its files are removed. Indexes:
 * `reports_got`, `reports_made`.
 */
const isEvidence = sql<boolean>`(status <> 'rejected' and exists (
  select from reports r where (r.reported_id = author_id or r.reporter_id = author_id) and r.status = 'open'
    and r.chat @> jsonb_build_array(jsonb_build_object('photo', chat_photos.id)))
  and not exists (select from reports r where r.reported_id = author_id and r.status = 'open'
    and chat_photos.id in (r.about_id, r.message_photo_id)))`;

const removable = sql<boolean>`((message_id is null and not ${isEvidence}) or (status = 'rejected' and has_files))`;

/** Photos whose files are no longer needed, and are not removed yet. */
export async function findRemovable(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom("chat_photos").select("id").where(removable).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Locks a photo whose files are to be removed; undefined if another run was faster. */
export async function lockRemovable(db: Lockable<"chat_photos">, id: string) {
  const photo = db
    .selectFrom("chat_photos")
    .select(["id", "site_id", "author_id", "has_files"])
    .where("id", "=", id)
    .where(removable);
  return (await lock(db, "chat_photos", photo)).row;
}

/** Records that the files are removed. The row is deleted too, unless the photo's message still exists. */
export async function markRemoved(db: Db, id: string): Promise<void> {
  await db.deleteFrom("chat_photos").where("id", "=", id).where("message_id", "is", null).execute();
  await db.updateTable("chat_photos").set({ has_files: false }).where("id", "=", id).execute();
}
