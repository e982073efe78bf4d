import type { FieldCode } from "#contract/errors.ts";
import { findPlace, type Place } from "#server/features/sites/index.ts";
import type { Context } from "#server/http/handle.ts";

export type Home = {
  /** Null if the member chose no town. */
  place: Place | null;
  country: string;
  wrong: { city_id?: FieldCode; country?: FieldCode };
};

/**
 * A new member's home: the chosen town or, without one, a country of the site. That is the chosen country, else the one
 * of the IP address if the site has it, else the site's first (D2.4, D3.7).
 */
export async function findHome(
  { db, site, services, request }: Pick<Context, "db" | "site" | "services" | "request">,
  chosen: { city_id?: number | undefined; country?: string | undefined },
): Promise<Home> {
  const { countries } = site.settings;
  const place = chosen.city_id === undefined ? null : await findPlace(db, chosen.city_id);
  if (chosen.city_id !== undefined) {
    const fits = place !== null && countries.includes(place.country);
    return { place, country: place?.country ?? "", wrong: fits ? {} : { city_id: "place_unknown" } };
  }
  if (chosen.country !== undefined && !countries.includes(chosen.country)) {
    return { place, country: chosen.country, wrong: { country: "unknown_option" } };
  }
  const found = chosen.country ?? services.geo.countryOf(request.ip);
  const country = countries.find((code) => code === found) ?? countries[0] ?? "";
  return { place, country, wrong: {} };
}
