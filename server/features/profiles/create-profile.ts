import type { Db } from "#server/db/pool.ts";
import type { Place } from "#server/features/places/find-place.ts";
import { snapToGrid } from "#server/features/places/rules.ts";

export type NewProfile = {
  memberId: string;
  siteId: number;
  name: string;
  gender: "male" | "female";
  sexuality: "hetero" | "gay" | "lesbian" | "bi";
  dateOfBirth: string;
  /** When they consented to the storage and use of their sexuality (D11.5). */
  sexualityConsentAt: Date;
  /** Null if the member has not given a town; they live somewhere in `country` then. */
  place: Place | null;
  country: string;
  now: Date;
};

/** The genders that a member of this gender and sexuality looks for, as the search reads it (D4.1). */
export function seeksOf(gender: "male" | "female", sexuality: NewProfile["sexuality"]) {
  const both = sexuality === "bi";
  const same = sexuality === "gay" || sexuality === "lesbian";
  const men = both || (gender === "male") === same;
  return { seeks_men: men, seeks_women: both || !men };
}

/** The columns of a profile for a home town: the square kilometre of its middle, nothing more exact (D4.5). */
export function livingIn({ country, region, city_id, latitude, longitude }: Place) {
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
      country: profile.country,
      ...(profile.place ? livingIn(profile.place) : {}),
      created_at: profile.now,
      last_active_at: profile.now,
    })
    .execute();
}
