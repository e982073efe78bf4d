import { vi } from "vitest";
import { getUser } from "#contract/account.ts";
import { setMoveState } from "./db/site-moves.ts";
import { expect } from "./test.ts";
import { attributes, partOf, postForm, test, wordsOf } from "./test-pages.ts";

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
    expect(wordsOf(partOf(page.body, "header")).trim()).toBe("Rendezvous");
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

test("0126 the page of a site that moves looks like the site, in the mode of its reader, and needs no query of its own", async ({
  app,
  load,
  services: { db, clock, pool },
  siteIds: [siteId],
  siteHas,
  member,
}) => {
  const { client } = await member();
  await siteHas({ theme: "teal", font: "serif", support_email: "help@site.example" });
  await setMoveState(db, siteId, "moving", clock.now());
  clock.advance(6_000);
  const lookOf = async (mode: string) => {
    const { body } = await load("en", "/chats", { client: { cookies: new Map([...client.cookies, ["mode", mode]]) } });
    return attributes(partOf(`${body}</html>`, "html"), "data-theme|data-mode|data-font");
  };
  expect(await lookOf("dark")).toEqual(["teal", "dark", "serif"]);
  const count = vi.fn();
  pool.on("acquire", count);
  expect(await lookOf("light")).toEqual(["teal", "light", "serif"]);
  expect(await lookOf("other")).toEqual(["teal", "system", "serif"]);
  const { body } = await load("en", "/members");
  expect(wordsOf(partOf(body, "title"))).toContain("Rendezvous");
  expect(body).toContain("mailto:help@site.example?subject=503");
  // without scripts it comes back, too
  expect(body).toContain('<noscript><meta http-equiv="refresh" content="15"/></noscript>');
  const posted = await postForm(app, client, "/login", { login: "a", password: "b" });
  expect(posted.status).toBe(503);
  expect(posted.words).toContain("We’ll be back in a moment.");
  pool.off("acquire", count);
  expect(count).not.toHaveBeenCalled();
  await setMoveState(db, siteId, null, clock.now());
  clock.advance(6_000);
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
