import type { Db } from "#server/db/pool.ts";
import { type Place, snapToGrid } from "#server/features/places/index.ts";
import { seeksOf } from "./orientation.ts";

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

/** The columns of a profile for a home town: the square kilometre of its middle, nothing more exact (D4.5). */
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
      country: profile.country,
      ...(profile.place ? homeColumns(profile.place) : {}),
      created_at: profile.now,
      last_active_at: profile.now,
    })
    .execute();
}
