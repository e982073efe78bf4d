import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { consentVersion, type Language } from "#contract/constants.ts";
import type { CodedFact } from "#contract/facts.ts";
import type { sexualities } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import type { Profiles } from "#server/db/tables.ts";
import { createSession, nameKey } from "#server/features/auth/index.ts";
import { book, insertWallet } from "#server/features/credits/index.ts";
import { seeksOf } from "#server/features/profiles/index.ts";
import { snapToGrid } from "#server/features/sites/index.ts";
import type { Services } from "#server/services.ts";

type FactoryTools = Pick<Services, "db" | "clock" | "random">;

/** The properties of a member that a test can set; all have defaults. */
export type MemberInput = {
  siteId: number;
  name?: string;
  /** A hash by `hashPassword`. Without one the member can't log in, but the returned member has a session anyway. */
  passwordHash?: string;
  language?: Language;
  country?: string;
  /** An id of the places; null: no town named; default: the largest town of the country. */
  cityId?: number | null;
  gender?: "male" | "female";
  sexuality?: (typeof sexualities)[number];
  /** `YYYY-MM-DD` */
  dateOfBirth?: string;
  aboutMe?: string;
  interests?: string[];
  /** Looks, facts and preferences, by the columns of `profiles`. */
  preferences?: Partial<
    Pick<
      Insertable<Profiles>,
      | ("body_type" | "goals" | "prefers_min_age" | "prefers_max_age" | "prefers_distance" | "prefers_body_types")
      | (CodedFact | "height" | "languages" | "shows_goals")
    >
  >;
  /** Initial credits, booked with the cause `demo`. */
  credits?: number;
  /** False: the address is not confirmed yet, and other members can't find this one. */
  confirmed?: boolean;
  premium?: boolean;
  fictional?: boolean;
  automatic?: boolean;
  createdAt?: Date;
  lastActiveAt?: Date;
  /** With a main photo that others may see, but without its files. */
  photo?: boolean;
  /** Lets visitors see the member; off by default, as for new members. */
  shownToVisitors?: boolean;
};

export type Made = { id: string; siteId: number; name: string; email: string; cookie: string };

/**
 * A member for tests: confirmed, a woman born in 1990 who looks for anyone, in the country's largest town; `cookie` is
 * the header of a session of hers.
 */
export async function makeMember(tools: FactoryTools, input: MemberInput): Promise<Made> {
  const { db, clock, random } = tools;
  const { siteId, confirmed = true, premium = false } = input;
  const now = input.createdAt ?? clock.now();
  const name = input.name ?? `member-${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@example.org`;
  const { id } = await db
    .insertInto("accounts")
    .values({
      site_id: siteId,
      name,
      name_key: nameKey(name),
      email,
      password_hash: input.passwordHash ?? "",
      language: input.language ?? "en",
      status: confirmed ? "active" : "not_confirmed",
      paid_since: premium ? now : null,
      created_at: now,
      confirmed_at: confirmed ? now : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertProfile(db, { ...input, id, name, now });
  if (input.photo) await insertPhoto(db, { id, siteId, now });
  await insertWallet(db, id, siteId);
  if (input.credits) await giveCredits(tools, { id, siteId }, input.credits);
  return {
    id,
    siteId,
    name,
    email,
    cookie: `auth=${await createSession(db, random, { accountId: id, userAgent: "test", now: clock.now() })}`,
  };
}

/** A member who has paid before, with credits left. */
export const makePremium = (tools: FactoryTools, input: MemberInput) =>
  makeMember(tools, { credits: 20, ...input, premium: true });

/** Gives a member credits, in the ledger and in the balance. */
export async function giveCredits(
  tools: FactoryTools,
  to: { id: string; siteId: number },
  amount: number,
): Promise<void> {
  const entry = { memberId: to.id, siteId: to.siteId, amount, cause: "demo" as const, causeId: randomUUID() };
  await book(tools.db, { ...entry, now: tools.clock.now() });
}

async function insertPhoto(db: Db, member: { id: string; siteId: number; now: Date }): Promise<void> {
  const photo = { member_id: member.id, site_id: member.siteId, status: "active", width: 4, height: 5, thumbhash: "" };
  const { id } = await db
    .insertInto("photos")
    .values({ ...photo, created_at: member.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.updateTable("profiles").set({ main_photo_id: id }).where("member_id", "=", member.id).execute();
}

async function insertProfile(db: Db, member: MemberInput & { id: string; name: string; now: Date }): Promise<void> {
  const { gender = "female", sexuality = "bi", confirmed = true, now } = member;
  const town = await db
    .selectFrom("cities")
    .select(["id", "country", "region", "latitude", "longitude"])
    .where(member.cityId ? "id" : "country", "=", member.cityId ?? member.country ?? "NL")
    .orderBy("population", "desc")
    .executeTakeFirstOrThrow();
  const home = {
    region: town.region,
    city_id: town.id,
    ...snapToGrid(town.latitude, town.longitude),
  };
  await db
    .insertInto("profiles")
    .values({
      member_id: member.id,
      site_id: member.siteId,
      name: member.name,
      gender,
      sexuality,
      ...seeksOf(gender, sexuality),
      date_of_birth: member.dateOfBirth ?? "1990-05-17",
      sexuality_consent_at: now,
      consent_version: consentVersion,
      country: town.country,
      ...(member.cityId === null ? {} : home),
      interests: member.interests ?? [],
      about_me: member.aboutMe ?? "",
      ...member.preferences,
      premium: member.premium ?? false,
      fictional: member.fictional ?? false,
      automatic: member.automatic ?? false,
      shown_to_visitors: member.shownToVisitors ?? false,
      visitors_see_more: member.shownToVisitors ?? false,
      listed: confirmed,
      created_at: now,
      last_active_at: member.lastActiveAt ?? now,
    })
    .execute();
}
