import { describe, expect, test } from "vitest";
import { isBroughtAlong, partOfCatalog, textPartsFor } from "./text-parts.ts";

const visitor = { loggedIn: false };
const member = { loggedIn: true };

describe("quality: a page loads the texts that it needs", () => {
  test("each catalog is in one part", () => {
    expect(["shell", "credits", "chat", "members", "auth"].map(partOfCatalog)).toEqual([
      ...["first", "prices", "rest", "rest", "late"],
    ]);
    expect(["home", "landers.video", "landings"].map(partOfCatalog)).toEqual(["arrival", "arrival", "arrival"]);
  });

  test("a page on which visitors arrive has its own texts inside, and loads only those of the frame", () => {
    expect(textPartsFor(["home", "account.question"], visitor)).toEqual(["first"]);
    expect(textPartsFor([], visitor)).toEqual(["first"]);
    expect(isBroughtAlong("account.question")).toBe(true);
    expect(isBroughtAlong("account")).toBe(false);
  });

  test("a visitor loads the parts that the screen reads", () => {
    expect(textPartsFor(["credits"], visitor)).toEqual(["first", "prices"]);
    expect(textPartsFor(["auth"], visitor)).toEqual(["first", "late"]);
  });

  test("a member's frame reads the texts of a usual day; only rare screens load those of rare screens", () => {
    expect(textPartsFor(["chat"], member)).toEqual(["first", "prices", "rest"]);
    expect(textPartsFor(["home"], member)).toEqual(["first", "prices", "rest"]);
    expect(textPartsFor(["transactions"], member)).toEqual(["first", "prices", "rest", "late"]);
  });
});
