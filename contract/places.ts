import { z } from "zod";
import { defineCall } from "./call.ts";
import { largestInteger } from "./constants.ts";

/** ISO 3166-1 alpha-2, upper case. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/);
/** ISO 3166-2, e.g. `DE-BY`. */
export const regionCode = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/);

export const getRegions = defineCall({
  method: "GET",
  path: "/api/regions.php",
  summary: "The regions of a country, named in the caller's language and sorted by it.",
  who: "anyone",
  query: z.object({ country: countryCode }),
  answer: z.object({ regions: z.array(z.object({ code: regionCode, name: z.string() })) }),
});

/** A country drawn by its towns: one dot for each square with a town, and each region at its centre of population. */
const countryMap = z.object({
  width: z.int(),
  height: z.int(),
  dots: z.array(z.object({ x: z.number(), y: z.number(), size: z.union([z.literal(1), z.literal(2), z.literal(3)]) })),
  regions: z.array(z.object({ code: regionCode, name: z.string(), x: z.int(), y: z.int() })),
});

export const getCountryMap = defineCall({
  method: "GET",
  path: "/api/country-map.php",
  summary: "A drawn map of a country: dots where its towns are, and its regions, named in the caller's language.",
  who: "anyone",
  query: z.object({ country: countryCode }),
  answer: z.object({ map: countryMap }),
});

const foundTown = z.object({
  id: z.int(),
  name: z.string(),
  /** The town's other name that begins with the text; null if `name` does. */
  called: z.string().nullable(),
  region: regionCode.nullable(),
  region_name: z.string(),
});

export const getCities = defineCall({
  method: "GET",
  path: "/api/cities.php",
  summary: "Up to ten towns of a country whose name, in any language, begins like the text; the largest first.",
  who: "anyone",
  query: z.object({ country: countryCode, text: z.string().trim().min(1).max(60) }),
  answer: z.object({
    cities: z.array(foundTown),
    /** If no town of the country has the name: up to three towns of the site's other countries that may be meant. */
    elsewhere: z.array(foundTown.extend({ country: countryCode })),
  }),
});

/** Degrees as browsers report them, in decimals; no exponents, which a position does not need. */
const degrees = (most: number) =>
  z
    .string({ error: "required" })
    .regex(/^[+-]?\d{1,3}(\.\d{1,20})?$/, "invalid")
    .transform(Number)
    .refine((value) => value >= -most, "too_small")
    .refine((value) => value <= most, "too_big");

export const townId = z.int("place_unknown").min(1, "place_unknown").max(largestInteger, "place_unknown");

export const city = z.object({
  city_id: z.int(),
  name: z.string(),
  region: regionCode.nullable(),
  region_name: z.string(),
  country: countryCode,
});

export const geocode = defineCall({
  method: "GET",
  path: "/api/geocode.php",
  summary:
    "The town nearest to a position that the caller has rounded to two decimals (D4.5); the position is not stored.",
  who: "anyone",
  query: z.object({ lat: degrees(90), lon: degrees(180) }),
  answer: z.object({
    /** Null if every known town is more than 100 km away. */
    city: city.nullable(),
  }),
});
