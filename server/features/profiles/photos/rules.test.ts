import { describe, expect, test } from "vitest";
import { maySeePhoto, photoLock, showPhoto, type Variant } from "./rules.ts";

const photoUrl = (id: string, name: string) => `/photos/${id}/${name}`;
const owner = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";
const photo = {
  id: "p",
  status: "active",
  width: 960,
  height: 1200,
  thumbhash: "abc=",
  edition: "",
  caption: "At the sea",
};

test("R3.02 a photo is shown by its three sizes, at the site's URLs", () => {
  expect(showPhoto(photo, { locked: null, photoUrl: (id, name) => `/cdn/${id}/${name}` })).toEqual({
    filename: "/cdn/p/full.webp",
    card_filename: "/cdn/p/card.webp",
    thumb_filename: "/cdn/p/thumb.webp",
    status: "active",
    width: 960,
    height: 1200,
    thumbhash: "abc=",
    locked: null,
    caption: "At the sea",
  });
  const cropped = showPhoto({ ...photo, edition: "e1" }, { locked: null, photoUrl });
  expect(cropped.card_filename).toBe("/photos/p/card-e1.webp");
  expect(showPhoto({ ...photo, status: "inspection" }, { locked: null, photoUrl }).status).toBe("inspection");
});

test("D8.1 a locked photo has only blurred addresses, and neither thumbhash nor caption", () => {
  const answer = JSON.stringify(showPhoto(photo, { locked: "limit", photoUrl }));
  expect(answer).not.toMatch(/full\.|card\.|thumb\.|abc=|sea/);
  expect(JSON.parse(answer)).toMatchObject({
    locked: "limit",
    filename: "/photos/p/blurred.webp",
    thumbhash: "",
    caption: "",
  });
});

describe("D8.1 D8.2 who may load which file", () => {
  const variants: Variant[] = ["thumb", "card", "full", "blurred"];
  const seen = (changed: object, viewer: string | null, visitorsSearch = true) =>
    variants.filter((variant) =>
      maySeePhoto(
        { memberId: owner, status: "active", main: true, locked: null, shown: true, blocked: false, ...changed },
        variant,
        viewer === null ? null : { memberId: viewer },
        { visitorsSearch },
      ),
    );

  test.each([
    ["the owner: all", {}, owner, true, variants],
    ["the owner, under inspection: all", { status: "inspection" }, owner, true, variants],
    ["the owner, not confirmed yet: all", { shown: false }, owner, true, variants],
    ["a member: all", { main: false }, other, false, variants],
    ["a member, under inspection: none", { status: "inspection" }, other, true, []],
    ["a member, of someone they may not see: none", { shown: false }, other, true, []],
    ["a member, of someone they blocked: the smallest", { shown: false, blocked: true }, other, true, ["thumb"]],
    ["a member, another photo of someone they blocked", { shown: false, blocked: true, main: false }, other, true, []],
    ["a member, locked: blurred", { locked: "premium" }, other, true, ["blurred"]],
    ["a member, locked and blocked: blurred", { locked: "premium", blocked: true }, other, true, ["blurred"]],
    ["a visitor, locked: blurred", { locked: "premium" }, null, true, ["blurred"]],
    ["a visitor, main photo: the small sizes", {}, null, true, ["thumb", "card", "blurred"]],
    ["a visitor, another photo: blurred", { main: false }, null, true, ["blurred"]],
    ["a visitor where they may not search: none", {}, null, false, []],
    ["a visitor, under inspection: none", { status: "inspection" }, null, true, []],
    ["a visitor, of someone they may not see: none", { shown: false }, null, true, []],
  ])("%s", (_, changed, viewer, visitorsSearch, expected) => {
    expect(seen(changed, viewer, visitorsSearch)).toEqual(expected);
  });
});

describe("R6.04 R6.06 which photos are locked, and why", () => {
  const viewer = { memberId: other, premium: false };
  const rules = { premium_photos: "but_main", free_photos: 3 } as const;
  const proved = { ageProved: true };
  const lock = (rank: number, changed: object = {}, who: typeof viewer | null = viewer, more: object = {}) =>
    photoLock(
      { memberId: owner, premium: false, main: rank === 0, rank, ...changed },
      who,
      { ...rules, ...more },
      proved,
    );
  const locks = (...more: [changed?: object, who?: typeof viewer | null, rules?: object]) =>
    [0, 1, 2, 3].map((rank) => lock(rank, ...more));

  test("R6.04 a free member sees as many of each member as the site says, including the main one", () => {
    expect(locks()).toEqual([null, null, null, "limit"]);
    expect(locks({}, viewer, { free_photos: 1 })).toEqual([null, "limit", "limit", "limit"]);
  });
  test("R6.06 of a premium member they see the main one, or none if the site says so", () => {
    expect(locks({ premium: true })).toEqual([null, "premium", "premium", "premium"]);
    expect(locks({ premium: true }, viewer, { premium_photos: "all" })).toEqual(Array(4).fill("premium"));
  });
  test("R6.06 if a premium member's main photo is not visible yet, no other takes its place", () => {
    expect(lock(0, { premium: true, main: false })).toBe("premium");
  });
  test("R6.04 premium members see all, members their own, visitors no more than free members", () => {
    const premium = { premium: true };
    expect(locks(premium, { memberId: other, premium: true }, { premium_photos: "all" })).toEqual(Array(4).fill(null));
    expect(locks(premium, { memberId: owner, premium: false }, { premium_photos: "all" })).toEqual(Array(4).fill(null));
    expect(locks(premium, null)).toEqual([null, "premium", "premium", "premium"]);
  });
  test("D11.6 without a proof of age, where a site asks for it, all photos but one's own are locked", () => {
    const photo = { memberId: owner, premium: false, main: true, rank: 0 };
    const without = { ageProved: false };
    for (const who of [null, viewer, { memberId: other, premium: true }]) {
      expect(photoLock(photo, who, rules, without)).toBe("age");
    }
    expect(photoLock(photo, { memberId: owner, premium: false }, rules, without)).toBeNull();
  });
});
