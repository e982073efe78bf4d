import { languages } from "#contract/constants.ts";
import { wordsPreviewPath } from "#contract/site-words.ts";
import { changeStaffSite } from "#contract/staff-sites.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { standardWords } from "#server/features/sites/index.ts";
import { expect } from "#server/test.ts";
import { test as base, partOf, wordsOf } from "./test-pages.ts";

const test = base.extend("preview", { scope: "file" }, async ({ given, app }) => {
  const { client } = await staffMember(given, "admin");
  return async (fields: Record<string, string>, { cookie = client.cookie, from = "same-origin" } = {}) =>
    await app.inject({
      method: "POST",
      url: wordsPreviewPath,
      headers: {
        ...{ host: "localhost", cookie, "sec-fetch-site": from },
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: new URLSearchParams({ site: "rendezvous", language: "en", group: "home", ...fields }).toString(),
    });
});

const heading = (html: string) => wordsOf(partOf(html, "h1")).trim();

test("D2.2 staff see the words of a form on their page, in its language, before a guest does; nothing on it runs", async ({
  preview,
  load,
}) => {
  const seenBefore = heading((await load("en", "/")).body);
  const page = await preview({ "words.home.en.heading": "Come as you are" });
  expect([page.statusCode, heading(page.body)]).toEqual([200, "Come as you are"]);
  expect(page.headers["content-security-policy"]).toMatch(/script-src 'none'.*form-action 'none'/);
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(heading((await load("en", "/")).body)).toBe(seenBefore);
  const german = { language: "de", group: "landers.video", "words.landers.de.video.heading": "Ein freier Platz" };
  const lander = await preview(german);
  expect([heading(lander.body), /<html[^>]*lang="(..)"/.exec(lander.body)?.[1]]).toEqual(["Ein freier Platz", "de"]);
});

test("D2.2 an emptied field previews the built-in text, and so does one that could not be saved", async ({
  given,
  preview,
  load,
  services,
}) => {
  const builtIn = heading((await load("en", "/")).body);
  const { client } = await staffMember(given, "admin");
  const changes = [{ name: "words.home.en.heading", after: "Saved" }];
  await client.call(changeStaffSite, { body: { site: "rendezvous", changes } });
  services.clock.advance(6_000);
  expect(heading((await preview({})).body)).toBe("Saved");
  for (const text of ["", "Hello {gone}"]) {
    expect(heading((await preview({ "words.home.en.heading": text })).body), text).toBe(builtIn);
  }
});

test("D2.2 staff see the words of a form in the mail that they belong to, to an invented member; saved ones stay", async ({
  preview,
}) => {
  const own = { "words.mails.en.like.text_one": "Good news: {names} smiled at you." };
  const page = await preview({ group: "mails.like", ...own });
  const words = wordsOf(page.body);
  expect([page.statusCode, words.includes("Good news"), words.includes("Robin")]).toEqual([200, true, true]);
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(wordsOf((await preview({ group: "mails.like" })).body)).not.toContain("Good news");
});

test("D2.2 each mail of which a site can word more than the heading has a preview, in each language", async ({
  preview,
}) => {
  for (const language of languages) {
    const keys = [...standardWords(language).keys()].filter((key) => /^mails\.\w+\.subject/.test(key));
    for (const kind of new Set(keys.map((key) => key.split(".")[1] ?? ""))) {
      expect((await preview({ group: `mails.${kind}`, language })).statusCode, `${kind} ${language}`).toBe(200);
    }
  }
});

test("bad input: a preview is for admins, from a page of the same site, and of a page that has words", async ({
  preview,
}) => {
  expect((await preview({}, { cookie: "" })).statusCode).toBe(404);
  expect((await preview({}, { from: "cross-site" })).statusCode).toBe(403);
  expect((await preview({ group: "mails.decision" })).statusCode).toBe(404);
  expect((await preview({ site: "none" })).statusCode).toBe(400);
});
