import { expect, test } from "vitest";
import { canWriteFirst } from "./steps.ts";

test("D3.2 the signup begins with a message only if the gift pays for it, and no proof of age comes first", () => {
  const site = { message_credits: 2, signup_credits: 2, age_assurance: "off" } as const;
  expect(canWriteFirst(site)).toBe(true);
  expect(canWriteFirst({ ...site, signup_credits: 1 })).toBe(false);
  expect(canWriteFirst({ ...site, age_assurance: "required" })).toBe(false);
});
