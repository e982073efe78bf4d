import { expect, test } from "vitest";
import { ownSlug } from "./slug.ts";

test("R1.13 a landing page's slug has the prefix of the site's niche, and of no other", () => {
  const own = [1, 2, 3, 4, 5, 6, 7].map((niche) => ownSlug("spring", niche));
  expect(own).toEqual([
    "spring",
    "she-spring",
    "bdsm-spring",
    "bbw-spring",
    "gilf-spring",
    "milf-spring",
    "gay-spring",
  ]);
  for (const niche of [1, 2, 3, 4, 5, 6, 7]) {
    expect(ownSlug(ownSlug("spring", niche), niche)).toBe(ownSlug("spring", niche));
    expect(ownSlug("she-spring", niche)).toBe(ownSlug("spring", niche));
  }
  expect(ownSlug("shell", 1)).toBe("shell");
  expect(ownSlug("gay-", 1)).toBe("");
});
