import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { finishPage } from "./finish-page.ts";
import { reactMarkup } from "./test-build.ts";

const sheets = new Map([["root-ab_-3cde.css", { css: "h1{color:red}", hash: "'sha256-of-h1'" }]]);
const visitors = {
  parts: { preloads: ["/assets/texts.js"], body: "<i>môre</i>", waits: false },
  nonce: "n0nce",
  sheets,
  isShared: false,
};
const finish = (markup: string, how: Partial<typeof visitors | { sheets: null }> = {}) => {
  const { parts, ...finishing } = { ...visitors, ...how };
  const { html, ...sources } = finishPage({ markup, ...parts }, finishing);
  return { html: html.toString(), ...sources };
};
/** A line for each tag, so that a difference shows. */
const inLines = (html: string) =>
  html.replace(/(?<=<script nonce="n0nce">)\n[^<]*/, "the starter").replaceAll(/(?<=>)(?=<)/g, "\n");

test("a visitor's page before and after: styles are inside, scripts wait for the first paint (0080)", () => {
  const before = reactMarkup("<p>Zoë</p>");
  expect(inLines(before)).toMatchInlineSnapshot(`
    "<!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charSet="utf-8"/>
    <link rel="modulepreload" href="/assets/entry-abc.js" nonce="n0nce"/>
    <link nonce="n0nce" rel="stylesheet" href="/assets/root-ab_-3cde.css"/>
    </head>
    <body>
    <p>Zoë</p>
    <script nonce="n0nce">window.__reactRouterContext = {};</script>
    <script nonce="n0nce" type="module" async="">import("/assets/entry-abc.js");</script>
    </body>
    </html>"
  `);
  const { html, ...sources } = finish(before);
  expect(inLines(html)).toMatchInlineSnapshot(`
    "<!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charSet="utf-8"/>
    <link data-late="" rel="late" fetchpriority="low" href="/assets/entry-abc.js" nonce="n0nce"/>
    <style>h1{color:red}</style>
    <link nonce="n0nce" rel="stylesheet" href="/assets/root-ab_-3cde.css" disabled=""/>
    <link data-late="" rel="late" fetchpriority="low" href="/assets/texts.js"/>
    </head>
    <body>
    <p>Zoë</p>
    <script nonce="n0nce">window.__reactRouterContext = {};</script>
    <script nonce="n0nce" type="late">import("/assets/entry-abc.js");</script>
    <i>môre</i>
    <script nonce="n0nce">the starter</script>
    </body>
    </html>"
  `);
  expect(sources).toEqual({ scripts: "'nonce-n0nce'", styles: "'sha256-of-h1'" });
});

test("a member's page loads its styles as files; a shared page has the hashes of its scripts instead of a nonce", () => {
  const before = reactMarkup("<p>Zoë</p>");
  const member = finish(before, { sheets: null });
  expect(member.html).toContain('<link nonce="n0nce" rel="stylesheet" href="/assets/root-ab_-3cde.css"/>');
  expect(member.styles).toBe("");
  const shared = finish(before, { isShared: true });
  expect(shared.html).toBe(finish(before).html.replaceAll(' nonce="n0nce"', ""));
  expect(shared.scripts.split(" ")).toHaveLength(3);
});

const starterOf = (html: string) => /<script nonce="n0nce">(\n[^<]*)<\/script>/.exec(html)?.[1] ?? "";

/** What a page's starter waits for, also for how many milliseconds, if the browser's history has this state. */
function listAwaited(html: string, state: unknown = null, hidden = false): (string | number)[] {
  const awaited: (string | number)[] = [];
  class PerformanceObserver {
    observe = ({ type }: { type: string }) => awaited.push(type);
  }
  const addEventListener = (name: string) => awaited.push(name);
  const setTimeout = (_: unknown, ms: number) => awaited.push(ms);
  const page = { addEventListener, document: { hidden }, history: { state } };
  runInNewContext(starterOf(html), { PerformanceObserver, setTimeout, ...page });
  return awaited;
}

test("the scripts of a page that waits start at a touch, those of another one after its first paint (0080)", () => {
  const before = reactMarkup("<p>Zoë</p>");
  const { html } = finish(before, { parts: { ...visitors.parts, waits: true } });
  expect(listAwaited(html)).toEqual(["click", "click", "pointerdown", "keydown", "focusin", "load"]);
  expect(listAwaited(html, { overlays: [] })).not.toContain("paint");
  // slow styles delay the paint of a page in front, which its scripts must not slow more
  expect(listAwaited(finish(before).html)).toEqual(["click", "click", "paint", 5000]);
  expect(listAwaited(finish(before).html, null, true)).toEqual(["click", "click", "paint", 1000]);
  expect(inLines(html)).toBe(inLines(finish(before).html));
});

test.for([false, true])(
  "until its scripts answer, a page stores the last tap on a button that only they answer: waits %s",
  (waits) => {
    const { html } = finish(reactMarkup(""), { parts: { ...visitors.parts, waits } });
    type Tap = { target: { closest?: (selector: string) => unknown } };
    const listeners: { before: boolean; listener: (tap: Tap) => void }[] = [];
    const context = {
      document: { hidden: false, documentElement: { dataset: {} as { alive?: string } } },
      history: {},
      PerformanceObserver: class {
        observe() {}
      },
      setTimeout() {},
      addEventListener(name: string, listener: (tap: Tap) => void, before = false) {
        if (name === "click") listeners.push({ before, listener });
      },
      storedTap: undefined,
    };
    runInNewContext(starterOf(html), context);
    const tap = (closest?: (selector: string) => unknown, react = () => {}) => {
      const event = { target: closest ? { closest } : {} };
      for (const { before, listener } of listeners) if (before) listener(event);
      react();
      for (const { before, listener } of listeners) if (!before) listener(event);
    };
    tap((selector) => selector);
    expect(context.storedTap).toBe('button[type="button"]:not([popovertarget])');
    tap();
    expect(context.storedTap).toBeUndefined();
    // React hydrates the page within the tap, and answers it
    tap(
      () => "answered",
      () => {
        context.document.documentElement.dataset.alive = "true";
      },
    );
    expect(context.storedTap).toBeNull();
  },
);

test("R2.17 a page that was reloaded with an open overlay does not wait for a touch, which would go to it (0080)", () => {
  const { html } = finish(reactMarkup(""), { parts: { ...visitors.parts, waits: true } });
  expect(listAwaited(html, { overlays: [{ name: "signup" }] })).toContain("paint");
});

describe("a React Router that writes pages differently is an error with the name of the step that finds no place", () => {
  test.for([
    ["delayPreloads", '<link rel="modulepreload" href', '<link href="x" rel="modulepreload" data-href'],
    ["inlineStyles", "root-ab_-3cde.css", "unknown.css"],
    ["inlineStyles", 'rel="stylesheet" href', 'rel="stylesheet" title="x" href'],
    ["delayScript", 'async=""', 'defer=""'],
    ["delayScript", /<script [^>]*"module".*<\/script>/, ""],
    ["removeNonce", "<script nonce=", '<script nonce="of another" data-nonce='],
  ] as const)("%s: %s", ([step, part, instead]) => {
    const markup = reactMarkup("").replace(part, instead);
    expect(() => finish(markup, { isShared: true })).toThrow(`"${step}" in server/http/finish-page.ts`);
  });
});

test("a page without its document type is none: a browser would lay it out by other rules", () => {
  expect(() => finish(reactMarkup("").replace("<!DOCTYPE html>", ""))).toThrow("document type");
});
