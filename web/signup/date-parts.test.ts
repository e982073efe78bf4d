import { expect, test } from "vitest";
import { isDate, joinDate, listDateParts, yearsSince } from "./date-parts.ts";

test("R5.01 the parts of a birth date are in the language's order", () => {
  expect(listDateParts("en")).toEqual(["day", "month", "year"]);
  expect(listDateParts("de")).toEqual(["day", "month", "year"]);
  expect(listDateParts("sv")).toEqual(["year", "month", "day"]);
});

test("R5.01 a typed birth date becomes a calendar date", () => {
  expect(joinDate({ day: "5", month: " 11 ", year: "1990" })).toBe("1990-11-05");
  expect(joinDate({ day: "", month: " ", year: "" })).toBe("");
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
