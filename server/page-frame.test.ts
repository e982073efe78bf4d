import { sql } from "kysely";
import { signUp } from "#contract/account.ts";
import { adultsLabel, type Language, languages } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { pathIn } from "#contract/languages.ts";
import { textPages } from "#contract/public-pages.ts";
import { getSettings } from "#contract/sites.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { expect } from "#server/test.ts";
import { createTexts } from "#server/texts.ts";
import { attributes, test } from "./test-pages.ts";

const texts = createTexts();

/** The part of a page's HTML from the tag's opening to its end. */
const partOf = (html: string, tag: string) => new RegExp(`<${tag}\\b.*?</${tag}>`, "s").exec(html)?.[0] ?? "";

test.for(languages)(
  "R2.12 R2.04 R1.11 %s: header, page, and a footer that links the pages",
  async (language, { load }) => {
    const { body, statusCode } = await load(language, "/login");
    expect(statusCode).toBe(200);
    expect(body).toContain(`<html lang="${language}"`);
    expect(body).toContain(adultsLabel);
    expect(attributes(partOf(body, "header"), "href")).toContain(pathIn(language, "/login"));
    expect(partOf(body, "main")).toContain("<h1");
    const footer = partOf(body, "footer");
    const links = attributes(footer, "href");
    const pages = Object.entries(textPages);
    for (const [name, path] of pages) {
      expect(links).toContain(pathIn(language, path));
      expect(footer).toContain(texts.t(language, `shell:footer.${name}`).replaceAll("&", "&amp;"));
    }
  },
);

test("R1.12 only English pages have the footer of the United States", async ({ load }) => {
  for (const language of languages) {
    const { body } = await load(language, textPages.privacy);
    const forAmericans = attributes(partOf(body, "footer"), "href").filter((href) =>
      href.endsWith("privacy?region=us"),
    );
    expect(forAmericans.length, language).toBe(language === "en" ? 1 : 0);
  }
});

test.for(languages)(
  "R1.11 %s: an unknown page says so in the language, and a page lists its translations",
  async (language, { load }) => {
    const unknown = await load(language, "/no/such/page");
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain(`<html lang="${language}"`);
    expect(partOf(unknown.body, "h1")).toContain(texts.t(language, "shell:error.not_found"));

    const { body } = await load(language, "/login");
    const alternates = [...body.matchAll(/<link [^>]*rel="alternate"[^>]*>/g)].map(([link]) => [
      attributes(link, "hrefLang|hreflang")[0],
      new URL(attributes(link, "href")[0] ?? "").pathname,
    ]);
    for (const other of languages) expect(alternates).toContainEqual([other, pathIn(other, "/login")]);
    expect(attributes(partOf(body, "main"), "href")).toContain(pathIn(language, "/signup"));
  },
);

const disclaimerOf = (language: Language, settings: { name: string; min_age: number; fictional_icon: string }) =>
  texts
    .t(language, "shell:footer.disclaimer", {
      site: settings.name,
      age: settings.min_age,
      icon: settings.fictional_icon,
      fictional: "",
    })
    .split(/[.:]/)[0];

const plain = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]*>/g, "").replaceAll("&#x27;", "'");

test("R2.04 R2.06 the footer has the disclaimer in the language, below a page and below a landing page", async ({
  load,
  client,
}) => {
  const { settings } = (await client.call(getSettings)).body;
  for (const language of languages) {
    const words = disclaimerOf(language, settings);
    for (const path of ["/login", "/landers/gallery"]) {
      const { body } = await load(language, path);
      expect(plain(partOf(body, "footer")), `${language} ${path}`).toContain(words);
    }
  }
});

test("R2.06 a landing page has a logo bar that leads home and to the login, and no other way out of it", async ({
  load,
}) => {
  const { body } = await load("en", "/landers/gallery");
  const bar = partOf(body, "header");
  expect(bar).toContain("Rendezvous");
  expect(attributes(bar, "href")).toEqual(["/", "/login"]);
});

test("R2.04 the warnings area shows a new member that their address waits for confirmation", async ({
  load,
  member,
}) => {
  const { cookie } = await member({ confirmed: false });
  const { body } = await load("de", "/members", cookie);
  const warnings = body.slice(body.indexOf("</header>"), body.indexOf("<main"));
  expect(plain(warnings)).toContain(texts.t("de", "account:reminder.title"));
  const settled = await member({ photo: true });
  const shown = (await load("de", "/members", settled.cookie)).body;
  expect(plain(shown.slice(shown.indexOf("</header>"), shown.indexOf("<main")))).not.toContain(
    texts.t("de", "account:reminder.title"),
  );
});

test.for([
  { credits: 11, badge: undefined },
  { credits: 10, badge: "badge-warning" },
  { credits: 1, badge: "badge-warning" },
  { credits: 0, badge: "badge-danger" },
])(
  "R2.09 a paid member with $credits credits sees them with the badge $badge",
  async ({ credits, badge }, { load, member }) => {
    const { cookie } = await member({ premium: true, credits });
    const { body } = await load("en", "/likes", cookie);
    const nav = partOf(body, "nav");
    const item = /<a [^>]*href="\/credits".*?<\/a>/s.exec(nav)?.[0] ?? "";
    expect(plain(item)).toContain(texts.t("en", "navigation:credits"));
    expect(/badge-(warning|danger)/.exec(item)?.[0]).toBe(badge);
    expect(nav).not.toContain('href="/premium"');
  },
);

test("R2.09 an unpaid member sees Get Premium instead, without a badge", async ({ load, member }) => {
  const { cookie } = await member({ credits: 0 });
  const nav = partOf((await load("en", "/likes", cookie)).body, "nav");
  expect(plain(nav)).toContain(texts.t("en", "navigation:premium"));
  expect(nav).not.toContain('href="/credits"');
  expect(nav).not.toMatch(/badge-(warning|danger)/);
});

test("R2.13 the language switcher is on every page but complete-signup", async ({ load, member }) => {
  const { cookie } = await member({ confirmed: false });
  const pathOf = (html: string) => attributes(html, "href").filter((href) => href.startsWith("/fi/"));
  expect(pathOf(partOf((await load("en", "/likes", cookie)).body, "footer"))).not.toEqual([]);
  const { body } = await load("en", "/complete-signup?step=photo", cookie);
  expect(body).toContain('data-screen="complete-signup"');
  expect(pathOf(partOf(body, "footer"))).toEqual([]);
});

test("R9.11 every page names its design version", async ({ load }) => {
  for (const path of ["/", "/login", "/lang-config", "/landers/gallery", "/no/such/page"]) {
    expect((await load("en", path)).body).toContain('data-design="2"');
  }
});

test.for([
  ["iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"],
  ["iPad", "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"],
] as const)("R2.15 an %s gets startup images, each with the screen that it is for", async ([, agent], { load }) => {
  const { body } = await load("en", "/login", "", agent);
  const links = [...body.matchAll(/<link [^>]*rel="apple-touch-startup-image"[^>]*>/g)].map(([link]) => link);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect(link).toMatch(/media="[^"]*device-width[^"]*".*href="\//);
  const other = (await load("en", "/login")).body;
  expect(other).not.toContain("apple-touch-startup-image");
});

test("R8.01 an error page has the message and the status of its own failure, else a general text", async ({ load }) => {
  const unknown = await load("de", "/no/such/page");
  expect(unknown.statusCode).toBe(404);
  expect(plain(partOf(unknown.body, "main"))).toContain(texts.t("de", "shell:error.not_found"));
  expect(attributes(partOf(unknown.body, "main"), "href")).toContain("/de");
  const dead = await load("de", "/members/00000000-0000-4000-8000-000000000000");
  expect(dead.statusCode).toBe(404);
});

test("R4.25 the page after the activation says up to 2 conversations", async ({ load }) => {
  for (const language of languages) {
    const { body } = await load(language, "/activate/done");
    const words = texts.t(language, "account:activate.done_conversations", { conversations: 2, count: 2 });
    expect(plain(partOf(body, "main")), language).toContain(words);
  }
});

test("R1.12 a visitor from the United States gets the US privacy text without a click, others the general one", async ({
  app,
}) => {
  const titleAt = async (remoteAddress: string) => {
    const headers = { host: "localhost", accept: "text/html", "accept-language": "en" };
    const { body } = await app.inject({ url: textPages.privacy, headers, remoteAddress });
    return plain(partOf(body, "h1"));
  };
  const { privacy } = texts.catalog<{ privacy: { title: string } }>("en", "us");
  expect(await titleAt("8.8.8.8")).toContain(privacy.title);
  expect(await titleAt("193.0.6.139")).not.toContain(privacy.title);
});

test("R4.01 R8.05 an expired activation link opens the page that says Activation failed", async ({
  app,
  client,
  services,
}) => {
  const form = signupForm({ name: "Expired Link", email: "expired@example.org" });
  await client.call(signUp, { body: form });
  const token = await activationToken({ services }, form.email);
  services.clock.advance(8 * dayMs);
  const headers = { host: "localhost", accept: "text/html", "accept-language": "en" };
  const opened = await app.inject({ url: `/${token}`, headers });
  const shown = opened.headers.location ? await app.inject({ url: opened.headers.location, headers }) : opened;
  expect(plain(partOf(shown.body, "h1"))).toBe("Activation failed");
});

test("R8.04 without the welcome code, which fails to load, a new member's page is shown without the bonus", async ({
  load,
  member,
  services,
}) => {
  const { cookie } = await member();
  const bonus = texts.t("en", "time-bonus:label");
  expect((await load("en", "/members", cookie)).body).toContain(bonus);
  await sql`alter table discount_codes rename to discount_codes_away`.execute(services.db);
  const { statusCode, body } = await load("en", "/members", cookie);
  await sql`alter table discount_codes_away rename to discount_codes`.execute(services.db);
  expect(statusCode).toBe(200);
  expect(body).not.toContain(bonus);
  expect(partOf(body, "h1")).not.toContain(texts.t("en", "shell:error.title"));
});
