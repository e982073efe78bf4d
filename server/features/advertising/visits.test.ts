import cookie from "@fastify/cookie";
import fastify from "fastify";
import { createSiteFinder } from "#server/features/sites/index.ts";
import { readAddress } from "#server/http/page-address.ts";
import { test as base, expect } from "#server/test.ts";
import { createArrivals } from "./arrive.ts";
import { findResults } from "./results-store.ts";
import { makeOrigin } from "./test-origin.ts";
import { createVisitCounter } from "./visit-counter.ts";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1";
const person = { host: "localhost", "user-agent": phone, "sec-fetch-site": "cross-site" };
const dimensions = ["lander", "slug", "variant", "network", "sub1", "language"] as const;

/** Pages that answer 200, or 404 below /missing, with the counting around them as `server/http/web.ts` does it. */
const test = base
  .extend("counter", { scope: "file" }, ({ services }) => createVisitCounter(services))
  .extend("open", { scope: "file" }, async ({ services, counter }, { onCleanup }) => {
    const app = fastify();
    await app.register(cookie);
    const arrive = createArrivals({ ...services, siteOf: createSiteFinder(services), counter });
    app.route({
      method: ["GET", "HEAD", "POST"],
      url: "/*",
      async handler(request, reply) {
        const arrival = await arrive(request, readAddress(request.url));
        if (arrival && "redirect" in arrival) return reply.redirect(arrival.redirect, 302);
        const status = request.url.includes("missing") ? 404 : 200;
        if (arrival && status === 200) arrival.shown();
        return reply.code(status).send("");
      },
    });
    onCleanup(() => app.close());
    type Headers = Record<string, string | undefined>;
    return async (url: string, changed: Headers = {}, method: "GET" | "HEAD" | "POST" = "GET") => {
      const all = Object.entries({ ...person, ...changed });
      const headers = Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
      const answer = await app.inject({ method, url, headers });
      return answer.headers.location ?? answer.statusCode;
    };
  })
  .extend("visits", { scope: "file" }, ({ services, siteIds, counter }) => async (siteId = siteIds[0]) => {
    await counter.flush();
    const results = await findResults(services.db, { siteId, from: "2026-01-01", to: "2027-12-31" }, dimensions);
    return results.map(({ of, visits }) => ({ ...of, visits }));
  })
  .extend("nothing", { auto: true }, async ({ services, counter }) => {
    await counter.flush();
    await services.db.deleteFrom("visit_counts").execute();
  });

test("D10.2 R3.09 a visit is counted with lander, slug, network, sub ids and language", async ({ open, visits }) => {
  await open("/landers/gallery/spring?network=adnet&ref=r&sub1=a&sub2=b&sub3=c");
  await open("/de/landers/gallery/spring?network=adnet&ref=r&sub1=a&sub2=b&sub3=c");
  await open("/landers/gallery/spring?network=adnet&ref=r&sub1=a&sub2=b&sub3=c");
  await open("/");
  await open("/members/0d0e7d5e-8b0f-4a52-9d3b-0e6f4f1c2a11/landing2/x?network=%00ad%0Anet");
  const gallery = { lander: "gallery", slug: "spring", variant: "", network: "adnet", sub1: "a" };
  const none = { slug: "", variant: "", network: "", sub1: "" };
  const rows = await visits();
  expect(rows).toHaveLength(4);
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...gallery, language: "en", visits: 2 },
      { ...gallery, language: "de", visits: 1 },
      { ...none, lander: "", language: "en", visits: 1 },
      { ...none, lander: "landing2", slug: "x", network: "adnet", language: "en", visits: 1 },
    ]),
  );
});

test("D10.2 what is no arrival of a person is not counted", async ({ open, visits }) => {
  const lander = "/landers/video?network=adnet";
  for (const headers of [
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { "user-agent": "facebookexternalhit/1.1" },
    { "user-agent": "curl/8.5.0" },
    { "user-agent": "" },
    { "cache-control": "max-age=0" },
    { "sec-fetch-site": "same-origin" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
    { cookie: "auth=someone" },
  ]) {
    await open(lander, headers);
  }
  await open(lander, {}, "HEAD");
  await open(lander, {}, "POST");
  await open("/missing?network=adnet");
  expect(await visits()).toEqual([]);
});

test("D10.2 browsers that do not say where a request comes from: links within the site are known by the referrer", async ({
  open,
  visits,
}) => {
  const old = (referer: string) => ({ "sec-fetch-site": undefined, referer });
  await open("/landers/video", old("http://localhost/landers/video"));
  expect(await visits()).toEqual([]);
  await open("/landers/video", old("https://news.example/"));
  await open("/landers/video", old("not an address"));
  expect((await visits())[0]?.visits).toBe(2);
});

test("D2.1 each site counts its own visits", async ({ open, visits, siteIds }) => {
  await open("/landers/video", { host: "127.0.0.1" });
  expect(await visits()).toEqual([]);
  expect(await visits(siteIds[1])).toMatchObject([{ lander: "video", visits: 1 }]);
});

test("D10.2 visits that processes write at once are all counted, and none waits for another in memory", async ({
  services,
  siteIds,
  visits,
}) => {
  const counters = Array.from({ length: 8 }, () => createVisitCounter(services));
  const origins = Array.from({ length: 40 }, (_, number) => makeOrigin({ lander: "video", sub1: String(number) }));
  for (let round = 0; round < 5; round += 1) {
    for (const [index, counter] of counters.entries()) {
      const order = index % 2 === 0 ? origins : origins.toReversed();
      for (const origin of order) counter.count(siteIds[0], origin, services.clock.now());
    }
    await Promise.all(counters.map((counter) => counter.flush()));
  }
  const rows = await visits();
  expect(rows).toHaveLength(40);
  expect(new Set(rows.map((row) => row.visits))).toEqual(new Set([40]));
});

test("D10.2 visits are kept in memory while the database is unreachable, and written once it is back", async ({
  services,
  siteIds,
  visits,
}) => {
  let away = true;
  const db = new Proxy(services.db, {
    get(target, name) {
      if (away) throw new Error("away");
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const counter = createVisitCounter({ db, log: services.log });
  const count = () => counter.count(siteIds[0], makeOrigin({ lander: "video" }), services.clock.now());
  count();
  await counter.flush();
  count();
  away = false;
  await counter.flush();
  expect(await visits()).toMatchObject([{ lander: "video", visits: 2 }]);
});

test("D10.2 invented origins do not fill the memory or the table: of too many only lander and language stay", async ({
  services,
  siteIds,
  visits,
}) => {
  const counter = createVisitCounter(services);
  const now = services.clock.now();
  for (let number = 0; number < 22_100; number += 1) {
    counter.count(siteIds[0], makeOrigin({ lander: "video", network: "adnet", sub1: `click ${number}` }), now);
  }
  for (let number = 0; number < 2_100; number += 1) {
    counter.count(siteIds[0], makeOrigin({ lander: "video", network: `invented ${number}` }), now);
  }
  await counter.flush();
  const found = await visits();
  expect(found.length).toBeLessThanOrEqual(10_000);
  const { rows } = await services.pool.query(
    "select count(*)::int as rows, sum(visits)::int as visits, sum(visits) filter (where network = '*')::int as starred from visit_counts",
  );
  expect(rows).toEqual([{ rows: 22_001, visits: 24_200, starred: 101 }]);
});

test("D10.2 R3.09 the longest values of an address are counted", async ({ open, visits }) => {
  const long = encodeURIComponent("💌".repeat(60));
  await open(`/landers/video/${long}?network=${long}&ref=${long}&sub1=${long}&sub2=${long}&sub3=${long}`);
  expect(await visits()).toMatchObject([{ network: "💌".repeat(50), visits: 1 }]);
});

test("D10.2 visitors of a compared lander are split by chance, one half each, and keep their variant", async ({
  open,
  visits,
  siteHas,
}) => {
  await siteHas({ compared_landers: ["gallery"] });
  const drawn = await Promise.all(
    Array.from({ length: 400 }, () => open("/fi/landers/gallery/x?network=adnet&sub1=1")),
  );
  const [a, b] = ["a", "b"].map(
    (variant) => drawn.filter((to) => to === `/fi/landers/gallery/x?network=adnet&sub1=1&variant=${variant}`).length,
  );
  expect((a ?? 0) + (b ?? 0)).toBe(400);
  // five standard deviations
  expect(Math.abs((a ?? 0) - 200)).toBeLessThan(50);
  expect(await visits(), "only the page itself counts").toEqual([]);
  expect(await open("/landers/gallery?variant=b")).toBe(200);
  expect(await open("/landers/gallery?variant=c")).toMatch(/^\/landers\/gallery\?variant=[ab]$/);
  expect(await open("/landers/video?variant=b"), "not compared").toBe(200);
  expect(await open("/landers/gallery", { "user-agent": "Googlebot/2.1" }), "robots see variant a").toBe(200);
  const rows = await visits();
  expect(rows.map(({ lander, variant, visits: count }) => [lander, variant, count]).sort()).toEqual([
    ["gallery", "b", 1],
    ["video", "", 1],
  ]);
});
