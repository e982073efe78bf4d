import { adultsLabel, type Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { escapeMarkup } from "#server/lib/escape-markup.ts";
import type { Texts } from "#server/texts.ts";
import type { PartStates } from "./check-parts.ts";

type PlannedWork = { from: Date; until: Date };

/** Reads the setting `planned_work`, two times with a slash between; null if there is none, or it is over. */
export function readPlannedWork(text: string, now: Date): PlannedWork | null {
  const [from = new Date(Number.NaN), until = new Date(Number.NaN)] = text.split("/").map((part) => new Date(part));
  return until > now && from < until ? { from, until } : null;
}

export const stylePath = "/status.css";

type StatusInput = {
  /** Empty if the database is unreachable, and this process has never read the site's name. */
  siteName: string;
  parts: PartStates;
  work: PlannedWork | null;
  checkedAt: Date;
};

/** `fails` and `unknown` come before "everything works": the page never claims what was not seen. */
function summaryOf(parts: PartStates): "fails" | "unknown" | "late" | "works" {
  const states = Object.values(parts);
  return (["fails", "unknown", "late"] as const).find((state) => states.includes(state)) ?? "works";
}

/** The page about what works now. It needs no database, no scripts and none of the built pages. */
export function statusPage(
  texts: Texts,
  language: Language,
  { siteName, parts, work, checkedAt }: StatusInput,
): string {
  const text = (key: string, params = {}) => escapeMarkup(texts.t(language, `status:${key}`, params));
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const title = siteName === "" ? text("title") : `${escapeMarkup(siteName)} · ${text("title")}`;
  const rows = Object.entries(parts).map(
    ([name, state]) =>
      `<li><span>${text(`parts.${name}`)}</span> <strong class="${state}">${text(`states.${state}`)}</strong></li>`,
  );
  const planned = work
    ? `<p class="work">${text("planned", { from: format.format(work.from), until: format.format(work.until) })}</p>`
    : "";
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="rating" content="${adultsLabel}">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
<h1>${title}</h1>
<p class="summary">${text(`summary.${summaryOf(parts)}`)}</p>
${planned}
<ul>
${rows.join("\n")}
</ul>
<p class="checked">${text("checked", { time: format.format(checkedAt) })}</p>
<p><a href="${pathIn(language, "/")}">${text("home")}</a></p>
</main>
</body>
</html>
`;
}
