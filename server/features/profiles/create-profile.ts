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
  place: Place;
  now: Date;
};

/** Whom a gender and a sexuality look for, as the search reads it (D4.1). */
export function seeksOf(gender: "male" | "female", sexuality: NewProfile["sexuality"]) {
  const both = sexuality === "bi";
  const same = sexuality === "gay" || sexuality === "lesbian";
  const men = both || (gender === "male") === same;
  return { seeks_men: men, seeks_women: both || !men };
}

/** The profile that comes with a new account; it can't be found before the address is confirmed. */
export async function createProfile(db: Db, profile: NewProfile): Promise<void> {
  const { latitude, longitude } = snapToGrid(profile.place.latitude, profile.place.longitude);
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
      country: profile.place.country,
      region: profile.place.region,
      city_id: profile.place.city_id,
      latitude,
      longitude,
      created_at: profile.now,
      last_active_at: profile.now,
    })
    .execute();
}
