import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { freePort } from "#server/test-free-port.ts";
import { acceptedLanguage } from "./language.ts";
import { makeTestBuild } from "./test-build.ts";
import { createTestCache } from "./test-cache.ts";
import { mountWeb } from "./web.ts";

// A page that names its visitor, and sets a cookie if its address says so.
const naming = `
    const { shared, unshare, transport, path } = page;
    if (path === "/landers/maplanding") unshare();
    const who = (await (await transport({ method: "GET", url: "/api/who", headers: {} })).text());
    if (path.startsWith("/landers/video")) await transport({ method: "GET", url: "/api/cookie", headers: {} });
    return show("<p>" + (shared ? "anyone" : who) + "</p>", { status: path === "/pages/faq" ? 500 : 200 });`;

let folder = "";
let app: FastifyInstance;
let asked = 0;
let rendered = 0;
let time = 0;

beforeAll(async () => {
  folder = makeTestBuild(naming);
  app = fastify();
  await app.register(cookie);
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api/")) asked += 1;
    reply.header("cache-control", "no-store");
  });
  app.get("/api/who", async ({ cookies }) => {
    rendered += 1;
    return cookies.auth ?? "a visitor";
  });
  app.get("/api/cookie", async (_request, reply) => reply.header("set-cookie", "tracking=x").send(""));
  let nonces = 0;
  await mountWeb(app, {
    buildDirectory: folder,
    nonceOf: () => {
      nonces += 1;
      return `n0nce${nonces - (nonces % 1000)}`;
    },
    languagesOf: () => languages,
    languageOf: ({ headers }) => acceptedLanguage(headers["accept-language"]) ?? "en",
    countryOf: ({ headers }) => headers["x-country"]?.toString() ?? null,
    photoHostOf: () => "",
    siteFrameOf: async () => null,
    now: () => time,
  });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const cached = () => createTestCache(app, () => time);
const host = "dating.example";

test("D10.3 a thousand visitors of a public page are one request for the server, until it is five seconds old", async () => {
  const cache = cached();
  for (let visitor = 0; visitor < 1000; visitor += 1) {
    expect((await cache.get("/de", { host })).body).toContain("<p>anyone</p>");
  }
  expect(cache.asked()).toBe(1);
  time += 5_000;
  await cache.get("/de", { host });
  expect(cache.asked()).toBe(2);
});

test("quality: no cache passes a member's page on, or a visitor's to a member", async () => {
  const cache = cached();
  const member = (name: string) => cache.get("/", { host, cookie: `auth=${name}` });
  expect((await member("anna")).body).toContain("<p>anna</p>");
  expect((await cache.get("/", { host })).body).toContain("<p>anyone</p>");
  expect((await member("ben")).body).toContain("<p>ben</p>");
  expect((await member("anna")).headers["cache-control"]).toBe("no-store");
  // a cookie that has nothing to do with the login
  expect((await cache.get("/", { host, cookie: "locale=de" })).headers["cache-control"]).toBe("no-store");
});

test("D1.4 each visitor gets their language from a cache, and each site and address its own page", async () => {
  const cache = cached();
  const read = async (url: string, headers = {}) => (await cache.get(url, { host, ...headers })).headers.location ?? "";
  expect(await read("/", { "accept-language": "en-GB" })).toBe("");
  expect(await read("/", { "accept-language": "de-DE" })).toBe("/de");
  expect(await read("/", { "accept-language": "fi" })).toBe("/fi");
  expect(await read("/", { "accept-language": "en-GB" })).toBe("");
  expect((await cache.get("/pages/terms", { host })).body).toContain('lang="en"');
  expect((await cache.get("/pl/pages/terms", { host })).body).toContain('lang="pl"');
  const before = cache.asked();
  await cache.get("/pages/terms", { host: "another.example" });
  expect(cache.asked()).toBe(before + 1);
});

test("R3.09 no cache keeps an answer with a cookie, an address with a query, an error, or a page by country", async () => {
  const cache = cached();
  for (const url of [
    "/landers/video",
    "/landers/maplanding",
    "/?network=adnet",
    "/landers/gallery?sub1=x",
    "/pages/faq",
    "/pricing",
    "/members",
  ]) {
    await cache.get(url, { host });
    const before = cache.asked();
    const { headers } = await cache.get(url, { host });
    expect([url, cache.asked() - before, headers["cache-control"]]).toEqual([url, 1, "no-store"]);
  }
});

test("D10.3 prices are rendered once for the visitors of a country, until they are five seconds old", async () => {
  const rendersFor = async (country: string) => {
    const before = rendered;
    const { body, headers } = await cached().get("/pricing", { host, "x-country": country });
    expect([headers["cache-control"], body.includes("<p>anyone</p>")]).toEqual(["no-store", true]);
    return rendered - before;
  };
  const inTurn = async (...countries: string[]) => {
    const renders: number[] = [];
    for (const country of countries) renders.push(await rendersFor(country));
    return renders;
  };
  expect(await inTurn("NL", "NL", "DE", "NL", "DE")).toEqual([1, 0, 1, 0, 0]);
  time += 5_000;
  expect(await inTurn("NL", "DE", "NL")).toEqual([1, 1, 0]);
});

test("quality: a shared page has no nonce; its policy names its own scripts by their hashes", async () => {
  const { body, headers } = await cached().get("/landers/gallery", { host });
  expect(body).not.toContain("nonce=");
  const hash = createHash("sha256").update("window.__reactRouterContext = {};").digest("base64");
  expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}' `);
  const own = await cached().get("/members", { host });
  expect(own.body).toContain('nonce="n0nce');
});

const nginx = spawnSync("nginx", ["-v"]).error === undefined;

test.skipIf(!nginx)(
  "D10.3 nginx keeps public pages, and passes on those of members (skipped without nginx)",
  async () => {
    const port = await freePort();
    const upstream = await app.listen({ port: 0, host: "127.0.0.1" });
    writeFileSync(
      join(folder, "nginx.conf"),
      `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=pages:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      proxy_set_header Host $http_host;
      proxy_cache pages;
      proxy_cache_key $scheme$http_host$request_uri;
      add_header x-cache $upstream_cache_status;
    }
  }
}`,
    );
    const proxy = spawn("nginx", ["-c", join(folder, "nginx.conf")], { stdio: "ignore" });
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: "manual" });
      return {
        cache: answer.headers.get("x-cache"),
        body: await answer.text(),
        location: answer.headers.get("location"),
      };
    };
    try {
      await expect
        .poll(() =>
          get("/members").then(
            ({ body }) => body,
            () => "",
          ),
        )
        .toContain("a visitor");
      const before = asked;
      await get("/de");
      const answers = await Promise.all(Array.from({ length: 50 }, () => get("/de")));
      expect(answers.every(({ body }) => body.includes("<p>anyone</p>"))).toBe(true);
      expect((await get("/de")).cache).toBe("HIT");
      expect(asked - before).toBe(1);
      expect((await get("/de", { cookie: "auth=anna" })).body).toContain("<p>anna</p>");
      expect((await get("/de", { cookie: "auth=ben" })).body).toContain("<p>ben</p>");
      expect((await get("/de")).body).toContain("<p>anyone</p>");
      expect((await get("/", { "accept-language": "fi" })).location).toMatch(/\/fi$/);
      expect((await get("/", { "accept-language": "en" })).body).toContain('lang="en"');
      expect((await get("/?network=adnet")).cache).toBe("MISS");
      expect((await get("/?network=adnet")).cache).toBe("MISS");
    } finally {
      proxy.kill("SIGTERM");
      await new Promise((resolve) => proxy.once("close", resolve));
    }
  },
);
