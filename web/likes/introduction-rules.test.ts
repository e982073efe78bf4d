import { expect, test } from "vitest";
import { isFromPerson, mayBeIntroduced } from "./introduction-rules.ts";

const now = Date.parse("2026-11-20T18:00:00Z");
const anna = { status: "active", signup_date: "2026-11-19T18:00:00Z" };

test.each(["/members", "/members/7b0f5f0a-2c0e-4d6c-9a5e-1f2d3c4b5a69", "/likes", "/likes/m/1"])(
  "R4.20 a new member may get an introduction on %s",
  (pathname) => expect(mayBeIntroduced(anna, pathname, now)).toBe(true),
);

test.each(["/", "/chats", "/chats/1", "/members/1/chat", "/premium", "/credits", "/notifications", "/likes/sent"])(
  "R4.20 there are no introductions on %s",
  (pathname) => expect(mayBeIntroduced(anna, pathname, now)).toBe(false),
);

test("R4.20 members who are not confirmed, or not new, get no introductions", () => {
  expect(mayBeIntroduced({ ...anna, status: "not_confirmed" }, "/members", now)).toBe(false);
  expect(mayBeIntroduced({ ...anna, signup_date: "2026-11-06T18:00:01Z" }, "/members", now)).toBe(true);
  expect(mayBeIntroduced({ ...anna, signup_date: "2026-11-06T18:00:00Z" }, "/members", now)).toBe(false);
});

test("R2.18 D11.7 a dialog opens for a person's like or introduction, never for a fictional profile's or a program's", () => {
  const person = { fictional: false, automatic: false, introduced: false };
  expect(isFromPerson(person)).toBe(true);
  expect(isFromPerson({ ...person, introduced: true })).toBe(true);
  expect(isFromPerson({ ...person, automatic: true })).toBe(false);
  expect(isFromPerson({ ...person, fictional: true })).toBe(false);
  expect(isFromPerson({ ...person, fictional: true, introduced: true })).toBe(false);
});
