import { getUser } from "#contract/account.ts";
import { setMoveState } from "./db/site-moves.ts";
import { expect } from "./test.ts";
import { partOf, test, wordsOf } from "./test-pages.ts";

test("while a site moves, its pages and calls say when to come again, its visits are not counted, the other site serves", async ({
  load,
  given: { logged },
  services: { db, clock },
  siteIds,
  member,
  visitor,
}) => {
  const { client } = await member();
  const move = async (state: "moving" | null) => {
    await setMoveState(db, siteIds[0], state, clock.now());
    // processes cache the sites
    clock.advance(6_000);
  };
  await move("moving");
  for (const [path, visit] of [
    ["/", {}],
    ["/members", {}],
    ["/chats", { client }],
  ] as const) {
    const page = await load("de", path, visit);
    expect([path, page.statusCode, page.headers["retry-after"]]).toEqual([path, 503, "15"]);
    expect(wordsOf(partOf(page.body, "main"))).toContain("Wir sind gleich wieder da");
  }
  const call = await client.call(getUser);
  expect([call.status, call.body.error?.code, call.headers["retry-after"]]).toEqual([503, "unavailable", "15"]);
  expect((await visitor("127.0.0.1").call(getUser)).status).toBe(200);
  expect(await db.selectFrom("visit_counts").select("visits").execute()).toEqual([]);
  expect(logged).toEqual([]);
  await move(null);
  expect((await load("de", "/")).statusCode).toBe(200);
  expect((await client.call(getUser)).status).toBe(200);
});
