import { expect, test } from "vitest";
import { needsReminder } from "./reminder-rules.ts";

type Subject = Parameters<typeof needsReminder>[0];
const eva: Subject = { status: "not_confirmed", notifications_disabled: [], profile: { status: "disabled" } };

test("R4.10 who has not confirmed the address is reminded", () => {
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

test("R4.10 no reminder once confirmed, nor where mails do not arrive", () => {
  expect(needsReminder({ ...eva, status: "active" }, "/members")).toBe(false);
  expect(needsReminder({ ...eva, profile: { status: "active" } }, "/members")).toBe(false);
  expect(needsReminder({ ...eva, notifications_disabled: ["bounce"] }, "/members")).toBe(false);
});
