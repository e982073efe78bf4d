import { consentVersion } from "#contract/constants.ts";
import { explicitInterests } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import { nameKey } from "#server/features/auth/index.ts";
import { seeksOf } from "#server/features/profiles/index.ts";
import { factsOf } from "./facts.ts";
import { insertAll } from "./insert.ts";
import type { Person } from "./people.ts";
import { preferencesOf } from "./preferences.ts";
import { questionRows } from "./questions.ts";
import type { Town } from "./towns.ts";

/** Interests that need the member's consent to be shown. */
const bold = new Set<string>(explicitInterests);

export type Inhabitant = Person & { siteId: number; place: Town };

export async function insertPeople(db: Db, people: readonly Inhabitant[], passwordHash: string): Promise<void> {
  const accounts = people.map((person) => ({
    id: person.id,
    site_id: person.siteId,
    name: person.name,
    name_key: nameKey(person.name),
    email: person.email,
    password_hash: passwordHash,
    language: person.language,
    status: "active",
    paid_since: person.premium ? person.createdAt : null,
    created_at: person.createdAt,
    confirmed_at: person.createdAt,
  }));
  const profiles = people.map((person) => ({
    member_id: person.id,
    site_id: person.siteId,
    name: person.name,
    gender: person.gender,
    sexuality: person.sexuality,
    ...seeksOf(person.gender, person.sexuality),
    date_of_birth: person.dateOfBirth,
    sexuality_consent_at: person.createdAt,
    consent_version: consentVersion,
    country: person.country,
    ...person.place,
    hair_color: person.hair_color,
    eye_color: person.eye_color,
    body_type: person.body_type,
    relationship_status: person.relationship_status,
    tattoos: person.tattoos,
    interests: person.interests,
    explicit_consent_at: person.interests.some((code) => bold.has(code)) ? person.createdAt : null,
    about_me: person.aboutMe,
    ...preferencesOf(person),
    ...factsOf(person),
    premium: person.premium,
    fictional: person.fictional,
    automatic: person.automatic,
    introduces: person.automatic,
    shown_to_visitors: person.shownToVisitors,
    visitors_see_more: person.shownToVisitors,
    listed: true,
    created_at: person.createdAt,
    last_active_at: person.lastActiveAt,
  }));
  await insertAll(db, "accounts", accounts);
  await insertAll(db, "profiles", profiles);
  await insertAll(db, "opening_questions", people.flatMap(questionRows));
}
