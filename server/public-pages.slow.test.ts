import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { calls } from "#server/http/calls.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { attributes, test as base, builtRoutes } from "./test-pages.ts";

const test = base.extend("planted", { scope: "file" }, ({ member, services }) => plantMembers({ member, services }));

/** Pages for visitors too whose address needs something that they lack, or that lead elsewhere, with the reason. */
const notForVisitors: Record<string, string> = {
  "/settings": "leads to /notifications",
  "/closed": "a closed site",
  "/members/:id/signup": "a member",
  "/members/:id/card": "a member",
  "/members/:id/landing": "a member",
  "/members/:id/landing2/:slug?": "a member",
  "/members/:id/landing3/:slug?": "a member",
  "/reset-password/do": "the link of an email",
  "/mail-change/do": "the link of an email",
  "/unsubscribe/:token": "the link of an email",
  "/:token": "the link of an email",
  "/decisions/:token": "the link of an email",
  "/ban-request/:token": "the link of an email",
  "/withdrawal/:token": "the link of an email",
  "/report/:token": "the link of an email",
  "/complaint/:token": "the link of an email",
  "/where/:token": "a friend's link",
  "/partner/:token": "a partner's link",
  "/imported/:token": "the link of an email",
  "/*": "not found",
};

const open = (path: string) => path.replace(/\/:\w+\?$/, "");
const all = (await builtRoutes()).flatMap(({ path, who }) => (who === "members" || who === "staff" ? [] : [path]));
/** Every page that a visitor can open by its address. */
const pages = ["/", ...all.filter((path) => !(path in notForVisitors)).map(open)];

/** Of this member, who has not let visitors see her, no page may show anything: not her name, her id or her photo's. */
const reticent = "Reticentia-Zyx";

/** Members that visitors see, enough for the faces of the home page, and one that they may not see. */
async function plantMembers({ member, services }: Pick<Fixtures, "member" | "services">) {
  const name = (number: number) => `Willing-Zyx ${String.fromCharCode(97 + number)}`;
  for (let number = 0; number < 10; number += 1) {
    const gender = number % 2 ? "male" : "female";
    await member({ name: name(number), gender, photo: true, shownToVisitors: true });
  }
  const willing = await member({ name: "Willing-Zyx", photo: true, shownToVisitors: true });
  const hidden = await member({ name: reticent, photo: true, aboutMe: `${reticent} about me` });
  const photos = services.db.selectFrom("photos").select("id").where("member_id", "=", hidden.id);
  const { id: photo } = await photos.executeTakeFirstOrThrow();
  return { hidden, willing, photo, secrets: [reticent, hidden.id, photo] };
}

const texts = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<code\b.*?<\/code>/gs, " ")
    .replace(/<[^>]*>/g, " ");
/** A text's key in place of the text, a value that was not filled in, and what a program says of nothing. */
const missing = /\{\w+\}|\bundefined\b|\bNaN\b|\[object|\b[a-z]+(?:_[a-z]+)*\.[a-z]+(?:[._][a-z]+)+\b/;
test("R2.01 every page stands in the crawl, or is named with the reason why no visitor can open it", () => {
  expect(Object.keys(notForVisitors).filter((path) => !all.includes(path))).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});

test("D12.1 the scripts of the server's pages have no character that takes two bytes for each in memory", () => {
  const folder = join(import.meta.dirname, "../build/server");
  const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(100);
  const wide = scripts.filter((name) => /[\u0100-\u{10ffff}]/u.test(readFileSync(join(folder, name), "utf8")));
  expect(wide).toEqual([]);
});

test("R1.11 R2.01 R2.02 R2.03 D11.8 every public page and lander in 11 languages: 200, its language, no missing text, no dead link, no member who is not for visitors", async ({
  app,
  load,
  planted: { secrets },
}) => {
  const problems: string[] = [];
  const links = new Map<string, string>();
  const opened = new Set<string>();
  for (const language of languages) {
    for (const page of pages) {
      const url = pathIn(language, page);
      const { statusCode, body } = await load(language, page);
      opened.add(url);
      if (statusCode !== 200) {
        problems.push(`${url}: ${statusCode}`);
        continue;
      }
      if (!body.includes(`<html lang="${language}"`)) problems.push(`${url}: is not in ${language}`);
      if (!/<h1\b/.test(body)) problems.push(`${url}: has no heading`);
      const words = [texts(body), ...attributes(body, "alt|title|aria-label|placeholder|content")].join("\n");
      const gap = missing.exec(words.replaceAll(/https?:\S+|\S+@\S+/g, ""));
      if (gap) problems.push(`${url}: ${gap[0]} stands in its text`);
      for (const secret of secrets) if (body.includes(secret)) problems.push(`${url}: names ${secret}`);
      const ids = new Set(attributes(body, "id"));
      for (const href of attributes(body, "href")) {
        if (href.startsWith("#") && href.length > 1 && !ids.has(href.slice(1)))
          problems.push(`${url}: no ${href} here`);
        if (href.startsWith("/") && !href.startsWith("//")) links.set(href.split("#")[0] ?? href, url);
      }
    }
  }
  for (const [link, from] of links) {
    if (opened.has(link)) continue;
    const answer = await app.inject({ url: link, headers: { host: "localhost", accept: "text/html" } });
    const location = String(answer.headers.location ?? "");
    const fine = answer.statusCode === 200 || (answer.statusCode < 400 && /^(?:\/|http:\/\/localhost)/.test(location));
    if (!fine) problems.push(`${from}: its link ${link} answers ${answer.statusCode}`);
  }
  expect(problems).toEqual([]);
  expect(links.size).toBeGreaterThan(300);
}, 240_000);

test("D11.8 a member who is not for visitors is in no search, lander, landing page, signup, picture or call that one can open", async ({
  app,
  planted: { hidden, willing, secrets, photo },
  services,
}) => {
  const open = async (url: string) =>
    await app.inject({ url, headers: { host: "localhost", accept: "text/html", cookie: "locale=en" } });
  const addresses = (id: string) => [
    `/members/${id}`,
    ...["landing", "landing2", "landing3", "signup", "chat"].map((page) => `/members/${id}/${page}`),
    ...["landing", "landing2", "landing3"].map((page) => `/members/${id}/${page}.data`),
    `/signup?member=${id}`,
    `/api/card.php?id=${id}`,
    `/api/member.php?id=${id}`,
  ];
  const guestCalls = calls.filter(({ method, who }) => method === "GET" && who === "anyone");
  const searches = ["", "?photo=1", "?sort=newest", "?sort=active", "?country=NL", "?gender=female", "?anyone=1"];
  const files = [
    "/sitemap.xml",
    "/robots.txt",
    "/manifest.webmanifest",
    "/preview/en.png",
    `/photos/${photo}/card.webp`,
  ];
  // her id is the address's own, so a page may repeat it
  const inAnswer = secrets.filter((secret) => secret !== hidden.id);
  const leaks: string[] = [];
  const read = async (url: string, secret: readonly string[]) => {
    const { body, statusCode } = await open(url);
    for (const each of secret) if (body.includes(each)) leaks.push(`${url}: ${each}`);
    return { body, statusCode };
  };
  await services.files.put(
    `photos/${hidden.siteId}/${hidden.id}/${photo}/card.webp`,
    Buffer.from(reticent),
    "image/webp",
  );
  for (const url of addresses(hidden.id)) await read(url, inAnswer);
  for (const { path } of guestCalls) await read(path, secrets);
  for (const search of searches) {
    await read(`/members${search}`, secrets);
    await read(`/members.data${search}`, secrets);
    await read(`/api/members.php${search}`, secrets);
  }
  for (const file of files) await read(file, secrets);
  expect(leaks).toEqual([]);
  expect((await open(`/photos/${photo}/card.webp`)).statusCode).toBe(404);
  // the same pages do show the willing, so that this test can fail
  expect((await open("/members")).body).toContain("Willing-Zyx");
  expect((await open(`/members/${willing.id}/landing`)).body).toContain("Willing-Zyx");
  expect((await open("/")).body.match(/\/photos\/[\w-]+\/thumb/g)?.length).toBeGreaterThanOrEqual(8);
});
