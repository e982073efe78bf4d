import { expect, test } from "vitest";
import { isBriefReminder, needsReminder } from "./reminder-rules.ts";

type Subject = Parameters<typeof needsReminder>[0];
const eva: Subject = { status: "not_confirmed", notifications_disabled: [], profile: { status: "disabled" } };

test("R4.10 a user with an unconfirmed address is reminded", () => {
  expect(needsReminder(eva, "/members")).toBe(true);
  expect(needsReminder(eva, "/signup-matches")).toBe(true);
});

test("R4.10 no reminder on signup, settings and notifications", () => {
  for (const path of [
    "/signup",
    "/complete-signup",
    "/settings",
    "/notifications",
    "/delete-account",
    "/activate/error",
  ]) {
    expect(needsReminder(eva, path), path).toBe(false);
  }
});

test("R4.10 no reminder once confirmed, or if mails do not arrive", () => {
  expect(needsReminder({ ...eva, status: "active" }, "/members")).toBe(false);
  expect(needsReminder({ ...eva, profile: { status: "active" } }, "/members")).toBe(false);
  expect(needsReminder({ ...eva, notifications_disabled: ["bounce"] }, "/members")).toBe(false);
});

test("R4.10 where it is about money the reminder is one line, so that prices and outcomes are on the first screen", () => {
  expect(["/credits", "/credits/b", "/transactions/1", "/withdrawal"].every(isBriefReminder)).toBe(true);
  expect(["/members", "/chats", "/creditsx"].some(isBriefReminder)).toBe(false);
});
