import type { FieldCode } from "#contract/errors.ts";
import { findPlace, type Place } from "#server/features/places/index.ts";
import type { Context } from "#server/http/handle.ts";

export type Home = {
  /** Null for somebody who has not said which town. */
  place: Place | null;
  country: string;
  wrong: { city_id?: FieldCode; country?: FieldCode };
};

/**
 * Where a new member lives: in the town they chose, or, without one, in the country they chose, that of their address, or
 * the site's first, which of these the site is for (D2.4, D3.7).
 */
export async function findHome(
  { db, site, services, request }: Pick<Context, "db" | "site" | "services" | "request">,
  asked: { city_id?: number | undefined; country?: string | undefined },
): Promise<Home> {
  const { countries } = site.settings;
  const place = asked.city_id === undefined ? null : await findPlace(db, asked.city_id);
  if (asked.city_id !== undefined) {
    const fits = place !== null && countries.includes(place.country);
    return { place, country: place?.country ?? "", wrong: fits ? {} : { city_id: "place_unknown" } };
  }
  if (asked.country !== undefined && !countries.includes(asked.country)) {
    return { place, country: asked.country, wrong: { country: "unknown_option" } };
  }
  const found = asked.country ?? services.geo.countryOf(request.ip);
  const country = countries.find((code) => code === found) ?? countries[0] ?? "";
  return { place, country, wrong: {} };
}
