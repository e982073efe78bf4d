import { expect } from "#server/test.ts";
import { partOf, test, wordsOf } from "./test-pages.ts";

test("D2.2 a closed site leads guests and members to the page that says so, and members on to their data and money", async ({
  load,
  member,
  siteHas,
}) => {
  const { client } = await member();
  await siteHas({ closed_until: "2030-01-31" });
  const closed = wordsOf(partOf((await load("de", "/closed")).body, "main"));
  expect(closed).toContain("Rendezvous ist geschlossen");
  expect(closed).toContain("31.01.2030");
  const targetOf = async (path: string, visit: Parameters<typeof load>[2] = {}) => {
    const { statusCode, headers } = await load("en", path, visit);
    return [path, statusCode, headers.location];
  };
  for (const path of ["/", "/landers/video", "/signup", "/pricing", "/members"]) {
    expect(await targetOf(path)).toEqual([path, 302, "/closed"]);
  }
  for (const path of ["/login", "/pages/terms", "/complaints", "/withdrawal"]) {
    expect(await targetOf(path)).toEqual([path, 200, undefined]);
  }
  for (const path of ["/members", "/chats", "/likes", "/visitors", "/swipe-game", "/profile", "/credits"]) {
    expect(await targetOf(path, { client })).toEqual([path, 302, "/closed"]);
  }
  for (const path of ["/closed", "/notifications", "/transactions", "/withdrawal", "/delete-account", "/decisions"]) {
    expect(await targetOf(path, { client })).toEqual([path, 200, undefined]);
  }
});

test("D2.2 an open site has no such page", async ({ load }) => {
  expect((await load("en", "/closed")).headers.location).toBe("/");
});
