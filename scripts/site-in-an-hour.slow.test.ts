import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBundles } from "#contract/credits.ts";
import { getCard } from "#contract/members.ts";
import { manifestPath, themeColours } from "#contract/web-app.ts";
import { testApp } from "#server/db/test-database.ts";
import { mountPages } from "#server/mount-pages.ts";
import { test as base, expect } from "#server/test.ts";
import { runSite } from "./site.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/operators/a-site-in-an-hour.md"), "utf8");

/** The contents of the page's code blocks in one language. */
const blocks = (kind: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n(.*?)\`\`\``, "gs"))].map(([, code = ""]) => code);

/** The words of a command, as a shell splits them: quotes keep blanks together. */
const words = (line: string) => [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ""));

/** The page's commands, in their order, without `npm run site --`. */
const commands = blocks("sh")
  .flatMap((code) => code.replaceAll("\\\n", " ").trim().split("\n"))
  .map((line) => {
    expect(line).toMatch(/^npm run site -- /);
    return words(line).slice(4);
  });

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern as the first parameter
  .extend("given", { scope: "file" }, async ({}, { onCleanup }) => {
    const given = await testApp((services) => [(app, lookups) => mountPages(app, lookups, services)]);
    onCleanup(given.close);
    return given;
  })
  .extend("folder", { scope: "file" }, ({ services }, { onCleanup }) => {
    services.clock.set(new Date());
    const folder = mkdtempSync(join(tmpdir(), "hour-"));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  });

const host = "zweisam.example";

test("D2.1 D2.2 a site in an hour: the documented commands make it, and its first member signs up", async ({
  app,
  services,
  folder,
  visitor,
  signedUp,
  mails,
}) => {
  const [prices = ""] = blocks("json");
  writeFileSync(join(folder, "prices.json"), prices);
  const env = { DATA_DIR: folder, DATABASE_URL: services.config.databaseUrl };
  const output: string[] = [];
  for (const command of commands) {
    const args = command.map((word) => (word.endsWith(".json") ? join(folder, word) : word));
    let said = "";
    await runSite(args, env, (line) => {
      said += `${line}\n`;
    });
    output.push(said);
  }
  expect(commands.length).toBe(7);
  expect(output[4]).toBe("zweisam\tall is well\n");
  services.clock.advance(5_000);

  const get = async (path: string, headers: Record<string, string> = {}) =>
    await app.inject({ url: path, headers: { host, accept: "text/html", ...headers } });
  const home = await get("/", { "accept-language": "fi" });
  expect([home.statusCode, home.headers.location]).toEqual([302, "/de"]);
  expect((await get("/fr/pricing")).headers.location).toBe("/de/pricing");
  const german = (await get("/de")).body;
  expect(german).toContain('<html lang="de"');
  expect(german).toContain('data-theme="ember"');
  expect(german).toContain("Zweisam – ehrlich kennenlernen");
  expect(german).not.toContain("Rendezvous");
  const manifest = JSON.parse((await get(manifestPath("de"))).body);
  expect(manifest).toMatchObject({ name: "Zweisam", background_color: themeColours.ember.surface });
  expect((await get("/icon.svg")).body).toContain(themeColours.ember.primary);

  for (const language of ["de", "en"]) {
    const prefix = language === "en" ? "" : `/${language}`;
    const cookie = { cookie: `locale=${language}` };
    for (const path of ["/pages/terms", "/pages/privacy", "/pages/service", "/pages/return-policy"]) {
      const { statusCode, body } = await get(`${prefix}${path}`, cookie);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(body, path).toContain("Zweisam GmbH");
      expect(body, path).not.toContain("Rendezvous");
    }
    expect((await get(`${prefix}/pages/return-policy`, cookie)).body).toMatch(/30/);
  }

  // the first member
  const member = await signedUp({ country: "DE" }, host);
  const { bundles } = (await member.client.call(getBundles, { query: {} })).body;
  expect(bundles.map(({ credits, list_price: price, messages }) => [credits, price, messages])).toEqual([
    [20, 1490, 10],
    [60, 3990, 30],
  ]);
  const sent = await mails();
  expect(sent.map(({ from }) => from)).toContainEqual(expect.stringContaining("hello@zweisam.example"));
  for (const { text } of sent) expect(text).not.toMatch(/Rendezvous|localhost/);

  // fictional profiles carry their label, and no other site has any of this
  const fictional = await services.db.selectFrom("profiles").selectAll().where("fictional", "=", true).execute();
  expect(fictional).toHaveLength(4);
  const card = await member.client.call(getCard, { query: { id: fictional[0]?.member_id ?? "" } });
  expect(card.body.member).toMatchObject({ fictional: true, online: false });
  const elsewhere = await visitor().call(getCard, { query: { id: fictional[0]?.member_id ?? "" } });
  expect(elsewhere.status).toBe(404);

  // a domain without English announces no English pages (D1.4)
  await runSite(["set", "zweisam", "languages=de,fi"], env, () => {});
  services.clock.advance(5_000);
  const announced = (html: string) =>
    [...html.matchAll(/hreflang="([\w-]+)" href="https?:\/\/[^/]+([^"]*)"/gi)].map(([, code, path]) => [code, path]);
  const alternates = [
    ["de", "/de/pages/terms"],
    ["fi", "/fi/pages/terms"],
    ["x-default", "/de/pages/terms"],
  ];
  expect(announced((await get("/fi/pages/terms")).body.replace(/<body.*/s, ""))).toEqual(alternates);
  const sitemap = (await get("/sitemap.xml")).body;
  expect(announced(/<url><loc>[^<]*\/de\/pages\/terms<.*?<\/url>/s.exec(sitemap)?.[0] ?? "")).toEqual(alternates);
  expect((await get("/pages/terms", { "accept-language": "en" })).headers.location).toBe("/de/pages/terms");
}, 60_000);
