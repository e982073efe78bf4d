import { expect, test } from "vitest";
import type { Language } from "#contract/constants.ts";
import { createFormat } from "#web/lib/format.ts";
import { isDate, isPartComplete, joinDate, partsInOrder, yearsSince } from "./date-parts.ts";

test("R5.01 the parts of a birth date are in the language's order", () => {
  const orderIn = (language: Language) => partsInOrder(createFormat(language, "UTC").dateOrder());
  expect(orderIn("en")).toEqual(["day", "month", "year"]);
  expect(orderIn("de")).toEqual(["day", "month", "year"]);
  expect(orderIn("sv")).toEqual(["year", "month", "day"]);
});

test("R5.01 a typed birth date becomes a calendar date", () => {
  expect(joinDate({ day: "5", month: " 11 ", year: "1990" })).toBe("1990-11-05");
  expect(joinDate({ day: "", month: " ", year: "" })).toBe("");
});

test("a part of a birth date is complete once no further digit can follow", () => {
  expect(["4", "12", "31"].map((typed) => isPartComplete("day", typed))).toEqual([true, true, true]);
  expect(["2", "12"].map((typed) => isPartComplete("month", typed))).toEqual([true, true]);
  expect(isPartComplete("year", "1990")).toBe(true);
  expect(["", "0", "3", "x", "1 "].map((typed) => isPartComplete("day", typed))).toEqual(Array(5).fill(false));
  expect(["0", "1"].map((typed) => isPartComplete("month", typed))).toEqual([false, false]);
  expect(isPartComplete("year", "199")).toBe(false);
});

test("R5.01 an incomplete date, a two-digit year and 30 February are invalid", () => {
  const typed = [
    { day: "5", month: "", year: "1990" },
    { day: "5", month: "11", year: "90" },
    { day: "30", month: "2", year: "1990" },
    { day: "29", month: "2", year: "1991" },
    { day: "1", month: "13", year: "1990" },
    { day: "0", month: "1", year: "1990" },
    { day: "x", month: "1", year: "1990" },
  ];
  for (const parts of typed) expect(isDate(joinDate(parts)), JSON.stringify(parts)).toBe(false);
  expect(isDate("1992-02-29")).toBe(true);
  expect(isDate("0050-02-28")).toBe(true);
});

test("R5.01 the age goes up on the birthday, not before", () => {
  expect(yearsSince("2000-06-15", new Date(2018, 5, 14))).toBe(17);
  expect(yearsSince("2000-06-15", new Date(2018, 5, 15))).toBe(18);
});
