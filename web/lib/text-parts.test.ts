import { expect, test } from "vitest";
import { routeScreens, sortCatalogs } from "#web/route-screens.ts";
import { type DailyPart, textPartsFor } from "./text-parts.ts";

const visitor = { loggedIn: false };
const member = { loggedIn: true };

test("quality: each catalog is in the part that follows from the screens which name it", () => {
  const daily = {
    navigation: "daily",
    members: "daily",
    "match-finder": "finding",
    chat: "writing",
    credits: "prices",
  };
  const others = { shell: "first", auth: "rare", staff: "office", landings: "arrival", "landers.video": "arrival" };
  expect(sortCatalogs(routeScreens)).toMatchObject({ ...daily, ...others });
});

test("quality: members load a new catalog only with the screens that name it, unless they open one of these each day", () => {
  const gifts = { path: "/gifts", own: { texts: ["gifts"] } } as const;
  expect(sortCatalogs([gifts])).toMatchObject({ gifts: "rare" });
  const onDay = (daily: DailyPart) => ({ ...gifts, own: { ...gifts.own, daily } });
  expect(sortCatalogs([gifts, onDay("writing"), onDay("writing")])).toMatchObject({ gifts: "writing" });
  expect(sortCatalogs([onDay("finding"), onDay("writing")])).toMatchObject({ gifts: "daily" });
});

test("quality: a visitor loads the parts that the screen reads; a page on which visitors arrive has its texts inside", () => {
  expect(textPartsFor(["prices"], visitor)).toEqual(["first", "prices"]);
  expect(textPartsFor(["rare"], visitor)).toEqual(["first", "rare"]);
  expect(textPartsFor(["arrival"], visitor)).toEqual(["first"]);
});

test("performance: a member's page loads what the frame reads, and the parts of its own screen", () => {
  expect(textPartsFor(["arrival"], member)).toEqual(["first", "daily"]);
  expect(textPartsFor(["rare", "writing"], member)).toEqual(["first", "daily", "writing", "rare"]);
});
