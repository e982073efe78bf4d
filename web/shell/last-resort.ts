import { adultsLabel, type Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";

/** Serves when even the error page fails. It needs no catalogs and no style sheet, which may be broken. */
export function lastResort(language: Language): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="rating" content="${adultsLabel}">
<title>Error</title></head><body><h1>An error occurred while showing the error page</h1>
<p><a href="${pathIn(language, "/")}">Go back to home</a></p></body></html>`;
}
