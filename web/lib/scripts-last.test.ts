import { expect, test } from "vitest";
import { completeMarkup } from "./scripts-last.server.ts";

const page = (script: string) =>
  `<html><head><link rel="modulepreload" href="/a.js"/></head><body>${script}</body></html>`;
const additions = { head: `<link rel="modulepreload" href="/b.js"/>`, body: "<i>môre</i>", nonce: "n" };
const complete = (html: string) => completeMarkup(Buffer.from(html), additions).toString();
const start = `<script nonce="n" type="module" async="">import("/a.js");</script>`;

test("performance: a page's scripts wait as text, and its preloads as links, until a script with the nonce starts them", () => {
  const html = complete(page(start));
  expect(html).toContain('<link data-late="" rel="late" fetchpriority="low" href="/a.js"/>');
  expect(html).toContain('<link data-late="" rel="late" fetchpriority="low" href="/b.js"/></head>');
  expect(html).toContain('<script nonce="n" type="late">import("/a.js");</script>');
  expect(html).not.toMatch(/modulepreload" href|type="module"/);
  expect(html).toMatch(/<script nonce="n">[^<]+<\/script><\/body><\/html>$/);
});

test("performance: a page without scripts gets none; one that starts in another way is an error, not a slow page", () => {
  const added = page("").replace("</head>", `${additions.head}</head>`).replace("</body>", "<i>môre</i></body>");
  expect(complete(page(""))).toBe(added);
  expect(() => complete(page(start.replace("async", "defer")))).toThrow("React Router starts pages differently");
});
