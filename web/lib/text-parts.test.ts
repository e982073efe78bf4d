import { describe, expect, test } from "vitest";
import { partOfCatalog, textPartsFor } from "./text-parts.ts";

describe("quality: a page loads the texts that it needs", () => {
  test("each catalog is in one part", () => {
    expect(["shell", "credits", "chat", "members", "auth"].map(partOfCatalog)).toEqual([
      ...["first", "prices", "rest", "rest", "late"],
    ]);
  });

  test("a visitor of the home page, a landing page or the rules loads few texts, with or without a query", () => {
    for (const path of [
      "/",
      "/?source=x",
      "/members/1/landing2/slug",
      "/landers/video",
      "/pages/terms",
      "/complaints",
    ]) {
      expect(textPartsFor(path, { loggedIn: false }), path).toEqual(["first"]);
    }
    expect(textPartsFor("/pricing?country=DE", { loggedIn: false })).toEqual(["first", "prices"]);
  });

  test("usual screens don't load the texts of rare screens; rare screens load all", () => {
    for (const path of ["/members?filters=none", "/members/1/chat", "/chats/1", "/credits", "/profile"]) {
      expect(textPartsFor(path, { loggedIn: true }), path).toEqual(["first", "prices", "rest"]);
    }
    for (const path of ["/notifications", "/credits/1/card", "/login", "/transactions/1", "/unknown"]) {
      expect(textPartsFor(path, { loggedIn: true }), path).toEqual(["first", "prices", "rest", "late"]);
    }
  });
});
