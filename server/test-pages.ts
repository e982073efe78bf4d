import type { Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { testApp } from "#server/db/test-database.ts";
import { test as base } from "#server/test.ts";
import { mountPages } from "./mount-pages.ts";

/** The whole product without a network: the calls, and the built pages (`npm test` builds them first). */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern as the first parameter
  .extend("given", { scope: "file" }, async ({}, { onCleanup }) => {
    const given = await testApp((services) => [(app, lookups) => mountPages(app, lookups, services)]);
    onCleanup(given.close);
    return given;
  })
  /** Loads a page as a browser does that prefers the language, by default a visitor's; redirects are not followed. */
  .extend("load", { scope: "file" }, ({ app }) => (language: Language, path: string, cookie = "", agent = "") => {
    const headers = {
      host: "localhost",
      accept: "text/html",
      "accept-language": language,
      cookie: [`locale=${language}`, cookie].filter(Boolean).join("; "),
      ...(agent && { "user-agent": agent }),
    };
    return app.inject({ url: pathIn(language, path), headers });
  });

/** The values of the attributes in a page's HTML; `name` may be several names, separated by `|`. */
export const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` (?:${name})="([^"]*)"`, "g"))].map(([, value = ""]) => value.replaceAll("&amp;", "&"));
