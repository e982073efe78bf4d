import { type InferResult, sql, type Updateable } from "kysely";
import { consentVersion, type Language } from "#contract/constants.ts";
import { codedFacts } from "#contract/facts.ts";
import type { Profile } from "#contract/profiles.ts";
import { type Lockable, lockAccount, lockOne } from "#server/db/locks.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import type { Profiles } from "#server/db/tables.ts";
import { type Place, snapToGrid } from "#server/features/sites/index.ts";
import { leavesOut, visibilityColumns } from "#server/features/visibility/index.ts";
import { matchColumns, seeksOf } from "./matching/rules.ts";
import { selectPhotosInOrder } from "./photos/photos-store.ts";
import { questionsOfProfile } from "./questions/questions-store.ts";
import { introductionOfProfile } from "./voice/introductions-store.ts";

const lookColumns = ["hair_color", "eye_color", "body_type", "relationship_status", "tattoos"] as const;
const factColumns = ["height", ...codedFacts, "languages"] as const;

/** The columns of codes, which only what has passed the calls' schemas is written to. */
type Codes = Pick<Profile, (typeof lookColumns)[number] | (typeof codedFacts)[number] | "languages" | "interests">;

type ListInput = { ids: readonly string[]; viewerId: string | null; language: Language };
const givenIds = given<ListInput>(({ ids }) => ids);
const givenFirst = given<ListInput>(({ ids }) => ids[0]);
const givenViewer = given<ListInput, string | null>(({ viewerId }) => viewerId);
const givenLanguage = given<ListInput>(({ language }) => language);

/** `one`: a plan for any list expects ten ids, so that none is kept for one. */
type ListShape = { forMember: boolean; one: boolean };

const selectProfiles = ({ forMember, one }: ListShape, db: Db) =>
  db
    .selectFrom("profiles as p")
    .leftJoin("photos as ph", "ph.id", "p.main_photo_id")
    .leftJoin("cities as c", "c.id", "p.city_id")
    .leftJoin("likes as l", (join) => join.onRef("l.to_id", "=", "p.member_id").on("l.from_id", "=", givenViewer))
    .leftJoin("likes as back", (join) =>
      join.onRef("back.from_id", "=", "p.member_id").on("back.to_id", "=", givenViewer),
    )
    .select([
      "p.member_id",
      "p.site_id",
      "p.name",
      "p.region",
      "p.premium",
      "p.verified_at",
      "p.fictional",
      "p.automatic",
      "p.listed",
      "p.last_active_at",
      "p.created_at",
      "ph.id as photo_id",
      "ph.status as photo_status",
      "ph.width as photo_width",
      "ph.height as photo_height",
      "ph.thumbhash as photo_thumbhash",
      "ph.edition as photo_edition",
      "ph.caption as photo_caption",
      sql<string>`coalesce(c.names ->> ${givenLanguage}::text, c.name, '')`.as("city_name"),
      sql<string>`coalesce((select names ->> ${givenLanguage}::text from regions where code = p.region), '')`.as(
        "region_name",
      ),
      // an introduction (automatic) does not count as the viewer's like until it is returned
      sql<boolean>`l.to_id is not null and (not l.automatic or back.from_id is not null)`.as("liked"),
      sql<boolean>`l.to_id is not null and back.from_id is not null`.as("match"),
      sql<boolean>`coalesce(back.automatic or (l.automatic and back.from_id is not null), false)`.as("introduced"),
    ])
    .select(matchColumns.map((column) => `p.${column}` as const))
    .select(visibilityColumns(forMember ? givenViewer : null, "p"))
    .where("p.member_id", "=", one ? sql<string>`${givenFirst}` : sql<string>`any(${givenIds}::uuid[])`);

export type ProfileRow = InferResult<ReturnType<typeof selectProfiles>>[number];

const profilesStatement = defineStatement<ListInput, ListShape, ProfileRow>(selectProfiles, () => true);

/** The rows of members for lists, in no order; `viewerId` is null for a visitor. */
export async function findProfiles(db: Db, ids: readonly string[], viewerId: string | null, language: Language) {
  return await profilesStatement.run(
    db,
    { forMember: viewerId !== null, one: ids.length === 1 },
    { ids, viewerId, language },
  );
}

export async function findDetails(db: Db, memberId: string, viewerId: string | null) {
  return await db
    .selectFrom("profiles")
    .modifyFront(prepared)
    .leftJoin("likes", (join) => join.onRef("likes.from_id", "=", "member_id").on("likes.to_id", "=", viewerId))
    .select([
      "sexuality",
      ...lookColumns,
      ...factColumns,
      "goals",
      "shows_goals",
      "interests",
      "about_me",
      questionsOfProfile.as("questions"),
      introductionOfProfile.as("voice"),
      sql<boolean>`likes.from_id is not null`.as("likes_you"),
    ])
    .$narrowType<Codes & Pick<Profile, "sexuality" | "goals">>()
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

/** What decides about members in the swipe game, in no order. */
export async function findDeciding(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom("profiles")
    .modifyFront(prepared)
    .select(["member_id", "goals", "shows_goals", "children", "smoking", "height", "about_me"])
    .$narrowType<Pick<Profile, "goals" | "children" | "smoking">>()
    .where("member_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export type DecidingRow = Awaited<ReturnType<typeof findDeciding>>[number];

/** A member's text about themselves, and whether they limit who may write first; undefined: there is no such member. */
export async function findCardText(db: Db, memberId: string) {
  return await db
    .selectFrom("profiles")
    .select(["about_me", sql<boolean>`only_fitting_write or only_verified_write`.as("limits_writers"), "interests"])
    .select(sql<boolean>`visitors_see_more or fictional`.as("visitors_see_more"))
    .select(questionsOfProfile.as("questions"))
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

export type Details = NonNullable<Awaited<ReturnType<typeof findDetails>>>;

export async function findViewer(db: Db, memberId: string) {
  return await db
    .selectFrom("profiles")
    .modifyFront(prepared)
    .select(["member_id", "site_id", "hides_fictional", "invisible", "premium", "name"])
    .select(["prefers_min_age", "prefers_max_age", "prefers_distance"])
    .select(matchColumns)
    .select(leavesOut(memberId).as("leaves_out"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
}

export type ViewerProfile = Awaited<ReturnType<typeof findViewer>>;

/** A member's photos in their order; for the owner including those under inspection. */
export async function findPhotosOf(db: Db, memberId: string, { forOwner }: { forOwner: boolean }) {
  return await selectPhotosInOrder(db)
    .modifyFront(prepared)
    .select(["photos.status", "photos.thumbhash", "photos.caption"])
    .where("photos.member_id", "=", memberId)
    .$if(!forOwner, (query) => query.where("photos.status", "=", "active"))
    .execute();
}

function selectOwn(db: Db, memberId: string) {
  return db
    .selectFrom("profiles")
    .leftJoin("answer_odds", "answer_odds.member_id", "profiles.member_id")
    .select(["about_me", "about_me_inspection", "date_of_birth", ...lookColumns, "interests", "city_id"])
    .select([...factColumns, "shows_goals"])
    .select([
      "hides_fictional",
      "invisible",
      "introduces",
      "leaves_visits",
      "shows_typing",
      "shows_read",
      "takes_talks",
    ])
    .select(["shows_gifts", "shown_to_visitors", "shows_odds", "only_fitting_write", "only_verified_write"])
    .select("shares_click")
    .select(["answer_odds.share as answer_share", "answer_odds.within_a_day as answers_within_a_day"])
    .select(["explicit_consent_at", "about_me_consent_at", "preferences_at", "sexuality"])
    .select(questionsOfProfile.as("questions"))
    .$narrowType<Codes>()
    .where("profiles.member_id", "=", memberId);
}

/** A member's own profile. */
export const findOwn = async (db: Db, memberId: string) => await selectOwn(db, memberId).executeTakeFirstOrThrow();

/** The same, locked for a change. */
export async function lockOwnProfile(db: Lockable<"profiles">, memberId: string) {
  return await lockOne(db, "profiles", selectOwn(db, memberId), { of: "profiles" });
}

export type OwnRow = Awaited<ReturnType<typeof findOwn>>;

/** Locks a profile to change the sexuality. The account is kept, so that no change of its status is missed. */
export async function lockSexuality(db: Lockable<"accounts">, memberId: string) {
  const account = await lockAccount(db, memberId, "share");
  const profile = db.selectFrom("profiles").select(["gender", "sexuality_consent_at", "consent_version"]);
  return (await lockOne(account, "profiles", profile.where("member_id", "=", memberId))).row;
}

/** What a member agrees to: their sexuality, explicit interests, text and click. */
export async function findConsents(db: Db, memberId: string) {
  return await db
    .selectFrom("profiles")
    .select([
      sql<boolean>`sexuality is not null`.as("sexuality"),
      sql<boolean>`explicit_consent_at is not null`.as("explicit"),
      sql<boolean>`about_me_consent_at is not null`.as("about_me"),
      "shares_click as click",
    ])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

export async function updateProfile(db: Db, memberId: string, changes: Updateable<Profiles>): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db.updateTable("profiles").set(changes).where("member_id", "=", memberId).execute();
}

/** Shows a text under inspection to others; false if the member has changed it meanwhile. */
export async function approveText(db: Db, memberId: string, text: string): Promise<boolean> {
  const approved = await db
    .updateTable("profiles")
    .set({ about_me: text, about_me_inspection: null, about_me_inspection_since: null })
    .where("member_id", "=", memberId)
    .where("about_me_inspection", "=", text)
    .executeTakeFirst();
  return approved.numUpdatedRows === 1n;
}

/** Deletes a text under inspection; false if the member has changed it meanwhile. */
export async function deleteText(db: Db, memberId: string, text: string): Promise<boolean> {
  const deleted = await db
    .updateTable("profiles")
    .set({ about_me_inspection: null, about_me_inspection_since: null })
    .where("member_id", "=", memberId)
    .where("about_me_inspection", "=", text)
    .executeTakeFirst();
  return deleted.numUpdatedRows === 1n;
}

/** Deletes the text that others see, and one under inspection; returns the first, empty if there was none. */
export async function takeDownText(db: Db, memberId: string): Promise<string> {
  const { rows } = await sql<{ about_me: string }>`
    update profiles set about_me = '', about_me_inspection = null, about_me_inspection_since = null
    where member_id = ${memberId} returning old.about_me`.execute(db);
  return rows[0]?.about_me ?? "";
}

export type NewProfile = {
  memberId: string;
  siteId: number;
  name: string;
  gender: "male" | "female";
  sexuality: "hetero" | "gay" | "lesbian" | "bi";
  dateOfBirth: string;
  /** When they consented to the storage and use of their sexuality. */
  sexualityConsentAt: Date;
  sharesClick?: boolean;
  /** Null if the member has not named a town; then only `country` is known. */
  place: Place | null;
  country: string;
  now: Date;
  /** A fictional profile, which can be found at once. */
  fictional?: { aboutMe: string };
};

/** The columns of a profile for a home town: the square kilometre of its centre, nothing more exact. */
export function homeColumns({ country, region, city_id, latitude, longitude }: Place) {
  return { country, region, city_id, ...snapToGrid(latitude, longitude) };
}

/** Creates the profile of a new account; it can't be found before the address is confirmed. */
export async function createProfile(db: Db, profile: NewProfile): Promise<void> {
  await db
    .insertInto("profiles")
    .values({
      member_id: profile.memberId,
      site_id: profile.siteId,
      name: profile.name,
      gender: profile.gender,
      sexuality: profile.sexuality,
      ...seeksOf(profile.gender, profile.sexuality),
      date_of_birth: profile.dateOfBirth,
      sexuality_consent_at: profile.sexualityConsentAt,
      consent_version: consentVersion,
      shares_click: profile.sharesClick ?? false,
      country: profile.country,
      ...(profile.place ? homeColumns(profile.place) : {}),
      created_at: profile.now,
      last_active_at: profile.now,
      ...(profile.fictional && { fictional: true, listed: true, about_me: profile.fictional.aboutMe }),
    })
    .execute();
}

export async function findJoined(db: Db, memberId: string): Promise<Date> {
  const row = await db
    .selectFrom("profiles")
    .select("created_at")
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return row.created_at;
}
