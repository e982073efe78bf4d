import { type Insertable, sql, type Updateable } from "kysely";
import { type ReportReason, urgentReasons } from "#contract/moderation.ts";
import type { NoticeState } from "#contract/office.ts";
import { type AnyTrx, lockOther } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { ContentNotices, Reports } from "#server/db/tables.ts";
import { isOnSites, type StaffSites } from "#server/http/staff-sites.ts";
import type { UuidRange } from "#server/lib/uuid-range.ts";

/** A member and what of theirs is named; `photo` is null if the whole profile is. */
export type Named = { memberId: string; photo: string | null };

/** The photo of a member of the site among these ids, or else the member; undefined if none of the ids is of either. */
export async function findNamed(db: Db, siteId: number, ids: readonly string[]): Promise<Named | undefined> {
  if (ids.length === 0) return undefined;
  const photo = await db
    .selectFrom("photos")
    .select(["id", "member_id"])
    .where("site_id", "=", siteId)
    .where("id", "in", ids)
    .executeTakeFirst();
  if (photo) return { memberId: photo.member_id, photo: photo.id };
  const member = await db
    .selectFrom("profiles")
    .select("member_id")
    .where("site_id", "=", siteId)
    .where("member_id", "in", ids)
    .executeTakeFirst();
  return member && { memberId: member.member_id, photo: null };
}

export async function findByNameKey(db: Db, siteId: number, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("accounts")
    .select("id")
    .where("site_id", "=", siteId)
    .where("name_key", "=", key)
    .where("status", "<>", "deleted")
    .executeTakeFirst();
  return row?.id;
}

/** The report as which staff work on a notice; it has no reporter. Returns its id. */
export async function insertReport(db: Db, report: Insertable<Reports> & { reason: ReportReason }): Promise<string> {
  const urgent = urgentReasons.includes(report.reason);
  const { id } = await db
    .insertInto("reports")
    .values({ ...report, urgent })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertNotice(db: Db, notice: Insertable<ContentNotices>): Promise<string> {
  const { id } = await db.insertInto("content_notices").values(notice).returning("id").executeTakeFirstOrThrow();
  return id;
}

export type NoticeRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

const selectNotice = (db: Db, siteId: number, id: string) =>
  db.selectFrom("content_notices").selectAll().where("site_id", "=", siteId).where("id", "=", id);

export async function findNotice(db: Db, siteId: number, id: string) {
  return await selectNotice(db, siteId, id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockNotice(db: AnyTrx, siteId: number, id: string): Promise<NoticeRow | undefined> {
  return await lockOther(db, selectNotice(db, siteId, id));
}

export async function lockNoticeOf(db: AnyTrx, reportId: string) {
  return await lockOther(db, db.selectFrom("content_notices").selectAll().where("report_id", "=", reportId));
}

export async function findReportedContent(db: Db, id: string) {
  return await db
    .selectFrom("reports")
    .select(["reported_id", "about", "about_id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

type Decision = { acted: boolean; words: string; staffId: string | null; now: Date };

const change = async (db: Db, id: string, columns: Updateable<ContentNotices>): Promise<void> => {
  await db.updateTable("content_notices").set(columns).where("id", "=", id).execute();
};

export const saveDecision = (db: Db, id: string, { acted, words, staffId, now }: Decision) =>
  change(db, id, { acted, words, decided_at: now, decided_by: staffId });

const undecided = { acted: null, words: null, decided_at: null, decided_by: null };

/** The notice waits for a decision again, by another report. */
export const saveReopened = (db: Db, id: string, reportId: string) =>
  change(db, id, { ...undecided, report_id: reportId });

export const saveQuestion = (db: Db, id: string, question: string, now: Date) =>
  change(db, id, { question, asked_at: now, reply: null, replied_at: null });

type Said = { text: string; reportId: string; now: Date };

export const saveQuestionReply = (db: Db, id: string, { text, reportId, now }: Said) =>
  change(db, id, { reply: text, replied_at: now, report_id: reportId });

/** The open report of a notice that names no member becomes one about a member; undefined if there is none. */
export async function setReported(
  db: Db,
  reportId: string,
  { memberId, photo }: Named,
): Promise<{ id: string } | undefined> {
  return await db
    .updateTable("reports")
    .set({ reported_id: memberId, about: photo ? "photo" : "profile", about_id: photo ?? memberId })
    .where("id", "=", reportId)
    .where("status", "=", "open")
    .where("reported_id", "is", null)
    .returning("id")
    .executeTakeFirst();
}

export async function findSiteOfNotice(db: Db, reportId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("content_notices")
    .select("site_id")
    .where("report_id", "=", reportId)
    .executeTakeFirst();
  return row?.site_id;
}

export const saveNoticeObjection = (db: Db, id: string, { text, reportId, now }: Said) =>
  change(db, id, { objection: text, objected_at: now, report_id: reportId });

type Answer = { upheld: boolean; words: string; now: Date };

export const saveNoticeAnswer = (db: Db, id: string, { upheld, words, now }: Answer) =>
  change(db, id, { upheld, answer: words, answered_at: now });

export async function findNoticesOf(db: Db, reportIds: readonly string[]) {
  if (reportIds.length === 0) return new Map<string | null, never>();
  const rows = await db
    .selectFrom("content_notices")
    .select(["report_id", "name", "email", "language", "place", "question", "reply", "objection", "decided_at"])
    .where("report_id", "in", reportIds)
    .execute();
  return new Map(
    rows.map(({ report_id, decided_at: decided, ...notice }) => [
      report_id,
      { ...notice, can_ask: notice.email !== "" && decided === null },
    ]),
  );
}

/** What a notice is found by; null: any. */
type NoticeSearch = {
  named: { ids: UuidRange | null; email: string | null } | null;
  state: NoticeState | undefined;
  sites: StaffSites;
  limit: number;
};

const stateOfNotice = sql<NoticeState>`case when r.status = 'open' then 'open'
  when n.asked_at is not null and n.replied_at is null and n.decided_at is null then 'waiting' else 'done' end`;

/** The notices that staff search for, the newest first; none has an index for an address, as guests write few. */
export async function findNoticesBy(db: Db, { named, state, sites, limit }: NoticeSearch) {
  const notices = db
    .selectFrom("content_notices as n")
    .innerJoin("sites as s", "s.id", "n.site_id")
    .leftJoin("reports as r", "r.id", "n.report_id")
    .leftJoin("profiles as p", "p.member_id", "r.reported_id")
    .select(["n.id", "s.key as site", "n.reason", "n.text", "n.created_at", "n.asked_at", "n.name", "n.email"])
    .select(["n.report_id", "n.decided_at", "n.objected_at"])
    .select(["n.language", "n.place", "n.question", "n.reply", "n.objection", "r.status"])
    .select([stateOfNotice.as("state"), sql<string | null>`coalesce(r.reported_id, r.id)`.as("item")])
    .select(["p.member_id", "p.name as member", "p.fictional"])
    .where(isOnSites(sites, "n.site_id"))
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(limit);
  const matching =
    named === null
      ? notices
      : notices.where(
          sql<boolean>`(n.id between ${named.ids?.first ?? null}::uuid and ${named.ids?.last ?? null}::uuid
            or n.report_id between ${named.ids?.first ?? null}::uuid and ${named.ids?.last ?? null}::uuid
            or lower(n.email) = lower(${named.email}::text))`,
        );
  // the index has those that were asked something
  const indexed = state === "waiting" ? matching.where("n.asked_at", "is not", null) : matching;
  return await (state === undefined ? indexed : indexed.where(stateOfNotice, "=", state)).execute();
}
