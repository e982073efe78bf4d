import { expect, test } from "vitest";
import { completeMarkup } from "./scripts-last.server.ts";

const page = (script: string) =>
  `<html><head><link rel="modulepreload" href="/a.js"/></head><body>${script}</body></html>`;
const additions = { head: `<link rel="modulepreload" href="/b.js"/>`, body: "<i>more</i>", nonce: "n" };
const start = `<script nonce="n" type="module" async="">import("/a.js");</script>`;

test("performance: a page's scripts wait as text, and its preloads as links, until a script with the nonce starts them", () => {
  const html = completeMarkup(page(start), additions);
  expect(html).toContain('<link data-late="" rel="late" fetchpriority="low" href="/a.js"/>');
  expect(html).toContain('<link data-late="" rel="late" fetchpriority="low" href="/b.js"/></head>');
  expect(html).toContain('<script nonce="n" type="late">import("/a.js");</script>');
  expect(html).not.toMatch(/modulepreload" href|type="module"/);
  expect(html).toMatch(/<script nonce="n">[^<]+<\/script><\/body><\/html>$/);
});

test("performance: a page without scripts gets none; one that starts in another way is an error, not a slow page", () => {
  const added = page("").replace("</head>", `${additions.head}</head>`).replace("</body>", "<i>more</i></body>");
  expect(completeMarkup(page(""), additions)).toBe(added);
  expect(() => completeMarkup(page(start.replace("async", "defer")), additions)).toThrow(
    "React Router starts pages differently",
  );
});
