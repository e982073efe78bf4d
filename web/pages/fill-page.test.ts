import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { bodyOf, fillSections, sectionFrom } from "#contract/fill-page.ts";
import { pagePlaceholders, sectionText } from "#contract/page-sections.ts";
import { textPages } from "#contract/public-pages.ts";
import { catalogIn, type PageName } from "./page-texts.server.ts";

const values = { site: "Ava", phone: "", search_all: "yes" };

test("D10.1 a section as text and back is the section that visitors read", () => {
  const texts = {
    title: "On {site}",
    p1: "Hi {site}.\nWelcome.",
    l1: "one",
    l2: "old",
    l2_if_search_all: "two",
    l3: "three\nfour",
    p2: "Call {phone}.",
  };
  const body = bodyOf(texts, values);
  expect(body).toBe("Hi {site}.\n\nWelcome.\n\n- one\n- two\n- three\n- four");
  const [built] = fillSections("en", { s1: texts }, values);
  expect(sectionFrom("en", { section: "s1", title: "On {site}", body }, values)).toEqual(built);
});

test("D10.1 text by staff: paragraphs, lists, links; a line about something that the site lacks is left out", () => {
  const body = "One\nline of {site}.\n\n\n- a <terms>b</terms>\n- {phone}\nAfter.\n- c";
  expect(sectionFrom("en", { section: "own1", title: "T", body }, values).blocks).toEqual([
    { kind: "text", text: "One line of Ava." },
    { kind: "list", items: ["a <terms>b</terms>"] },
    { kind: "text", text: "After." },
    { kind: "list", items: ["c"] },
  ]);
});

test.each(languages)("D10.1 %s: every built-in section can be edited and saved as it is", (language) => {
  const conditions = { search_all: "yes", talks: "yes" };
  const all = { ...Object.fromEntries(pagePlaceholders.map((name) => [name, "x"])), ...conditions };
  for (const page of Object.keys(textPages) as PageName[]) {
    for (const [id, texts] of Object.entries(catalogIn(language)[page].sections)) {
      const body = bodyOf(texts as Record<string, string>, all);
      const saved = sectionText.safeParse({ title: texts.title, body });
      expect(saved.success, `${page} ${id} ${saved.error?.message}`).toBe(true);
      const [built] = fillSections(language, { [id]: texts as Record<string, string> }, all);
      expect(sectionFrom(language, { section: id, title: texts.title, body }, all), `${page} ${id}`).toEqual(built);
    }
  }
});
