import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { createSharedPages, sendSharedPage, toSharedPage } from "./shared-pages.ts";

/** Pages on a clock of their own; `rendered` counts them. */
function shelf() {
  let now = 1_000_000;
  let rendered = 0;
  const pages = createSharedPages(() => now);
  return {
    pages,
    pass: (ms: number) => {
      now += ms;
    },
    count: () => rendered,
    /** A page as a request gets it: kept, rendered by another request, or rendered by this one. */
    async get(key: string, how: { isShared?: boolean; fails?: boolean; until?: Promise<void> } = {}) {
      const answer = await pages.get(key, async () => {
        rendered += 1;
        const html = `${key} ${rendered}`;
        await how.until;
        if (how.fails) throw new Error("broken");
        return { shared: how.isShared === false ? null : toSharedPage(html, {}, now) };
      });
      return "kept" in answer ? answer.kept : answer.page.shared;
    },
  };
}
const read = (page: { bodies: Map<string, Buffer> } | null) => page?.bodies.get("identity")?.toString();

test("performance: a shared page is rendered once in five seconds, and a crowd renders it once", async () => {
  const { get, pass, count } = shelf();
  const crowd = await Promise.all(Array.from({ length: 100 }, () => get("home")));
  expect(new Set(crowd.map(read))).toEqual(new Set(["home 1"]));
  pass(4_999);
  expect(read(await get("home"))).toBe("home 1");
  pass(1);
  expect(read(await get("home"))).toBe("home 2");
  expect(read(await get("prices"))).toBe("prices 3");
  expect(count()).toBe(3);
});

test("performance: a clock that is set back makes a page too old, not valid for a day", async () => {
  const { get, pass } = shelf();
  await get("home");
  pass(-86_400_000);
  expect(read(await get("home"))).toBe("home 2");
});

test("quality: a page that is not for all visitors is kept for none, and an error is no other visitor's page", async () => {
  const { get, count } = shelf();
  expect(await get("own", { isShared: false })).toBeNull();
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const failing = get("home", { fails: true, until });
  const waiting = get("home");
  resolve();
  await expect(failing).rejects.toThrow("broken");
  expect(read(await waiting)).toBe("home 3");
  expect(read(await get("own"))).toBe("own 4");
  expect(count()).toBe(4);
});

test("performance: a page goes out compressed as the browser takes it, with its age, and as 304 to who has it", async () => {
  const page = toSharedPage(
    "<p>Hello</p>".repeat(200),
    { "content-type": "text/html; charset=utf-8", vary: "Cookie" },
    0,
  );
  const app = fastify();
  app.get("/", (request, reply) => sendSharedPage(request, reply, page, 3_200));
  const get = (headers: Record<string, string>) => app.inject({ url: "/", headers });
  const html = "<p>Hello</p>".repeat(200);
  const br = await get({ "accept-encoding": "gzip, deflate, br, zstd" });
  expect([br.headers["content-encoding"], br.headers.age, br.headers.vary]).toEqual(["br", "3", "Cookie"]);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(html);
  const gzip = await get({ "accept-encoding": "br;q=0, GZIP" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(html);
  const plain = await get({});
  expect([plain.headers["content-encoding"], plain.body]).toEqual([undefined, html]);
  const { etag = "" } = br.headers;
  const again = await get({ "if-none-match": `"other", ${etag}`, "accept-encoding": "br" });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  await app.close();
});
