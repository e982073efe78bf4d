import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type CountryResponse, Reader } from "mmdb-lib";
import { z } from "zod";
import type { Geo } from "./port.ts";

const record = z.object({ country_code: z.string().regex(/^[A-Z]{2}$/) });

/** Unwraps an IPv4 address that a dual-stack socket writes as IPv6: the data file knows only the plain form. */
const plain = (ip: string) => ip.replace(/^::ffff:(?=[\d.]+$)/i, "");

/** Countries from the data file that comes with the dependencies (CC0); loaded on first use. */
export function createMmdbGeo(): Geo {
  let reader: Reader<CountryResponse> | undefined;
  return {
    countryOf(ip) {
      reader ??= new Reader<CountryResponse>(
        readFileSync(
          createRequire(import.meta.url).resolve(
            "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
          ),
        ),
      );
      const parsed = record.safeParse(reader.get(plain(ip)));
      return parsed.success ? parsed.data.country_code : null;
    },
  };
}
