import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageParts } from "#web/lib/page.ts";
import { nonceSource } from "./headers.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The build's style sheets by file name, each with its source for a content security policy. */
export type StyleSheets = ReadonlyMap<string, { css: string; hash: string }>;

export function readStyleSheets(client: string): StyleSheets {
  const files = readdirSync(join(client, "assets")).filter((file) => file.endsWith(".css"));
  return new Map(
    files.map((file) => {
      const css = readFileSync(join(client, "assets", file), "utf8");
      return [file, { css, hash: hashOf(css) }];
    }),
  );
}

/**
 * Starts the page's script. As text, since it runs before any script of ours. Until that reacts, it stores a tap on a
 * button that only scripts answer, which `web/lib/stored-tap.ts` carries out; links and forms need none. The last tap
 * counts.
 */
const starter = `
  var storedTap;
  const isAlive = () => document.documentElement.dataset.alive;
  // first of all, because React stops a tap that it can't answer yet
  addEventListener("click", ({ target }) => {
    if (!isAlive()) storedTap = target.closest?.('button[type="button"]:not([popovertarget])');
  }, true);
  // one for which it hydrates the page at once is answered when it comes here
  addEventListener("click", () => { if (isAlive()) storedTap = null; });
  const start = () => {
    for (const link of document.querySelectorAll('link[data-late]')) {
      // in a task of its own, because a phone needs 5 ms for each
      setTimeout(() => { link.rel = "modulepreload"; });
    }
    setTimeout(() => {
      const late = document.querySelector('script[type="late"]');
      const script = document.createElement("script");
      script.type = "module";
      script.nonce = late.nonce;
      script.textContent = late.textContent;
      late.after(script);
      script.remove();
    });
  };
  let started = false;
  const once = () => { if (!started) { started = true; start(); } };`;

/**
 * A page that is used with its scripts begins after its first paint. A tab in the background paints nothing. One in
 * front paints late if its styles are slow, and its scripts would slow them more; five seconds are for a browser that
 * reports no paint.
 */
const afterPaint = `
  new PerformanceObserver(once).observe({ type: "paint", buffered: true });
  setTimeout(once, document.hidden ? 1000 : 5000);`;

/**
 * One that works without them: at the first touch, or once the page has been idle. A dialog takes the focus itself. If
 * the page was reloaded while an overlay was open (`useOverlay`), its scripts do not wait: the overlay that they open
 * again would cover what was touched.
 */
const atTouch = `
  if (history.state?.overlays?.length) {${afterPaint}
  }
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, once, true);
  addEventListener("focusin", ({ target }) => { if (!target.closest?.("dialog")) once(); }, true);
  addEventListener("load", () => (self.requestIdleCallback ?? setTimeout)(() => setTimeout(once, 5000)));`;

/** Throws if a step changed nothing, or left something of what it should change: then React Router has changed. */
function checkStep(name: string, before: string, after: string, left: RegExp): string {
  if (before !== after && !left.test(after)) return after;
  throw new Error(`React Router writes pages differently: "${name}" in server/http/finish-page.ts finds no place`);
}

const lateLink = '<link data-late="" rel="late" fetchpriority="low"';

/** 0080: until the first paint, styles, the font and photos have the connection. */
const delayPreloads = (head: string) =>
  checkStep(
    "delayPreloads",
    head,
    head.replaceAll('<link rel="modulepreload"', lateLink),
    /<link [^>]*"modulepreload"/,
  );

/** 0080: the script that starts the page stands there as text, until the starter finds it. */
const delayScript = (end: string) =>
  checkStep(
    "delayScript",
    end,
    end.replace(/^<script((?: nonce="[^"]*")?) type="module" async=""/, '<script$1 type="late"'),
    /^<script [^>]*"module"/,
  );

/**
 * 0080: a first visit paints a round trip earlier, half a second on slow 4G. Each link stays, disabled, so that it is
 * not loaded, and React finds it when it hydrates.
 */
function inlineStyles(head: string, sheets: StyleSheets): { head: string; styles: string } {
  const hashes: string[] = [];
  const inlined = head.replaceAll(
    /<link [^>]*rel="stylesheet" href="[^"]*\/([^"/]+)"[^>]*\/>/g,
    (link, file: string) => {
      const sheet = sheets.get(file);
      if (sheet === undefined) return link;
      hashes.push(sheet.hash);
      return `<style>${sheet.css}</style>${link.replace("/>", ' disabled=""/>')}`;
    },
  );
  const styled = checkStep("inlineStyles", head, inlined, /<link (?![^>]*disabled)[^>]*"stylesheet"/);
  return { head: styled, styles: hashes.join(" ") };
}

const inlineScripts = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** 0112: all visitors would get the same nonce, so the policy names the page's own scripts by their hashes. */
function removeNonce(page: string, nonce: string): { html: string; scripts: string } {
  const html = checkStep("removeNonce", page, page.replaceAll(` nonce="${nonce}"`, ""), /<script [^>]*nonce=/);
  const hashes = [...html.matchAll(inlineScripts)]
    .filter(([, attributes = ""]) => !attributes.includes("application/ld+json"))
    .map(([, , content = ""]) => hashOf(content));
  return { html, scripts: [...new Set(hashes)].join(" ") };
}

type Finish = {
  nonce: string;
  /** For a visitor, whose page has its style sheets inside; null: a member's browser has them from visits before. */
  sheets: StyleSheets | null;
  /** All visitors get this page. */
  isShared: boolean;
};

/** A page as it goes out, and the sources of its own scripts and styles that its policy has to allow. */
export type FinishedPage = { html: string | Buffer; scripts: string; styles: string };

/**
 * Every change of the page that React has rendered, in this order. `mountWeb` finishes a page when the server starts:
 * a React Router that writes pages differently fails the start. A page is encoded once, and its long middle stays
 * bytes: to join it as text and encode that takes half a millisecond more. Only a shared page is read as a whole.
 */
export function finishPage({ markup: text, ...parts }: PageParts, { nonce, sheets, isShared }: Finish): FinishedPage {
  // without it a browser lays the page out in quirks mode
  if (!text.startsWith("<!DOCTYPE html>")) throw new Error("a page without its document type");
  const markup = Buffer.from(text);
  const headEnd = markup.indexOf("</head>");
  const bodyEnd = markup.lastIndexOf("</body>");
  const script = markup.lastIndexOf("<script", markup.lastIndexOf('type="module"', bodyEnd));

  const late = delayPreloads(markup.toString("utf8", 0, headEnd));
  const { head, styles } = sheets ? inlineStyles(late, sheets) : { head: late, styles: "" };
  const preloads = parts.preloads.map((address) => `${lateLink} href="${address}"/>`).join("");
  const start = starter + (parts.waits ? atTouch : afterPaint);
  const end = `${delayScript(markup.toString("utf8", script, bodyEnd))}${parts.body}<script nonce="${nonce}">${start}</script>`;
  const html = Buffer.concat([
    Buffer.from(head + preloads),
    markup.subarray(headEnd, script),
    Buffer.from(end),
    markup.subarray(bodyEnd),
  ]);
  return isShared ? { ...removeNonce(html.toString(), nonce), styles } : { html, scripts: nonceSource(nonce), styles };
}
