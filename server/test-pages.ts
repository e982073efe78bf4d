import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";
import type { Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { testApp } from "#server/db/test-database.ts";
import type { TestClient } from "#server/http/test-client.ts";
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
  /** As a browser that prefers the language, of a visitor or of the client given. Redirects are not followed. */
  .extend("load", { scope: "file" }, ({ app }) => (language: Language, path: string, visit: Visit = {}) => {
    const cookies = new Map([["locale", language], ...(visit.client?.cookies ?? [])]);
    const headers = {
      // as by a link of our own
      "sec-fetch-site": "same-origin",
      host: "localhost",
      accept: "text/html",
      "accept-language": language,
      ...(visit.isAhead ? { "sec-purpose": "prefetch;prerender" } : {}),
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(visit.userAgent === undefined ? {} : { "user-agent": visit.userAgent }),
    };
    const address = visit.address === undefined ? {} : { remoteAddress: visit.address };
    return app.inject({ url: pathIn(language, path), headers, ...address });
  });

type Visit = {
  client?: Pick<TestClient, "cookies">;
  userAgent?: string;
  /** The browser loads the page before the user opens it. */
  isAhead?: boolean;
  /** The IP address, which tells the country. */
  address?: string;
};

/** Posts a form of a page as a browser without scripts; answers its status and what the page says then. */
export async function postForm(
  app: FastifyInstance,
  { cookie }: Pick<TestClient, "cookie">,
  url: string,
  fields: Record<string, string>,
) {
  const { statusCode, body } = await app.inject({
    method: "POST",
    url,
    headers: {
      host: "localhost",
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
      origin: "http://localhost",
      cookie,
    },
    payload: new URLSearchParams({ form_key: randomUUID(), ...fields }).toString(),
  });
  const main = partOf(body, "main");
  return { status: statusCode, main, words: wordsOf(main) };
}

/** The paths of the built pages, each with the viewers that its route names; undefined: it has no screen. */
export async function builtRoutes(): Promise<{ path: string; who: string | undefined }[]> {
  const entry = pathToFileURL(join(import.meta.dirname, "../build/server/index.js"));
  const { routes }: Pick<ServerBuild, "routes"> = await import(entry.href);
  return Object.values(routes).flatMap((route) => {
    if (route?.path === undefined) return [];
    const handle = route.module.handle ?? routes[route.parentId ?? ""]?.module.handle;
    return [{ path: `/${route.path}`, who: (handle as { who: string } | undefined)?.who }];
  });
}

export const partOf = (html: string, tag: string) => new RegExp(`<${tag}\\b.*?</${tag}>`, "s").exec(html)?.[0] ?? "";

/** The words that a page's HTML shows, with single spaces. */
export const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

/** The values of the attributes in a page's HTML; `name` may be several names, separated by `|`. */
export const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` (?:${name})="([^"]*)"`, "g"))].map(([, value = ""]) => value.replaceAll("&amp;", "&"));
