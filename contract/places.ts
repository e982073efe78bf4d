import { z } from "zod";
import { defineCall } from "./call.ts";

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

export const getCities = defineCall({
  method: "GET",
  path: "/api/cities.php",
  summary: "Up to ten towns of a country whose name, in any language, begins like the text; the largest first.",
  who: "anyone",
  query: z.object({ country: countryCode, text: z.string().trim().min(1).max(60) }),
  answer: z.object({
    cities: z.array(
      z.object({ id: z.int(), name: z.string(), region: regionCode.nullable(), region_name: z.string() }),
    ),
  }),
});
