import { describe, expect, test } from "vitest";
import { maySeePhoto, photoAddresses, showPhoto, type Variant } from "./rules.ts";

const owner = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";
const photo = { id: "p", status: "active", width: 960, height: 1200, thumbhash: "abc=" };

test("R3.02 a photo is shown by its three sizes, behind the site's prefix", () => {
  expect(showPhoto(photo, { blurred: false, prefix: "https://cdn.example" })).toEqual({
    filename: "https://cdn.example/photos/p/full.webp",
    card_filename: "https://cdn.example/photos/p/card.webp",
    thumb_filename: "https://cdn.example/photos/p/thumb.webp",
    status: "active",
    width: 960,
    height: 1200,
    thumbhash: "abc=",
  });
  expect(photoAddresses(photo, { blurred: false, prefix: "" }).card.jpg).toBe("/photos/p/card.jpg");
});

test("D8.1 a blurred photo names the blurred file only, and has no thumbhash", () => {
  const shown = JSON.stringify(showPhoto(photo, { blurred: true, prefix: "" }));
  expect(shown).not.toMatch(/full\.|card\.|thumb\.|abc=/);
});

describe("D8.1 D8.2 who may load which file", () => {
  const variants: Variant[] = ["thumb", "card", "full", "blurred"];
  const seen = (changed: object, viewer: string | null, visitorsSearch = true) =>
    variants.filter((variant) =>
      maySeePhoto(
        { memberId: owner, status: "active", listed: true, main: true, ...changed },
        variant,
        viewer === null ? null : { memberId: viewer },
        visitorsSearch,
      ),
    );

  test.each([
    ["the owner: all", {}, owner, true, variants],
    ["the owner, under inspection: all", { status: "inspection" }, owner, true, variants],
    ["the owner, not listed yet: all", { listed: false }, owner, true, variants],
    ["a member: all", { main: false }, other, false, variants],
    ["a member, under inspection: none", { status: "inspection" }, other, true, []],
    ["a member, of someone not listed: none", { listed: false }, other, true, []],
    ["a visitor, main photo: the small sizes", {}, null, true, ["thumb", "card", "blurred"]],
    ["a visitor, another photo: blurred", { main: false }, null, true, ["blurred"]],
    ["a visitor where they may not search: none", {}, null, false, []],
    ["a visitor, under inspection: none", { status: "inspection" }, null, true, []],
    ["a visitor, of someone not listed: none", { listed: false }, null, true, []],
  ])("%s", (_, changed, viewer, visitorsSearch, expected) => {
    expect(seen(changed, viewer, visitorsSearch)).toEqual(expected);
  });
});
