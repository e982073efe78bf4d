import { expect, test } from "vitest";
import { routeScreens, sortCatalogs } from "#web/route-screens.ts";
import { textPartsFor } from "./text-parts.ts";

const visitor = { loggedIn: false };
const member = { loggedIn: true };

test("quality: each catalog is in the part that follows from the screens which name it", () => {
  const parts = { shell: "first", credits: "prices", chat: "daily", "chat-photos": "daily", auth: "rare" };
  const others = { staff: "office", landings: "arrival", "landers.video": "arrival" };
  expect(sortCatalogs(routeScreens)).toMatchObject({ ...parts, ...others });
});

test("quality: members load a new catalog only with the screens that name it, unless they open one of these each day", () => {
  const gifts = { path: "/gifts", own: { texts: ["gifts"] } } as const;
  expect(sortCatalogs([gifts])).toMatchObject({ gifts: "rare" });
  expect(sortCatalogs([gifts, { ...gifts, own: { ...gifts.own, daily: true } }])).toMatchObject({ gifts: "daily" });
});

test("quality: a visitor loads the parts that the screen reads; a page on which visitors arrive has its texts inside", () => {
  expect(textPartsFor(["prices"], visitor)).toEqual(["first", "prices"]);
  expect(textPartsFor(["rare"], visitor)).toEqual(["first", "rare"]);
  expect(textPartsFor(["arrival"], visitor)).toEqual(["first"]);
});

test("quality: a member's frame reads the texts of a usual day; only rare screens load those of rare screens", () => {
  expect(textPartsFor(["arrival"], member)).toEqual(["first", "prices", "daily"]);
  expect(textPartsFor(["rare"], member)).toEqual(["first", "prices", "daily", "rare"]);
});
