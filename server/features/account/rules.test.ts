import { expect, test } from "vitest";
import { ageAt } from "#server/ages.ts";
import { validateDateOfBirth } from "./validate-identity.ts";

const age = (born: string, time: string) => ageAt(born, new Date(time));

test("D3.1 R5.01 a birthday on 29 February is on 1 March in other years, at UTC-12", () => {
  expect(age("2008-02-29", "2026-02-28T23:59:59Z")).toBe(17);
  expect(age("2008-02-29", "2026-03-01T11:59:59Z")).toBe(17);
  expect(age("2008-02-29", "2026-03-01T12:00:00Z")).toBe(18);
  expect(age("2008-02-29", "2028-02-29T11:59:59Z")).toBe(19);
  expect(age("2008-02-29", "2028-02-29T12:00:00Z")).toBe(20);
});

test("D3.1 R5.01 birthdays at the turn of the year", () => {
  expect(age("2008-12-31", "2026-12-31T11:59:59Z")).toBe(17);
  expect(age("2008-12-31", "2026-12-31T12:00:00Z")).toBe(18);
  expect(age("2009-01-01", "2027-01-01T11:59:59Z")).toBe(17);
  expect(age("2009-01-01", "2027-01-01T12:00:00Z")).toBe(18);
});

test("R5.01 dates in the future or over 120 years ago are invalid, later ones may be too young", () => {
  const refuse = (date: string, minAge = 18) => validateDateOfBirth(date, minAge, new Date("2026-11-20T18:00:00Z"));
  expect(refuse("2026-11-22")).toBe("date_of_birth_invalid");
  expect(refuse("9999-12-31")).toBe("date_of_birth_invalid");
  expect(refuse("1905-11-20")).toBe("date_of_birth_invalid");
  expect(refuse("0001-01-01")).toBe("date_of_birth_invalid");
  expect(refuse("1905-11-21")).toBeUndefined();
  expect(refuse("2026-11-20")).toBe("too_young");
  expect(refuse("2008-11-21")).toBe("too_young");
  expect(refuse("2008-11-20")).toBeUndefined();
  expect(refuse("2005-11-20", 25)).toBe("too_young");
});
