import { adultsLabel, type Language, languages } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { textPages } from "#contract/public-pages.ts";
import { splashScreens } from "#contract/splash-screens.ts";
import { expect } from "#server/test.ts";
import { createTexts } from "#server/texts.ts";
import { attributes, partOf, test, wordsOf } from "./test-pages.ts";

const texts = createTexts();

const disclaimerOf = (language: Language) =>
  wordsOf(texts.t(language, "shell:footer.adults", { site: "Rendezvous", age: 18 }));

test.for(languages)(
  "R2.12 R2.04 R1.11 %s: header, page, and a footer that links the pages",
  async (language, { load }) => {
    const { body, statusCode } = await load(language, "/pricing");
    expect(statusCode).toBe(200);
    expect(body).toContain(`<html lang="${language}"`);
    expect(body).toContain(adultsLabel);
    expect(attributes(partOf(body, "header"), "href")).toContain(pathIn(language, "/login"));
    expect(partOf(body, "main")).toContain("<h1");
    const footer = partOf(body, "footer");
    expect(wordsOf(footer)).toContain(disclaimerOf(language));
    const links = attributes(footer, "href");
    const pages = Object.entries(textPages);
    for (const [name, path] of pages) {
      expect(links).toContain(pathIn(language, path));
      expect(footer).toContain(texts.t(language, `shell:footer.${name}`).replaceAll("&", "&amp;"));
    }
  },
);

test("R2.12 D7.7 a member's footer is one line with the help and the withdrawal; the legal pages open from it", async ({
  load,
  member,
}) => {
  const { client } = await member();
  const footer = partOf((await load("de", "/likes", { client })).body, "footer");
  const more = /<details class="footer-more".*?<\/details>/s.exec(footer)?.[0] ?? "";
  const line = footer.replace(more, "");
  const inLine = attributes(line, "href").filter((href) => !href.includes("locale="));
  expect(inLine).toEqual([pathIn("de", textPages.faq), pathIn("de", "/withdrawal")]);
  expect(wordsOf(line)).toContain(texts.t("de", "shell:footer.withdraw"));
  expect(wordsOf(line)).toContain(disclaimerOf("de"));
  const opened = attributes(more, "href");
  for (const path of [...Object.values(textPages), "/report", "/withdrawal"]) {
    expect(opened).toContain(pathIn("de", path));
  }
  expect(more).toContain("<address");
});

test("D14.1 the footer speaks of invented profiles only while the site has any", async ({ load, member, services }) => {
  const label = { icon: "🎭", fictional: texts.t("de", "sites:fictional_plural") };
  const [, words = ""] = texts.t("de", "shell:footer.disclaimer", label).split("🎭");
  const footer = async () => wordsOf(partOf((await load("de", "/login")).body, "footer"));
  expect(await footer()).not.toContain(wordsOf(words).trim());
  await member({ fictional: true });
  services.clock.advance(11_000);
  expect(await footer()).toContain(wordsOf(words).trim());
});

test("R1.12 a visitor from the United States reads their own privacy text in English, without a click", async ({
  load,
  visitor,
}) => {
  const headingFor = async (language: Language, country: string) => {
    const client = visitor();
    client.cookies.set("geoip_selected_country", country);
    return wordsOf(partOf((await load(language, textPages.privacy, { client })).body, "h1")).trim();
  };
  expect(await headingFor("en", "US")).toBe("US privacy statement");
  expect(await headingFor("en", "GB")).toBe("Privacy statement");
  expect(await headingFor("de", "US")).toBe(await headingFor("de", "DE"));
});

test("R1.12 only English pages have the footer of the United States, which leads to its privacy text and back", async ({
  load,
}) => {
  for (const language of languages) {
    const { body } = await load(language, textPages.privacy);
    const forAmericans = attributes(partOf(body, "footer"), "href").filter((href) =>
      href.endsWith("privacy?region=us"),
    );
    expect(forAmericans.length, language).toBe(language === "en" ? 1 : 0);
  }
  const main = partOf((await load("en", `${textPages.privacy}?region=us`)).body, "main");
  expect(wordsOf(partOf(main, "h1")).trim()).toBe("US privacy statement");
  expect(attributes(main, "href")).toContain(`${textPages.privacy}?region=eu`);
});

test.for(languages)(
  "R1.11 R2.28 R8.02 %s: an unknown page says so in the language and links home, and a page lists its translations",
  async (language, { load }) => {
    const unknown = await load(language, "/no/such/page");
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain(`<html lang="${language}"`);
    expect(partOf(unknown.body, "h1")).toContain(texts.t(language, "shell:error.not_found"));
    expect(attributes(partOf(unknown.body, "main"), "href")).toContain(pathIn(language, "/"));

    const { body } = await load(language, "/login");
    const alternates = [...body.matchAll(/<link [^>]*rel="alternate"[^>]*>/g)].map(([link]) => [
      attributes(link, "hrefLang|hreflang")[0],
      new URL(attributes(link, "href")[0] ?? "").pathname,
    ]);
    for (const other of languages) expect(alternates).toContainEqual([other, pathIn(other, "/login")]);
    expect(attributes(partOf(body, "main"), "href")).toContain(pathIn(language, "/signup"));
  },
);

test("R2.06 R2.07 a lander has a bar with the logo, and the footer with the disclaimer; the page for the language neither", async ({
  load,
}) => {
  const lander = (await load("de", "/landers/gallery")).body;
  const bar = partOf(lander, "header");
  expect(attributes(bar, "href")).toEqual([pathIn("de", "/"), pathIn("de", "/login")]);
  expect(bar).toContain("<svg");
  expect(wordsOf(bar)).toContain("Rendezvous");
  expect(partOf(lander, "nav")).not.toContain(pathIn("de", "/members"));
  for (const piece of disclaimerOf("de")) expect(wordsOf(partOf(lander, "footer"))).toContain(piece);

  const bare = (await load("de", "/lang-config")).body;
  expect(partOf(bare, "main")).toContain("<h1");
  expect([partOf(bare, "header"), partOf(bare, "footer"), partOf(bare, "nav")]).toEqual(["", "", ""]);
});

test("R2.13 each page has the language switcher with every language, except those that complete a signup", async ({
  load,
  member,
}) => {
  const { client } = await member({ confirmed: false });
  const offered = (html: string) =>
    attributes(partOf(html, "footer"), "href").flatMap((href) => /[?&]locale=(\w\w)\b/.exec(href)?.slice(1) ?? []);
  for (const path of ["/", "/login", "/landers/gallery"]) {
    expect(offered((await load("en", path)).body).sort(), path).toEqual([...languages].sort());
  }
  expect(offered((await load("en", "/likes", { client })).body)).toHaveLength(languages.length);
  const completing = await load("en", "/complete-signup?step=photo", { client });
  expect(completing.statusCode).toBe(200);
  expect(completing.body).toContain('data-screen="complete-signup"');
  expect(offered(completing.body)).toEqual([]);
});

test("R2.15 iPhones and iPads get a splash image for each screen, also on the home page; other devices none", async ({
  load,
}) => {
  const splashes = async (path: string, userAgent: string) =>
    (await load("en", path, { userAgent })).body.match(/rel="apple-touch-startup-image"/g)?.length ?? 0;
  const [iPhone, iPad] = ["iPhone; CPU iPhone OS 18_0 like Mac OS X", "iPad; CPU OS 18_0 like Mac OS X"];
  for (const device of [iPhone, iPad]) {
    for (const path of ["/login", "/"]) {
      expect(await splashes(path, `Mozilla/5.0 (${device})`), device).toBe(splashScreens.length * 2);
    }
  }
  expect(await splashes("/login", "Mozilla/5.0 (Linux; Android 16)")).toBe(0);
});

test("R9.11 each page names the second version of the design; without a language dates are English", async ({
  app,
  load,
}) => {
  const { body } = await load("fi", "/login");
  expect(/<html [^>]*>/.exec(body)?.[0]).toContain('data-design="2"');
  const unknown = await app.inject({ url: "/pages/terms", headers: { host: "localhost", accept: "text/html" } });
  expect(unknown.body).toContain('<html lang="en"');
  expect(wordsOf(unknown.body)).toContain("20 Nov 2026");
  expect(wordsOf((await load("fi", "/pages/terms")).body)).toContain("20.11.2026");
});

test("D2.2 home page and landers are in the site's own words, and so is the home page that a link opens", async ({
  load,
  services,
}) => {
  const row = { site_id: 1, language: "en", changed_at: services.clock.now() };
  const rows = [
    { ...row, page: "home", section: "heading", body: "Ours at home" },
    { ...row, page: "landers", section: "video.heading", body: "A seat of ours" },
  ];
  await services.db.insertInto("page_texts").values(rows).execute();
  services.clock.advance(5_000);
  const catalogsOf = (body: string): Record<string, object> =>
    JSON.parse(/id="page-texts">(.*?)<\/script>/s.exec(body)?.[1] ?? "{}").catalogs;
  const home = (await load("en", "/")).body;
  expect(wordsOf(partOf(home, "h1"))).toContain("Ours at home");
  expect(catalogsOf(home).home).toMatchObject({ heading: "Ours at home", sign_up: texts.t("en", "home:sign_up") });
  const lander = (await load("en", "/landers/video")).body;
  expect(wordsOf(partOf(lander, "h1"))).toContain("A seat of ours");
  expect(catalogsOf(lander)["landers.video"]).toMatchObject({ heading: "A seat of ours" });
  // scripts show these when a link leads on: to the home page, but to no lander
  const login = catalogsOf((await load("en", "/login")).body);
  expect([login.home, login["landers.video"]]).toEqual([
    expect.objectContaining({ heading: "Ours at home" }),
    undefined,
  ]);
  expect(wordsOf(partOf((await load("de", "/")).body, "h1"))).toContain(texts.t("de", "home:heading"));
});

test("D2.2 a site's pages have its letters, and load the file of those that are not the device's", async ({
  load,
  services,
}) => {
  const headOf = async () => {
    const { body } = await load("en", "/login");
    return [/<html [^>]*data-font="(\w+)"/.exec(body)?.[1], body.includes('as="font"')];
  };
  expect(await headOf()).toEqual(["figtree", true]);
  const row = { site_id: 1, key: "font", value: JSON.stringify("serif") };
  await services.db.insertInto("site_settings").values(row).execute();
  services.clock.advance(11_000);
  expect(await headOf()).toEqual(["serif", false]);
});
