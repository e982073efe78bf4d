import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { type Catalog, rawText, readCatalogs } from "./read-catalogs.ts";

test("quality: features add to the lists of a catalog: within a sentence by commas, alone in lines", () => {
  const folder = mkdtempSync(join(tmpdir(), "catalogs-"));
  mkdirSync(join(folder, "en"));
  const write = (name: string, catalog: Catalog) =>
    writeFileSync(join(folder, "en", `${name}.json`), JSON.stringify(catalog));
  write("pages", { kept: "Profile, {kept}, messages.", s6: { l1: "{ending}" }, other: "{site}" });
  write("winks", { "@pages": { lists: { kept: { winks: "winks" }, ending: { winks: "Winks: a day." } } } });
  write("likes", { "@pages": { lists: { kept: { likes: "likes" }, ending: { visits: "Visits: 90 days." } } } });
  const catalogs = readCatalogs("en", folder);
  rmSync(folder, { recursive: true });
  expect(rawText(catalogs, "pages:kept")).toBe("Profile, likes, winks, messages.");
  expect(rawText(catalogs, "pages:s6.l1")).toBe("Visits: 90 days.\nWinks: a day.");
  expect(rawText(catalogs, "pages:other")).toBe("{site}");
});

test("quality: a text that is the same in all languages as another one stands once, and English alone refers to it", () => {
  const folder = mkdtempSync(join(tmpdir(), "catalogs-"));
  const write = (language: string, name: string, catalog: Catalog) => {
    mkdirSync(join(folder, language), { recursive: true });
    writeFileSync(join(folder, language, `${name}.json`), JSON.stringify(catalog));
  };
  write("en", "words", { send: "Send" });
  write("en", "likes", {
    first: "One",
    button: { send: "=words:send" },
    "@mails": { again: "=likes:first" },
    last: "Z",
  });
  write("de", "words", { send: "Senden" });
  write("de", "likes", { last: "Zett", first: "Eins" });
  expect(readCatalogs("en", folder)).toMatchObject({ likes: { button: { send: "Send" } }, mails: { again: "One" } });
  const german = readCatalogs("de", folder);
  expect(german).toMatchObject({ likes: { button: { send: "Senden" } }, mails: { again: "Eins" } });
  expect(Object.keys(german.likes ?? {}), "in the order of English").toEqual(["first", "button", "last"]);
  write("en", "words", { sent: "Sent" });
  expect(() => readCatalogs("en", folder)).toThrow("=words:send refers to no text");
  rmSync(folder, { recursive: true });
});

test.each(languages)("R1.11 %s: what features add to a list stands in a text of its catalog", (language) => {
  const unread = Object.entries(readCatalogs(language)).flatMap(([name, { lists = {}, ...catalog }]) => {
    const texts = JSON.stringify(catalog);
    return Object.entries(lists).flatMap(([list, entries]) =>
      Object.entries(entries)
        .filter(([, words]) => !texts.includes(JSON.stringify(words).slice(1, -1)))
        .map(([key]) => `${name}: lists.${list}.${key}`),
    );
  });
  expect(unread, "no text of the catalog has the placeholder of this list").toEqual([]);
});
