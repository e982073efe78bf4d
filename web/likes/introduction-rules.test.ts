import { expect, test } from "vitest";
import { isFromPerson, mayBeIntroduced } from "./introduction-rules.ts";

const now = Date.parse("2026-11-20T18:00:00Z");
const anna = { status: "active", signup_date: "2026-11-19T18:00:00Z" };

const here = { mood: "browsing", membersArea: true } as const;

test("R4.20 a new member may get an introduction while browsing the members area, and nowhere else", () => {
  expect(mayBeIntroduced(anna, here, now)).toBe(true);
  expect(mayBeIntroduced(anna, { mood: "browsing" }, now)).toBe(false);
  for (const mood of ["writing", "paying", "settings", "signup"] as const) {
    expect(mayBeIntroduced(anna, { mood, membersArea: true }, now)).toBe(false);
  }
});

test("R4.20 members who are not confirmed, or not new, get no introductions", () => {
  expect(mayBeIntroduced({ ...anna, status: "not_confirmed" }, here, now)).toBe(false);
  expect(mayBeIntroduced({ ...anna, signup_date: "2026-11-06T18:00:01Z" }, here, now)).toBe(true);
  expect(mayBeIntroduced({ ...anna, signup_date: "2026-11-06T18:00:00Z" }, here, now)).toBe(false);
});

test("R2.18 D11.7 a dialog opens for a person's like or introduction, never for a fictional profile's or a program's", () => {
  const person = { fictional: false, automatic: false, introduced: false };
  expect(isFromPerson(person)).toBe(true);
  expect(isFromPerson({ ...person, introduced: true })).toBe(true);
  expect(isFromPerson({ ...person, automatic: true })).toBe(false);
  expect(isFromPerson({ ...person, fictional: true })).toBe(false);
  expect(isFromPerson({ ...person, fictional: true, introduced: true })).toBe(false);
});
