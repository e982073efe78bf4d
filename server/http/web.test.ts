import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fastifyCookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Language, languages } from "#contract/constants.ts";
import { makeTestBuild } from "./test-build.ts";
import { mountWeb } from "./web.ts";

// A build that echoes its request.
const echo = `
    const { pathname } = new URL(request.url);
    const link = "</assets/root-ab_-3cde.css>; rel=preload; as=style";
    if (pathname.endsWith("/styled")) return show("", { headers: { link } });
    if (pathname.endsWith("/broken")) return new Response("Unexpected Server Error", { status: 500 });
    const { basename, assets } = build;
    const { language, path, nonce, origin, chunks, transport, formKey } = page;
    const asked = pathname.endsWith("/asks") ? JSON.parse(await (await transport({ method: "GET", url: "/api/who", headers: {} })).text()) : null;
    const body = await request.text();
    return Response.json({ basename, assets, pathname, language, path, nonce, origin, chunks, asked, body, formKey });`;

let folder = "";
let app: FastifyInstance;
let pageLanguage: Language = "en";
let offered: readonly Language[] = languages;
let photoHost = "";

beforeAll(async () => {
  folder = makeTestBuild(echo);
  writeFileSync(join(folder, "client/assets/texts-first-de-Ab3-_c9Z.js"), "export {}");
  writeFileSync(join(folder, "client/assets/texts-first-de-Ab3-_c9Z.js.br"), "packed");
  writeFileSync(join(folder, "client/assets/member-area-ab_-3cde.css"), "h2{color:red}");
  writeFileSync(join(folder, "client/icon.svg"), "<svg/>");
  app = fastify();
  await app.register(fastifyCookie);
  app.get("/api/who", async ({ headers, ip }, reply) => {
    const { cookie, "accept-language": language, "user-agent": agent } = headers;
    return reply.header("set-cookie", "auth=new; HttpOnly").send({ cookie, language, agent, ip });
  });
  await mountWeb(app, {
    buildDirectory: folder,
    nonceOf: () => "n0nce",
    languageOf: () => pageLanguage,
    languagesOf: () => offered,
    now: Date.now,
    countryOf: () => null,
    photoHostOf: () => photoHost,
    siteFrameOf: async () => ({ name: "", theme: "teal", font: "figtree", logo: "", support_email: "", demo: false }),
  });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function get(url: string, headers: Record<string, string> = {}) {
  return await app.inject({ url, headers: { host: "dating.example", ...headers } });
}

test("R1.11 each language has its prefix, English has none", async () => {
  pageLanguage = "en";
  expect((await get("/members?x=1")).json()).toMatchObject({ basename: "/", language: "en", path: "/members?x=1" });
  expect((await get("/de/members?x=1")).json()).toMatchObject({
    basename: "/de",
    language: "de",
    path: "/members?x=1",
  });
  const english = await get("/en/members");
  expect([english.statusCode, english.headers.location]).toEqual([301, "/members"]);
});

test("D1.4 a visitor without a prefix is redirected to their language; requests of scripts are not", async () => {
  pageLanguage = "fi";
  const page = await get("/members");
  expect([page.statusCode, page.headers.location, page.headers.vary]).toEqual([
    302,
    "/fi/members",
    "Cookie, Accept-Language",
  ]);
  expect((await get("/members.data")).json()).toMatchObject({ language: "en", path: "/members" });
  expect((await get("/sv/members")).json()).toMatchObject({ language: "sv" });
  pageLanguage = "en";
});

test("D2.2 a language that the site is not offered in leads to the same page in one that it is", async () => {
  offered = ["de", "fr"];
  pageLanguage = "de";
  for (const path of ["/members?x=1", "/en/members?x=1", "/fi/members?x=1", "/members?x=1&locale=fi"]) {
    const page = await get(path);
    expect([path, page.statusCode, page.headers.location, page.headers["set-cookie"]]).toEqual([
      path,
      302,
      "/de/members?x=1",
      undefined,
    ]);
  }
  expect((await get("/fr/members")).json()).toMatchObject({ language: "fr" });
  offered = languages;
  pageLanguage = "en";
});

test("R2.13 R9.09 the language switcher works without scripts and is remembered for 365 days", async () => {
  const chosen = await get("/de/members?page=2&locale=pl");
  expect([chosen.statusCode, chosen.headers.location]).toEqual([302, "/pl/members?page=2"]);
  expect(chosen.headers["set-cookie"]).toBe("locale=pl; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
});

test("a page gets its nonce, its origin, the scripts to preload and the members' style sheet", async () => {
  expect((await get("/de/")).json()).toMatchObject({
    nonce: "n0nce",
    origin: "http://dating.example",
    chunks: {
      "texts-first-de": "/assets/texts-first-de-Ab3-_c9Z.js",
      "member-area.css": "/assets/member-area-ab_-3cde.css",
    },
  });
});

test("R3.04 D11.5 a site that loads photos from another host still loads each script, style and font from its own; else a page loads nothing from others", async () => {
  const own = { module: "/assets/entry-abc.js", imports: ["/assets/react-def.js"] };
  photoHost = "https://cdn.example";
  const page = await get("/de/members");
  expect(page.json().assets.entry).toEqual(own);
  const policy = String(page.headers["content-security-policy"]).split("; ");
  expect(policy).toContain("img-src 'self' https://cdn.example data: blob:");
  expect(policy.filter((line) => line.includes("cdn.example"))).toHaveLength(1);
  photoHost = "";
  const without = String((await get("/de/members")).headers["content-security-policy"]);
  expect(without).toContain("img-src 'self' data: blob:");
  const sources = without.split("; ").flatMap((line) => line.split(" ").slice(1));
  expect(sources.filter((source) => !source.startsWith("'") && source !== "data:" && source !== "blob:")).toEqual([]);
});

test("a visitor's page has its style sheets inside, which the policy allows; a member's loads them as files", async () => {
  const file = '<link nonce="n0nce" rel="stylesheet" href="/assets/root-ab_-3cde.css"';
  const visitors = await get("/styled");
  expect(visitors.body).toContain(`<style>h1{color:red}</style>${file} disabled=""/>`);
  expect(visitors.headers.link).toBeUndefined();
  const hash = createHash("sha256").update("h1{color:red}").digest("base64");
  expect(visitors.headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${hash}'`);
  const members = await get("/styled", { cookie: "auth=token" });
  expect(members.body).toContain(`${file}/>`);
  expect(members.headers.link).toBe("</assets/root-ab_-3cde.css>; rel=preload; as=style");
  expect(members.headers["content-security-policy"]).not.toContain("sha256");
});

test("a loader's call has the visitor's cookies and the page's language; the page sets the API's cookies", async () => {
  const page = await get("/nl/asks", { cookie: "auth=old", "user-agent": "Phone", "accept-language": "en" });
  expect(page.json().asked).toEqual({ cookie: "auth=old", language: "nl", agent: "Phone", ip: "127.0.0.1" });
  expect(page.headers["set-cookie"]).toEqual(["auth=new; HttpOnly"]);
});

test("an unknown call is answered by the API, not by a page", async () => {
  const unknown = await get("/api/nothing");
  expect([unknown.statusCode, unknown.headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
});

test("a form is passed on as it was posted, up to 64 kB", async () => {
  const post = (payload: string) =>
    app.inject({
      method: "POST",
      url: "/login",
      payload,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  expect((await post("login=Eva&password=x")).json()).toMatchObject({
    body: "login=Eva&password=x",
    formKey: null,
  });
  expect((await post("login=Eva&form_key=of+the+form")).json()).toMatchObject({ formKey: "of the form" });
  expect((await post(`login=${"x".repeat(70_000)}`)).statusCode).toBe(413);
});

test("a page is sent as a whole, so that it is compressed in one step", async () => {
  const page = await get("/members");
  expect(page.headers["content-length"]).toBe(String(page.rawPayload.length));
});

test("R8.01 if even the error page fails, a last plain one is sent", async () => {
  const page = await get("/es/broken");
  expect([page.statusCode, page.headers["content-type"], page.body]).toEqual([
    500,
    "text/html; charset=utf-8",
    "last resort in es, teal",
  ]);
});

test("files named by their content are cached forever and sent compressed, the others for an hour", async () => {
  const script = await get("/assets/texts-first-de-Ab3-_c9Z.js", { "accept-encoding": "br" });
  expect(script.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
  expect((await get("/icon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
  expect((await get("/assets/none.js")).statusCode).toBe(404);
});

describe("the start fails", () => {
  const start = (buildDirectory: string) =>
    mountWeb(fastify(), {
      buildDirectory,
      nonceOf: () => "",
      languageOf: () => "en",
      languagesOf: () => languages,
      countryOf: () => null,
      photoHostOf: () => "",
      siteFrameOf: async () => null,
      now: Date.now,
    });

  test("without a build, in one line", async () => {
    await expect(start("/nowhere")).rejects.toThrow(
      "the pages are not built, run node scripts/prepare.mjs: /nowhere/server/index.js is missing",
    );
  });

  test.for([
    [`return new Response("Unexpected Server Error", { status: 500 });`, "the pages can't be rendered: 500 Unexpected"],
    [
      `page.finishWith({ markup: "<!DOCTYPE html><html><head></head><body></body></html>", preloads: [], body: "", waits: false });
      return new Response();`,
      '"delayPreloads"',
    ],
  ] as const)("with a build whose pages can't be finished: %s", async ([probe, message]) => {
    const broken = makeTestBuild("", probe);
    await expect(start(broken)).rejects.toThrow(message);
    rmSync(broken, { recursive: true });
  });
});
