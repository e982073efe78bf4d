import { expect, test } from "vitest";
import { scriptsLast } from "./scripts-last.server.ts";

const page = (script: string) =>
  `<html><head><link rel="modulepreload" href="/a.js"/></head><body>${script}</body></html>`;
const start = `<script nonce="n" type="module" async="">import("/a.js");</script>`;

test("performance: a page's scripts wait as text, and its preloads as links, until a script with the nonce starts them", () => {
  const html = scriptsLast(page(start), "n");
  expect(html).toContain('<link data-late="" rel="late" fetchpriority="low" href="/a.js"/>');
  expect(html).toContain('<script nonce="n" type="late">import("/a.js");</script>');
  expect(html).not.toMatch(/modulepreload" href|type="module"/);
  expect(html).toMatch(/<script nonce="n">[^<]+<\/script><\/body><\/html>$/);
});

test("performance: a page without scripts stays as it is; one that starts in another way is an error, not a slow page", () => {
  expect(scriptsLast(page(""), "n")).toBe(page(""));
  expect(() => scriptsLast(page(start.replace("async", "defer")), "n")).toThrow(
    "React Router starts pages differently",
  );
});
