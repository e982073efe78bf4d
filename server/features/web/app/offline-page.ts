import { createHash } from "node:crypto";
import { adultsLabel, type Language } from "#contract/constants.ts";
import { themeColours } from "#contract/web-app.ts";
import { escapeMarkup } from "#server/lib/escape-markup.ts";
import type { Site } from "#server/site.ts";
import type { Texts } from "#server/texts.ts";
import { drawSign } from "./draw.ts";

/** Reloads the page as soon as the server answers. Tries every ten seconds, and when the device is online again. */
const script = `const ask=()=>fetch("/healthz",{cache:"no-store"}).then(a=>{if(a.ok)location.reload()},()=>{});addEventListener("online",ask);setInterval(ask,10000)`;

const hash = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/**
 * The page that the service worker shows without a connection (R7.05), and its content security policy. It needs no
 * other file, and contains nothing about the member.
 */
export function offlinePageOf(
  { settings }: Pick<Site, "settings">,
  language: Language,
  texts: Texts,
): { html: string; policy: string } {
  const { name, theme } = settings;
  const say = (key: string) => escapeMarkup(texts.t(language, `shell:offline.${key}`));
  const { primary, surface, night } = themeColours[theme];
  const style = `:root{color-scheme:light dark}body{margin:0;min-height:100svh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:1.5rem;box-sizing:border-box;text-align:center;font:1rem/1.5 Figtree,system-ui,sans-serif;background:${surface};color:#2b2024}svg{width:4.5rem}h1{margin:.5rem 0 0;font-size:1.75rem;line-height:1.2}p{margin:0;max-width:26rem}a{margin-top:.5rem;padding:.75rem 1.5rem;border:1px solid transparent;border-radius:9rem;background:${primary};color:#fff;font-weight:600;text-decoration:none}@media(prefers-color-scheme:dark){body{background:${night};color:#f4ecef}}`;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="rating" content="${adultsLabel}"><title>${say("title")} · ${escapeMarkup(name)}</title><style>${style}</style></head>
<body>${drawSign(settings).replace("<svg ", '<svg aria-hidden="true" ')}<h1>${say("title")}</h1><p role="status">${say("text")}</p><a href="">${say("again")}</a><script>${script}</script></body></html>
`;
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
}
