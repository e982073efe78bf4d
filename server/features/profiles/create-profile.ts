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
  /** When they agreed that their sexuality is kept and used (D11.5). */
  sexualityConsentAt: Date;
  /** Null for somebody who has not said which town; they live somewhere in `country` then. */
  place: Place | null;
  country: string;
  now: Date;
};

/** What a profile keeps of the town somebody lives in: the square kilometre of its middle, nothing more exact (D4.5). */
export function livingIn({ country, region, city_id, latitude, longitude }: Place) {
  return { country, region, city_id, ...snapToGrid(latitude, longitude) };
}

/** The profile that comes with a new account; it can't be found before the address is confirmed. */
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
