import { expect, test } from "vitest";
import { supportPhone } from "#contract/company-address.ts";
import type { Language } from "#contract/constants.ts";
import { createFormat } from "./format.ts";

const now = () => Date.parse("2026-11-05T22:30:00Z");
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const at = (language: Language, zone = "Europe/Berlin") => createFormat(language, zone, now);

test("R9.11 dates have the language's form, British in English", () => {
  expect(at("en").date("2026-11-05T14:07:00Z")).toBe("5 Nov 2026");
  expect(at("de").date("2026-11-05T14:07:00Z")).toBe("05.11.2026");
  expect(at("sv").date("2026-11-05T14:07:00Z")).toBe("5 nov. 2026");
  expect(at("fi").time("2026-11-05T14:07:00Z")).toBe("15.07");
  expect(at("en").time("2026-11-05T14:07:00Z")).toBe("15:07");
});

test("a deadline names its zone if the reader's is unknown, as without scripts", () => {
  expect(plain(at("nl").deadline("2026-11-05T14:07:00Z"))).toBe("15:07");
  expect(plain(at("nl", "UTC").deadline("2026-11-05T14:07:00Z"))).toBe("14:07 UTC");
  expect(plain(at("de").deadline("2026-11-05T14:07:00Z"))).toBe("15:07 Uhr");
  expect(plain(at("de", "UTC").deadline("2026-11-05T14:07:00Z"))).toBe("14:07 Uhr UTC");
});

test("R9.11 a day is today, yesterday, a weekday, then a date, by the reader's midnight", () => {
  const { day } = at("en");
  expect(day("2026-11-05T00:10:00Z")).toBe("today");
  expect(day("2026-11-04T23:10:00Z")).toBe("today");
  expect(day("2026-11-04T22:50:00Z")).toBe("yesterday");
  expect(day("2026-11-01T12:00:00Z")).toBe("Sunday");
  expect(day("2026-10-29T12:00:00Z")).toBe("29 Oct 2026");
  expect(at("en", "Pacific/Auckland").day("2026-11-05T10:50:00Z")).toBe("yesterday");
});

test("D7.1 money is minor units, written by the language, with ISO 4217's digits", () => {
  expect(plain(at("en").money(95, "EUR"))).toBe("€0.95");
  expect(plain(at("de").money(123_450, "EUR"))).toBe("1.234,50 €");
  expect(plain(at("nl").money(123_450, "EUR"))).toBe("€ 1.234,50");
  expect(plain(at("es").money(123_450, "EUR"))).toBe("1234,50 €");
  expect([at("fr"), at("pl"), at("en")].map(({ money }) => plain(money(60, "GBP")))).toEqual([
    "0,60 £",
    "0,60 £",
    "£0.60",
  ]);
  expect(plain(at("en").money(199_000, "HUF"))).toBe("HUF 1,990.00");
});

test("distances, countries and lists are written by the language", () => {
  expect(plain(at("en").distance(25))).toBe("25 km");
  expect(at("de").country("NL")).toBe("Niederlande");
  expect(at("fr").list(["Anna", "Eva"])).toBe("Anna et Eva");
});

test("a height in feet is rounded to inches, twelve of which are a foot", () => {
  expect([140, 152, 175, 182].map((height) => plain(at("en").feet(height)))).toEqual([
    "4 ft 7 in",
    "5 ft 0 in",
    "5 ft 9 in",
    "6 ft 0 in",
  ]);
});

test("a duration is minutes, hours or days, and a calendar day the same one in each time zone", () => {
  expect([0, 59, 3599, 3600, 2 * 86_400 - 1, 2 * 86_400].map((seconds) => plain(at("en").duration(seconds)))).toEqual([
    "0 mins",
    "0 mins",
    "59 mins",
    "1 hr",
    "47 hrs",
    "2 days",
  ]);
  expect(at("en", "Pacific/Honolulu").calendarDay("2026-11-05")).toBe("5 Nov 2026");
});

test("R9.06 the support phone is the site's if it is set, else the company's, without dashes and spaces", () => {
  const company = { support_phone: "+31 30-123 45 67" };
  expect(supportPhone({ support_phone: "+31 20 - 123 45-67" }, company)).toBe("+31201234567");
  expect(supportPhone({ support_phone: "" }, company)).toBe("+31301234567");
  expect(supportPhone({ support_phone: "" }, { support_phone: "" })).toBe("");
});
