import { adultsLabel, type Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { themes } from "#contract/sites.ts";
import { plainPageStyle } from "#contract/web-app.ts";
import type { SiteFrame } from "#web/lib/page.ts";

export type LastResortInput = {
  language: Language;
  /** Null if it can't be read. */
  site: Pick<SiteFrame, "theme" | "support_email"> | null;
  /** Of its style sheet. */
  nonce: string;
};

/** Serves when even the error page fails. It needs no catalogs and no other file, which may be broken. */
export function lastResort({ language, site, nonce }: LastResortInput): string {
  const { theme, support_email: email } = site ?? { theme: themes[0], support_email: "" };
  const mail = email === "" ? "" : ` <a href="mailto:${encodeURI(email)}">Write to us</a>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="rating" content="${adultsLabel}">
<title>Error</title><style nonce="${nonce}">${plainPageStyle(theme)}</style></head><body><h1>An error occurred while showing the error page</h1>
<p>It’s not your fault. Please try again in a moment.</p>
<p><a class="button" href="${pathIn(language, "/")}">Go back to home</a></p>
<p><a href="${pathIn(language, "/status")}">What works right now</a>${mail}</p></body></html>`;
}
