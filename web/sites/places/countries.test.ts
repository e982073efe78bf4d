import { expect, test } from "vitest";
import { countryOptions, visitorCountry } from "./countries.ts";

const settings = { countries: ["DE", "AT", "GB", "BE"], geoip_country: null, geoip_selected_country: null };

test("R1.01 countries are named and sorted in the page's language", () => {
  expect(countryOptions(["DE", "AT", "BE"], "de").map(({ label }) => label)).toEqual([
    "Belgien",
    "Deutschland",
    "Österreich",
  ]);
});

test("R3.04 the chosen country comes first, then that of the IP address, then the language's", () => {
  expect(visitorCountry({ ...settings, geoip_country: "BE", geoip_selected_country: "AT" }, "en")).toBe("AT");
  expect(visitorCountry({ ...settings, geoip_country: "BE" }, "en")).toBe("BE");
  expect(visitorCountry(settings, "en")).toBe("GB");
});

test("R3.04 a country without members of the site is not suggested", () => {
  expect(visitorCountry({ ...settings, geoip_country: "US" }, "de")).toBe("DE");
  expect(visitorCountry(settings, "fi")).toBe("DE");
});
