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
    const { "retry-after": seconds, connection } = page.headers;
    // a connection that is kept would still lead here once the site is elsewhere
    expect([path, page.statusCode, seconds, connection]).toEqual([path, 503, "15", "close"]);
    const words = wordsOf(partOf(page.body, "main"));
    expect(words).toContain("Wir sind gleich wieder da");
    expect(words).toContain("Die Seite kommt von selbst zurück.");
    expect(words).not.toContain("Fehler");
    // it does not know who looks at it
    expect(wordsOf(partOf(page.body, "header"))).not.toMatch(/\p{L}/u);
    expect(page.body).toContain('lang="de"');
  }
  expect((await load("de", "/status")).statusCode).toBe(200);
  const call = await client.call(getUser);
  expect([call.status, call.body.error?.code, call.headers["retry-after"]]).toEqual([503, "unavailable", "15"]);
  expect(call.headers.connection).toBe("close");
  expect((await visitor("127.0.0.1").call(getUser)).status).toBe(200);
  expect(await db.selectFrom("visit_counts").select("visits").execute()).toEqual([]);
  expect(logged).toEqual([]);
  await move(null);
  const open = await load("de", "/");
  expect([open.statusCode, (await client.call(getUser)).status]).toEqual([200, 200]);
  expect(wordsOf(partOf(open.body, "header"))).toContain("Einloggen");
});

test("0126 a process sees within a second that a site which moves is open", async ({
  load,
  services: { db, clock },
  siteIds: [siteId],
}) => {
  const statuses = async (...states: ("moving" | "arriving" | null)[]) => {
    const seen: number[] = [];
    for (const state of states) {
      await setMoveState(db, siteId, state, clock.now());
      clock.advance(1_000);
      seen.push((await load("de", "/")).statusCode);
    }
    return seen;
  };
  clock.advance(6_000);
  // it may be closed a little later, but not opened
  expect(await statuses(null, "moving")).toEqual([200, 200]);
  clock.advance(6_000);
  expect(await statuses("arriving", null)).toEqual([503, 200]);
});
