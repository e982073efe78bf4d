import { expect, test } from "vitest";
import type { Page } from "#web/lib/page.ts";
import { findFirstSearch } from "./first-search.ts";

/** A page of a member with this profile. */
const pageOf = (gender: string, sexuality: string | null) =>
  ({ load: async () => ({ profile: { gender, sexuality } }) }) as unknown as Page;
const nobody = pageOf("male", null);
const search = async (page: Page, niche: number, member: boolean) =>
  (await findFirstSearch(page, niche, member)).toString();

test("D2.3 a guest's first search is that of the niche", async () => {
  expect(await search(nobody, 1, false)).toBe("");
  expect(await search(nobody, 6, false)).toBe("gender=female&min_age=35&max_age=54");
  expect(await search(nobody, 7, false)).toBe("gender=male");
});

test("D2.3 D4.1 a member who looks for others than the niche is about has no first search", async () => {
  expect(await search(pageOf("male", "hetero"), 5, true)).toBe("gender=female&min_age=55");
  expect(await search(pageOf("female", "lesbian"), 5, true)).toBe("gender=female&min_age=55");
  expect(await search(pageOf("male", "bi"), 2, true)).toBe("gender=female");
  expect(await search(pageOf("female", "hetero"), 5, true)).toBe("");
  expect(await search(pageOf("male", "gay"), 4, true)).toBe("");
  expect(await search(pageOf("male", null), 4, true)).toBe("");
  expect(await search(pageOf("female", "hetero"), 3, true)).toBe("interests=bondage");
});
