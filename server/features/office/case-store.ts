import { sql } from "kysely";
import type { MessageRisk } from "#contract/chat.ts";
import type { ComplaintTopic } from "#contract/complaints.ts";
import type { StaffRole } from "#contract/constants.ts";
import type { textPlaces } from "#contract/office.ts";
import type { PhotoSuspicion } from "#contract/photos.ts";
import type { AccountStatus } from "#contract/sanctions.ts";
import { type AnyTrx, lockOther } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { reviewMs } from "#server/features/chat/index.ts";
import { complaintsOf } from "./queue-store.ts";

const openReports = (member: string) =>
  sql<number>`(select count(*)::int from reports where reported_id = ${sql.ref(member)} and status = 'open')`.as(
    "reports",
  );

type TextPlace = (typeof textPlaces)[number];

/** What waits in profiles: texts about their members, by the member's id, and questions to open with, by their own. */
export async function findTexts(db: Db, ids: readonly string[]) {
  const questions = await db
    .selectFrom("opening_questions as q")
    .innerJoin("profiles as p", "p.member_id", "q.member_id")
    .innerJoin("accounts as a", "a.id", "p.member_id")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .select(["q.id", "s.key as site", "p.member_id", "p.name", "p.fictional", "a.status", "a.language"])
    .select(["q.body as text", sql<string>`''`.as("before"), sql<TextPlace>`'question'`.as("kind")])
    .where("q.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("q.inspection_since", "is not", null)
    .execute();
  const texts = await db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.member_id")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .select(["p.member_id as id", "s.key as site", "p.member_id", "p.name", "p.fictional", "a.status", "a.language"])
    .select(["p.about_me_inspection as text", "p.about_me as before", sql<TextPlace>`'about_me'`.as("kind")])
    .where("p.member_id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("p.about_me_inspection", "is not", null)
    .execute();
  return [...texts, ...questions];
}

/** What staff see of reported members; none of an erased one. */
export async function findReportedMembers(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.member_id")
    .leftJoin("cities as c", "c.id", "p.city_id")
    .select(["p.member_id", "p.name", "p.fictional", "p.date_of_birth", "p.about_me", "p.muted_until", "p.country"])
    .select("c.name as town")
    .select(
      sql<string[]>`array(select body from opening_questions q
        where q.member_id = p.member_id and body is not null order by q.position)`.as("questions"),
    )
    .select([
      "p.main_photo_id as photo_id",
      "a.status",
      "a.created_at",
      "a.suspended_until",
      "a.language",
      "p.last_active_at",
    ])
    .$narrowType<{ status: AccountStatus }>()
    .where("p.member_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** The marked first messages that a review is about: sent within its time, and since the one before it. */
const inReview = sql`created_at > greatest(r.opened_at - ${reviewMs} * interval '1 millisecond',
  (select max(closed_at) from reviews where member_id = r.member_id))`;

/** How many members got messages with a risk, in chats that still exist. */
const membersWith = (risk: MessageRisk) => sql<number>`(select count(distinct m.conversation_id)::int from messages m
  join message_risks k on k.message_id = m.id
  where m.conversation_id in (
    select conversation_id from first_messages where author_id = r.member_id and risky and ${inReview})
  and m.author_id = r.member_id and ${risk} = any(k.risks))`;

const markedAt = (edge: "min" | "max") => sql<Date | null>`(select ${sql.raw(edge)}(created_at) from first_messages
  where author_id = r.member_id and risky and ${inReview})`;

/** Members whose first messages were marked: numbers, and never their words (0113). */
export async function findReviews(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("reviews as r")
    .innerJoin("sites as s", "s.id", "r.site_id")
    .innerJoin("profiles as p", "p.member_id", "r.member_id")
    .innerJoin("accounts as a", "a.id", "p.member_id")
    .select(["r.id", "s.key as site", "p.member_id", "p.name", "p.fictional", "r.recipients", "r.same_text"])
    .select(["p.date_of_birth", "p.main_photo_id as photo_id", "p.about_me"])
    .select(["a.status", "a.created_at", "a.language"])
    .$narrowType<{ status: AccountStatus }>()
    .select(
      sql<number>`(select count(*)::int from photos where member_id = r.member_id
        and id is distinct from p.main_photo_id)`.as("other_photos"),
    )
    .select([membersWith("contact").as("contact"), membersWith("money").as("money")])
    .select([markedAt("min").as("first"), markedAt("max").as("last")])
    .select(openReports("r.member_id"))
    .where("r.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export async function findComplaintCases(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("complaints as c")
    .innerJoin("sites as s", "s.id", "c.site_id")
    .leftJoin("profiles as p", "p.member_id", "c.member_id")
    .select(["c.id", "s.key as site", "p.member_id", "p.name", "p.fictional", "p.country"])
    .select(["c.site_id", "c.created_at"])
    .select(["c.number", "c.kind", "c.email", "c.text", "c.language", "c.logged_in", "c.proven_address"])
    .select(["c.topic", "c.desk", "c.answer"])
    .$narrowType<{ topic: ComplaintTopic }>()
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** The account of a withdrawal: the one it named, or that of the address that was typed. */
const declarer = sql<string | null>`coalesce(w.member_id,
  (select id from accounts where site_id = w.site_id and email = w.email and status <> 'deleted'))`;

export async function findWithdrawals(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("withdrawals as w")
    .innerJoin("sites as s", "s.id", "w.site_id")
    .leftJoin("profiles as p", "p.member_id", "w.member_id")
    .select(["w.id", "s.key as site", "p.member_id", "p.name", "p.fictional"])
    .select(["w.payment_id", "w.email", "w.number", "w.site_id", "w.created_at"])
    .select(declarer.as("declarer_id"))
    .select(
      sql<string | null>`coalesce(${declarer},
        (select member_id from payments where site_id = w.site_id and id = case
          when lower(w.number) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then w.number::uuid end))`.as(
        "buyer_id",
      ),
    )
    .where("w.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export async function findIssues(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("payment_issues as i")
    .leftJoin("profiles as p", "p.member_id", "i.member_id")
    .leftJoin("payments", "payments.id", "i.payment_id")
    .leftJoin("sites as s", "s.id", "p.site_id")
    .select(["i.id", "s.key as site", "p.member_id", "p.name", "p.fictional"])
    .select(["i.kind", "i.subject", "i.payment_id", "i.detail", "payments.currency"])
    .where("i.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Payments that banks charged back, by their ids, with the last chargeback of each. */
export async function findChargedBack(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("payments as p")
    .innerJoin("chargebacks as c", "c.payment_id", "p.id")
    .distinctOn("p.id")
    .select(["p.id", "p.created_at", "p.amount_minor as amount", "p.currency"])
    .select(["c.created_at as charged_back_at", "c.reversed_at"])
    .where("p.id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy("p.id")
    .orderBy("c.created_at", "desc")
    .execute();
}

export async function findPhotoCases(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("photos as ph")
    .innerJoin("profiles as p", "p.member_id", "ph.member_id")
    .innerJoin("accounts as a", "a.id", "ph.member_id")
    .innerJoin("sites as s", "s.id", "ph.site_id")
    .leftJoin("photo_suspicions as copy", (join) =>
      join.onRef("copy.photo_id", "=", "ph.id").on("copy.kind", "=", "copy"),
    )
    .leftJoin("photos as original", "original.id", "copy.original_id")
    .leftJoin("profiles as victim", "victim.member_id", "original.member_id")
    .leftJoin("accounts as theirs", "theirs.id", "original.member_id")
    .leftJoin("cities as home", "home.id", "p.city_id")
    .leftJoin("cities as victim_home", "victim_home.id", "victim.city_id")
    .select(["ph.id", "s.key as site", "ph.width", "ph.height", "ph.caption", "p.member_id", "p.name", "p.fictional"])
    .select(["p.date_of_birth", "a.status", "original.id as original_id", "victim.member_id as victim_id"])
    .$narrowType<{ status: AccountStatus }>()
    .select("victim.name as victim_name")
    .select(["a.created_at as joined", "home.name as town", "p.country", "p.verified_at"])
    .select(["theirs.created_at as victim_joined", "victim_home.name as victim_town"])
    .select(["victim.country as victim_country", "victim.verified_at as victim_verified_at"])
    .select(["victim.fictional as victim_fictional"])
    .select([
      sql<PhotoSuspicion[]>`array(select kind from photo_suspicions where photo_id = ph.id order by kind)`.as(
        "suspicions",
      ),
      sql<boolean>`ph.id is not distinct from p.main_photo_id`.as("main"),
      sql<string | null>`(select id from photos m
        where m.id = p.main_photo_id and m.id <> ph.id and m.status = 'active')`.as("main_photo_id"),
      openReports("p.member_id"),
    ])
    .where("ph.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("ph.status", "=", "inspection")
    .execute();
}

export async function findChatPhotos(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("chat_photos as ph")
    .innerJoin("profiles as p", "p.member_id", "ph.author_id")
    .innerJoin("accounts as a", "a.id", "ph.author_id")
    .innerJoin("sites as s", "s.id", "ph.site_id")
    .leftJoin("cities as home", "home.id", "p.city_id")
    .select(["ph.id", "s.key as site", "ph.width", "ph.height", "p.member_id", "p.name", "p.fictional"])
    .select(["a.created_at as joined", "home.name as town", "p.country", "p.verified_at"])
    .select(["p.date_of_birth", "a.status"])
    .$narrowType<{ status: AccountStatus }>()
    .select([sql<PhotoSuspicion[]>`coalesce(ph.findings, '{}')`.as("suspicions"), openReports("p.member_id")])
    .where("ph.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("ph.status", "=", "inspection")
    .execute();
}

export async function findIntroductions(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("voice_introductions as v")
    .innerJoin("profiles as p", "p.member_id", "v.member_id")
    .innerJoin("accounts as a", "a.id", "v.member_id")
    .innerJoin("sites as s", "s.id", "v.site_id")
    .leftJoin("cities as home", "home.id", "p.city_id")
    .select(["v.id", "s.key as site", "v.seconds", "p.member_id", "p.name", "p.fictional", "p.date_of_birth"])
    .select(["a.status", "a.created_at as joined", "home.name as town", "p.country", "p.verified_at"])
    .$narrowType<{ status: AccountStatus }>()
    .select(openReports("p.member_id"))
    .where("v.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("v.status", "=", "inspection")
    .execute();
}

/** The number of a complaint, its key in its feature, and its member; undefined if another role works on it. */
export async function findComplaint(db: AnyTrx, id: string, role: StaffRole) {
  const complaints = db.selectFrom("complaints").select(["number", "member_id"]);
  return await lockOther(db, complaints.where("id", "=", id).where(complaintsOf(role)));
}

export async function findCaseMember(db: Db, table: "withdrawals" | "payment_issues" | "reviews", id: string) {
  const row = await db.selectFrom(table).select("member_id").where("id", "=", id).executeTakeFirst();
  return row?.member_id ?? null;
}

export async function findSiteOf(db: Db, memberId: string): Promise<number | undefined> {
  const row = await db.selectFrom("profiles").select("site_id").where("member_id", "=", memberId).executeTakeFirst();
  return row?.site_id;
}
