import { expect, test } from "vitest";
import {
  findFirstAddress,
  findNextAddress,
  findPreviousAddress,
  listOpenSteps,
  withoutAnswered,
} from "./complete-steps.ts";

const usual = ["photo", "location", "matches", "personal_info", "about_me", "push", "confirm_email"] as const;
const eva = "/members/0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11";

test("R2.19 the steps follow the site's order, and the last one leads to the search", () => {
  expect(findFirstAddress(usual, null)).toBe("/complete-signup?step=photo");
  expect(findNextAddress(usual, "location", null)).toBe("/signup-matches");
  expect(findNextAddress(usual, "about_me", null)).toBe("/complete-signup?step=push");
  expect(findNextAddress(usual, "confirm_email", null)).toBe("/members");
  expect(findNextAddress(["confirm_email", "photo"], "confirm_email", null)).toBe("/complete-signup?step=photo");
  expect(findFirstAddress([], null)).toBe("/members");
});

test("R2.17 a user who signed up for one member sees that member's page instead of the first faces", () => {
  expect(findFirstAddress(usual, eva)).toBe(`/complete-signup?step=photo&next=${encodeURIComponent(eva)}`);
  expect(findNextAddress(usual, "location", eva)).toBe(eva);
  expect(findNextAddress(["photo"], "photo", eva)).toBe(eva);
  expect(findFirstAddress([], eva)).toBe(eva);
});

test("R2.19 the user can go back step by step, but not into the form once the account exists", () => {
  expect(findPreviousAddress(usual, "photo", null)).toBeNull();
  expect(findPreviousAddress(usual, "location", eva)).toBe(
    `/complete-signup?step=photo&next=${encodeURIComponent(eva)}`,
  );
  expect(findPreviousAddress(usual, "personal_info", null)).toBe("/signup-matches");
});

test("D3.7 a user who returns later is asked only the unfinished steps", () => {
  const looks = { hair_color: null, eye_color: null, body_type: null, relationship_status: null, tattoos: null };
  const own = { ...looks, about_me: "", city_id: null, interests: [] };
  const user = { status: "not_confirmed", profile: { main_image: null } } as const;
  expect(listOpenSteps(usual, { user, own })).toEqual(usual);
  const done = { ...own, about_me: "Hello.", city_id: 17, tattoos: "none" } as const;
  expect(listOpenSteps(usual, { user: { ...user, status: "active" }, own: done })).toEqual([
    "photo",
    "matches",
    "push",
  ]);
});

test("R2.19 a town that the form has asked for is not asked again, but its own address still asks for it", () => {
  const photo = withoutAnswered(usual, { own: { city_id: 17 }, now: "photo" });
  expect(findNextAddress(photo, "photo", null)).toBe("/signup-matches");
  expect(withoutAnswered(usual, { own: { city_id: 17 }, now: "location" })).toEqual(usual);
  expect(withoutAnswered(usual, { own: { city_id: null }, now: "photo" })).toEqual(usual);
});
