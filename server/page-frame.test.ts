import { adultsLabel, languages } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { textPages } from "#contract/public-pages.ts";
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
