import { expect, test } from "vitest";
import type { Page } from "#web/lib/page.ts";
import { findFirstSearch } from "./first-search.ts";

/** A page of a member with this profile. */
const pageOf = (gender: string, sexuality: string | null) =>
  ({ load: async () => ({ profile: { gender, sexuality } }) }) as unknown as Page;
const nobody = pageOf("male", null);
const search = async (page: Page, niche: number, user: Parameters<typeof findFirstSearch>[2]) =>
  (await findFirstSearch(page, niche, user)).toString();
const member = { wanted_ages: { min: 29, max: 39 } };

test("D2.3 a guest's first search is that of the niche", async () => {
  expect(await search(nobody, 1, null)).toBe("");
  expect(await search(nobody, 6, null)).toBe("gender=female&min_age=35&max_age=54");
  expect(await search(nobody, 7, null)).toBe("gender=male");
});

test("D4.3 a member's first search is for the ages that they look for, unless the niche is about ages", async () => {
  expect(await search(nobody, 1, member)).toBe("min_age=29&max_age=39");
  expect(await search(pageOf("male", "hetero"), 6, member)).toBe("gender=female&min_age=35&max_age=54");
});

test("D2.3 D4.1 a member who looks for others than the niche is about gets the ages only", async () => {
  const ages = "min_age=29&max_age=39";
  expect(await search(pageOf("male", "hetero"), 5, member)).toBe("gender=female&min_age=55");
  expect(await search(pageOf("male", "bi"), 2, member)).toBe(`${ages}&gender=female`);
  expect(await search(pageOf("female", "hetero"), 5, member)).toBe(ages);
  expect(await search(pageOf("male", "gay"), 4, member)).toBe(ages);
  expect(await search(pageOf("male", null), 4, member)).toBe(ages);
  expect(await search(pageOf("female", "hetero"), 3, member)).toBe(`${ages}&interests=bondage`);
});
