import { sql } from "kysely";
import { type ReportReason, type ReportSubject, urgentReasons } from "#contract/moderation.ts";
import { type AnyTrx, type Locked, lockOther, underLock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { ChatLine } from "#server/features/chat/index.ts";
import type { PhotoOf } from "#server/features/profiles/index.ts";
import { visibilityColumns } from "#server/features/visibility/index.ts";

const listLimit = 500;

export type NewBlock = { blocker: string; blocked: string; siteId: number; now: Date };

export async function insertBlock(pair: Locked<"pair">, { blocker, blocked, siteId, now }: NewBlock): Promise<boolean> {
  const inserted = await underLock(pair)
    .insertInto("blocks")
    .values({ blocker_id: blocker, blocked_id: blocked, site_id: siteId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function deleteBlock(db: Db, blocker: string, blocked: string): Promise<void> {
  await db.deleteFrom("blocks").where("blocker_id", "=", blocker).where("blocked_id", "=", blocked).execute();
}

/** The members that a member has blocked, with the facts that determine how much of them is shown. */
export async function findBlocks(db: Db, blocker: string) {
  return await db
    .selectFrom("blocks as b")
    .innerJoin("profiles as p", "p.member_id", "b.blocked_id")
    .leftJoin("photos as ph", "ph.id", "p.main_photo_id")
    .select(["p.member_id", "p.site_id", "p.name", "p.listed", "p.fictional", "p.premium", "b.created_at"])
    .select(visibilityColumns(blocker, "p"))
    .select([
      "ph.id as photo_id",
      "ph.status as photo_status",
      "ph.width as photo_width",
      "ph.height as photo_height",
      "ph.thumbhash as photo_thumbhash",
      "ph.edition as photo_edition",
      sql<boolean>`(select premium from profiles where member_id = ${blocker}::uuid)`.as("viewer_premium"),
    ])
    .where("b.blocker_id", "=", blocker)
    .orderBy("b.created_at", "desc")
    .limit(listLimit)
    .execute();
}

export type NewReport = {
  siteId: number;
  reporter: string;
  reported: string;
  about: ReportSubject;
  aboutId: string;
  /** The reported message; null for a report about anything else. */
  evidence: ChatLine | null;
  /** The photo that the reported message carries; null: none. */
  messagePhotoId: string | null;
  /** The voice introduction that others heard on the reported profile; null: none. */
  introductionId: string | null;
  /** The call that it names, with its length; undefined: none. */
  talk: { at: Date; seconds: number | null } | undefined;
  reason: ReportReason;
  text: string;
  /** Its message must not be quoted to its author. */
  unquoted: boolean;
  now: Date;
};

/** The reason that the reporter chose; `reason` is danger if staff said that someone is in danger. */
const reasonChosen = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.filed_as`)}, ${sql.ref(`${table}.reason`)})`;

/**
 * An open report on the same subject gets the new reason, and the text if any. One that staff marked as danger stays
 * so. Undefined if nothing changed.
 */
export async function upsertReport(db: Db, report: NewReport): Promise<{ id: string; isNew: boolean } | undefined> {
  const { siteId, reporter, reported, about, aboutId, evidence, messagePhotoId, introductionId, reason, text } = report;
  const { unquoted, now } = report;
  const copy = evidence && JSON.stringify(evidence);
  const { at: talkAt = null, seconds = null } = report.talk ?? {};
  const urgent = urgentReasons.includes(reason);
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into reports (site_id, reporter_id, reported_id, about, about_id, evidence, message_photo_id, introduction_id,
      reason, urgent, text, unquoted, talk_at, talk_seconds, created_at, changed_at)
    values (${siteId}, ${reporter}, ${reported}, ${about}, ${aboutId}, ${copy}::jsonb, ${messagePhotoId}, ${introductionId},
      ${reason}, ${urgent}, ${text}, ${unquoted}, ${talkAt}, ${seconds}, ${now}, ${now})
    on conflict (reporter_id, about, about_id) where status = 'open' do update set
      reason = case when reports.filed_as is null then excluded.reason else reports.reason end,
      filed_as = case when reports.filed_as is not null then excluded.reason end,
      urgent = excluded.urgent or reports.filed_as is not null,
      introduction_id = coalesce(excluded.introduction_id, reports.introduction_id),
      text = coalesce(nullif(excluded.text, ''), reports.text), changed_at = excluded.changed_at,
      unquoted = excluded.unquoted,
      talk_at = coalesce(excluded.talk_at, reports.talk_at),
      talk_seconds = case when excluded.talk_at is null then reports.talk_seconds else excluded.talk_seconds end
      where ${reasonChosen("reports")} <> excluded.reason or reports.unquoted <> excluded.unquoted
        or (excluded.text <> '' and reports.text <> excluded.text) or excluded.talk_at <> reports.talk_at
        or excluded.talk_at is not null and reports.talk_at is null
    returning id, xmax = 0 as "isNew"`.execute(db);
  return rows[0];
}

/** Until when a member's reports and objections are not looked at (DSA, article 23); undefined: they are. */
export async function findReportsPause(db: Db, memberId: string, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom("statements")
    .select("until")
    .where("member_id", "=", memberId)
    .where("side", "=", "owner")
    .where("decision", "=", "reports_paused")
    .where("lifted_at", "is", null)
    .where("until", ">", now)
    .orderBy("until", "desc")
    .executeTakeFirst();
  return row?.until ?? undefined;
}

export async function findOpenReport(db: Db, { reporter, about, aboutId }: NewReport): Promise<string | undefined> {
  const row = await db
    .selectFrom("reports")
    .select("id")
    .where("reporter_id", "=", reporter)
    .where("about", "=", about)
    .where("about_id", "=", aboutId)
    .where("status", "=", "open")
    .executeTakeFirst();
  return row?.id;
}

/** The ids of open reports by which one of two members reported the other. */
export async function findReportsBetween(db: Db, a: string, b: string): Promise<string[]> {
  const pair = [a, b];
  const rows = await db
    .selectFrom("reports")
    .select("id")
    .where("reporter_id", "in", pair)
    .where("reported_id", "in", pair)
    .where("status", "=", "open")
    .execute();
  return rows.map((row) => row.id);
}

export async function setChatCopyExpiry(
  db: Db,
  reportIds: readonly string[],
  chat: string,
  until: Date,
): Promise<void> {
  await db.updateTable("reports").set({ chat, chat_until: until }).where("id", "in", reportIds).execute();
}

/** The photo that a report shows: the reported one, or that of the reported message; null: none. */
const shownPhoto = (table: string) => sql<string | null>`case ${sql.ref(`${table}.about`)} when 'photo'
  then ${sql.ref(`${table}.about_id`)} else ${sql.ref(`${table}.message_photo_id`)} end`;

const updateCopies = (db: Db, { memberId, id }: PhotoOf, until: Date | null) =>
  db
    .updateTable("reports")
    .set({ photo_until: until })
    .where("reported_id", "=", memberId)
    .where(shownPhoto("reports"), "=", id);

/** Sets the retention of a photo's copy in the open reports that show the photo; false if there are none. */
export async function setPhotoCopyExpiry(db: Db, photo: PhotoOf, until: Date): Promise<boolean> {
  const updated = await updateCopies(db, photo, until).where("status", "=", "open").executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function findReport(db: Db, id: string) {
  return await selectReports(db)
    .select(["r.about_id", "r.text", "r.status", "r.closed_at", "r.chat", "r.site_id", "r.photo_until", "r.evidence"])
    .select("r.introduction_id")
    .select(shownPhoto("r").as("photo_id"))
    .where("r.id", "=", id)
    .executeTakeFirst();
}

/** The reports for which staff have opened the copy of a deleted chat that has this photo. */
export async function findReportsWithCopyOf(db: Db, photoId: string) {
  return await db
    .selectFrom("chat_photos as p")
    .innerJoin("reports as r", (join) =>
      join.on((on) =>
        on.or([on("r.reported_id", "=", on.ref("p.author_id")), on("r.reporter_id", "=", on.ref("p.author_id"))]),
      ),
    )
    .select(["r.id", "r.status"])
    .where("p.id", "=", photoId)
    .where(sql<boolean>`r.chat @> jsonb_build_array(jsonb_build_object('photo', p.id))`)
    .where("r.chat_opened_at", "is not", null)
    .execute();
}

/** The reports for which staff have opened the chat that has this photo. Index: `reports_got`. */
export async function findReportsOnChatOf(db: Db, photoId: string) {
  return await db
    .selectFrom("chat_photos as p")
    .innerJoin("messages as m", "m.id", "p.message_id")
    .innerJoin("conversations as c", "c.id", "m.conversation_id")
    .innerJoin("reports as r", (join) =>
      join
        .onRef("r.about_id", "=", "c.id")
        .on((on) => on.or([on("r.reported_id", "=", on.ref("c.a_id")), on("r.reported_id", "=", on.ref("c.b_id"))])),
    )
    .select(["r.id", "r.status"])
    .where("p.id", "=", photoId)
    .where("r.about", "=", "chat")
    .where("r.chat_opened_at", "is not", null)
    .execute();
}

/**
 * The reports with which staff hear a voice message: that of its message, and those for which they have opened its
 * chat, or the copy of it. Indexes: `reports_got`, `reports_made`.
 */
export async function findReportsWithVoice(db: Db, voiceId: string): Promise<{ id: string; status: string }[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    select r.id, r.status from voice_messages v left join messages m on m.id = v.message_id
      join reports r on r.reported_id = v.author_id or r.reporter_id = v.author_id
    where v.id = ${voiceId} and (r.evidence ->> 'voice' = v.id::text
      or (r.chat_opened_at is not null and (r.chat @> jsonb_build_array(jsonb_build_object('voice', v.id))
        or (r.about = 'chat' and r.about_id = m.conversation_id))))`.execute(db);
  return rows;
}

/** How many of the reporter's reports and objections were manifestly unfounded (DSA, article 23). */
const unfoundedOf = sql<number>`(select count(*)::int from reports other
    where other.reporter_id = r.reporter_id and other.unfounded)
  + (select count(*)::int from statements where member_id = r.reporter_id and unfounded)`.as("reporter_unfounded");

const sameWords = (table: string) => sql`lower(btrim(regexp_replace(${sql.ref(`${table}.text`)}, '\\s+', ' ', 'g')))`;

type SameWords = { reports: number; members: number; others: { id: string; name: string }[] };

/**
 * How many open reports about other members the reporter has made in the same words, apart from case and white space,
 * and about which members. Index: `reports_once`.
 */
const sameWordsOf = sql<SameWords | null>`(
  select jsonb_build_object('reports', count(*), 'members', count(distinct other.reported_id), 'others',
    coalesce(jsonb_agg(distinct jsonb_build_object('id', p.member_id, 'name', p.name)), '[]'))
  from reports other join profiles p on p.member_id = other.reported_id
  where other.reporter_id = r.reporter_id and other.status = 'open' and other.reported_id <> r.reported_id
    and r.text <> '' and ${sameWords("other")} = ${sameWords("r")})`.as("reporter_same_words");

/** The line that the reported message quotes, in the copy of its chat that a block left. */
const quotedInCopy = sql<ChatLine | null>`(select line from jsonb_array_elements(r.chat) line
  where line ->> 'id' = r.evidence ->> 'reply_to')`.as("quoted");

const selectShownReports = (db: Db) =>
  selectReports(db)
    .select(["r.about_id", "r.text", "r.evidence", "r.photo_until", "r.unquoted", "r.filed_as"])
    .select(["r.talk_at", "r.talk_seconds", "r.introduction_id"])
    .select(shownPhoto("r").as("photo_id"))
    .select("reporter.fictional as reporter_fictional")
    .select(sql<boolean>`r.chat is not null`.as("chat_copied"))
    .select(quotedInCopy)
    .select([unfoundedOf, sameWordsOf])
    // what a measure against the reporter is based on
    .select(
      sql<number | null>`(select sanction_version from accounts
        where id = r.reporter_id and status not in ('banned', 'deleted'))`.as("reporter_version"),
    );

/** How urgent a report is, the gravest reason highest; 0: not at all. The queue's index is on this expression. */
export const urgencyOf = (table: string) =>
  sql<number>`case ${sql.ref(`${table}.reason`)} ${sql.join(
    urgentReasons.map((reason, at) => sql`when ${sql.lit(reason)} then ${sql.lit(urgentReasons.length - at)}`),
    sql` `,
  )} else 0 end`;

/** An open report counts as one of danger from now on; undefined if it does already, or is closed. */
export async function setDanger(db: Db, id: string, now: Date) {
  return await db
    .updateTable("reports")
    .set({ filed_as: sql`reason`, reason: "danger" satisfies ReportReason, urgent: true, danger_marked_at: now })
    .where("id", "=", id)
    .where("status", "=", "open")
    .where("reason", "<>", "danger" satisfies ReportReason)
    .returning("reported_id")
    .executeTakeFirst();
}

/** Gives an open report its own reason back, if it was marked since a moment; undefined if it was not. */
export async function unsetDanger(db: Db, id: string, since: Date) {
  return await db
    .updateTable("reports")
    .set({ reason: sql<string>`filed_as`, filed_as: null, danger_marked_at: null })
    .set({ urgent: sql<boolean>`filed_as = any(${[...urgentReasons]}::text[])` })
    .where("id", "=", id)
    .where("status", "=", "open")
    .where("danger_marked_at", ">=", since)
    .returning("reported_id")
    .executeTakeFirst();
}

const shownTogether = 100;

/** The gravest first, then the newest. An item is the reported member's id; if that one is erased, the report's. */
export async function findReportsOf(db: Db, items: readonly string[]) {
  const ranked = selectShownReports(db)
    .select(sql<string>`coalesce(r.reported_id, r.id)`.as("item"))
    .select(
      sql<number>`row_number() over (partition by coalesce(r.reported_id, r.id) order by ${urgencyOf("r")} desc, r.created_at desc, r.id)`.as(
        "place",
      ),
    )
    // in these words, because no index has the item
    .where(
      sql<boolean>`(r.reported_id = any(${items}::uuid[]) or (r.id = any(${items}::uuid[]) and r.reported_id is null))`,
    )
    .where("r.status", "=", "open");
  return await db
    .selectFrom(ranked.as("ranked"))
    .selectAll()
    .where("place", "<=", shownTogether)
    .orderBy("item")
    .orderBy("place")
    .execute();
}

/** These reports, the oldest first, with all others that were decided on together with one of them. */
export async function findDecidedTogether(db: Db, ids: readonly string[]) {
  const decisions = sql`select decision_id from reports where id = any(${ids}::uuid[])`;
  return await selectShownReports(db)
    .select("r.decision_id")
    .where(sql<boolean>`(r.id = any(${ids}::uuid[]) or r.decision_id = any(array(${decisions})))`)
    .orderBy("r.created_at")
    .orderBy("r.id")
    .execute();
}

export async function findReportsBy(db: Db, reporterId: string) {
  return await db
    .selectFrom("reports as r")
    .leftJoin("accounts as a", (join) => join.onRef("a.id", "=", "r.reported_id").on("a.status", "<>", "deleted"))
    .leftJoin("profiles as p", "p.member_id", "a.id")
    .select(["r.id", "r.about", "r.talk_at", reasonChosen("r").as("reason"), "r.status", "r.created_at"])
    .select(["p.name", "p.fictional", "p.automatic"])
    .where("r.reporter_id", "=", reporterId)
    .orderBy("r.created_at", "desc")
    .limit(listLimit)
    .execute();
}

const selectReports = (db: Db) =>
  db
    .selectFrom("reports as r")
    .innerJoin("sites as s", "s.id", "r.site_id")
    .leftJoin("profiles as reporter", "reporter.member_id", "r.reporter_id")
    .leftJoin("profiles as reported", "reported.member_id", "r.reported_id")
    .select(["r.id", "s.key as site", "r.about", "r.reason", "r.created_at", "r.reporter_id", "r.reported_id"])
    .select(["reporter.name as reporter", "reported.name as reported", "reported.fictional as reported_fictional"]);

export async function recordChatOpened(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("reports").set({ chat_opened_at: now }).where("id", "=", id).execute();
}

/** `item`: what the reports have to be of (`findReportsOf`). */
export type Settled = { item: string; decisionId: string; unfounded: boolean; now: Date };

/** Closes reports about `item` that are open, in this order, and ends the retention of their photos' copies. */
export async function closeOpenReports(
  db: AnyTrx,
  ids: readonly string[],
  { item, decisionId, unfounded, now }: Settled,
) {
  // in one order, so that two decisions at once can't wait for each other
  await lockOther(db, db.selectFrom("reports").select("id").where("id", "in", ids).orderBy("id"));
  const closed = await db
    .updateTable("reports")
    .set({
      status: "closed",
      closed_at: now,
      decision_id: decisionId,
      unfounded,
      photo_until: sql<Date>`case when photo_until is not null then ${now}::timestamptz end`,
    })
    .where("id", "in", ids)
    .where("status", "=", "open")
    .where(sql<boolean>`coalesce(reported_id, id) = ${item}::uuid`)
    .returning(["id", "site_id", "reporter_id", "reported_id", "about", "about_id", "reason", "evidence", "unquoted"])
    .returning(["introduction_id", "talk_at", "created_at"])
    .execute();
  return ids.flatMap((id) => closed.find((report) => report.id === id) ?? []);
}

export async function eraseReportCopies(db: Db, evidenceBefore: Date, now: Date): Promise<void> {
  await db
    .updateTable("reports")
    .set({ evidence: null })
    .where("closed_at", "<", evidenceBefore)
    .where("evidence", "is not", null)
    .execute();
  await db.updateTable("reports").set({ chat: null, chat_until: null }).where("chat_until", "<=", now).execute();
}

/** Photos with a copy whose retention has ended for a report; `isNeeded` if not for another one. */
export async function findDuePhotos(db: Db, now: Date): Promise<(PhotoOf & { isNeeded: boolean })[]> {
  const { rows } = await sql<PhotoOf & { isNeeded: boolean }>`
    select distinct site_id as "siteId", reported_id as "memberId", ${shownPhoto("due")} as id, exists (
      select from reports as other where reported_id = due.reported_id
      and ${shownPhoto("other")} = ${shownPhoto("due")} and photo_until > ${now}) as "isNeeded"
    from reports as due where photo_until <= ${now}`.execute(db);
  return rows;
}

/** Reports whose retention of a photo's copy has ended no longer show it. */
export async function markPhotoDeleted(db: Db, photo: PhotoOf, now: Date): Promise<void> {
  await updateCopies(db, photo, null).where("photo_until", "<=", now).execute();
}

/** No report shows the copy of this photo any more; false if none did. */
export async function takePhotoCopy(db: Db, photo: PhotoOf): Promise<boolean> {
  const updated = await updateCopies(db, photo, null).where("photo_until", "is not", null).executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Removes an erased member from all reports by or about them, with the text of their own reports and all copies. */
export async function anonymiseReports(db: Db, memberId: string): Promise<void> {
  const withoutCopies = { chat: null, chat_until: null, evidence: null };
  await db
    .updateTable("reports")
    .set({ ...withoutCopies, reporter_id: null, text: "" })
    .where("reporter_id", "=", memberId)
    .execute();
  await db
    .updateTable("reports")
    .set({ ...withoutCopies, photo_until: null, reported_id: null, about_id: null, message_photo_id: null })
    .set({ introduction_id: null })
    .where("reported_id", "=", memberId)
    .execute();
}
