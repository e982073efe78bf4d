import { expect, test } from "vitest";
import { createMmdbGeo } from "./mmdb.ts";

test("R3.04 geoip_country: known addresses have a country, local ones have none", () => {
  const geo = createMmdbGeo();
  expect(geo.countryOf("193.0.6.139")).toBe("NL");
  expect(geo.countryOf("2001:67c:2e8:22::c100:68b")).toBe("NL");
  expect(geo.countryOf("::ffff:193.0.6.139")).toBe("NL");
  expect(geo.countryOf("127.0.0.1")).toBeNull();
  expect(geo.countryOf("::1")).toBeNull();
});
