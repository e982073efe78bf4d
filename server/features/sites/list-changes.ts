import { isDeepStrictEqual } from "node:util";
import type { KnownSite } from "./describe-site.ts";
import type { Market } from "./markets.ts";
import { isSettingKey, ownCompany, type SiteFile, type SiteInput, storedCompany } from "./site-file.ts";

/**
 * A setting's key, `company` (a `storedCompany`; no value: one of the site's own), `company.<field>`, `hosts`,
 * `bundles.<country>` (`elsewhere`: countries without their own), `pages.<page>.<language>.<section>`, or
 * `words.<catalog>.<language>.<text>`. A missing value: the default; no bundles; the built-in text.
 */
export type ChangedValue = { name: string; before?: unknown; after?: unknown };

const bundlesName = ({ country }: Pick<Market, "country">) => `bundles.${country ?? "elsewhere"}`;

const companyValuesOf = (company: SiteFile["company"]) =>
  Object.entries(company).map(([key, value]): [string, unknown] => [`company.${key}`, value]);

function valuesOf({ hosts, settings, company, bundles, pages, words }: SiteFile): Map<string, unknown> {
  return new Map<string, unknown>([
    ...Object.entries(settings),
    ...companyValuesOf(company),
    ["hosts", hosts],
    ...bundles.map(({ country, ...rest }): [string, unknown] => [bundlesName({ country }), rest]),
    ...Object.entries(pages).map(([key, value]): [string, unknown] => [`pages.${key}`, value]),
    ...Object.entries(words).map(([key, value]): [string, unknown] => [`words.${key}`, value]),
  ]);
}

function compareValues(old: ReadonlyMap<string, unknown>, current: ReadonlyMap<string, unknown>): ChangedValue[] {
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((name) => !isDeepStrictEqual(old.get(name), current.get(name)))
    .map((name) => ({ name, before: old.get(name), after: current.get(name) }));
}

/** All but which company runs it. */
export const listChanges = (before: SiteFile, after: SiteFile): ChangedValue[] =>
  compareValues(valuesOf(before), valuesOf(after));

export const listCompanyChanges = (before: SiteFile["company"], after: SiteFile["company"]): ChangedValue[] =>
  compareValues(new Map(companyValuesOf(before)), new Map(companyValuesOf(after)));

const toText = (value: unknown) => (value === undefined ? "the default" : JSON.stringify(value));
const nameOf = (company: unknown) => storedCompany.safeParse(company).data?.name ?? "a company of its own";

export function describeChange({ name, before, after }: ChangedValue): string {
  if (name === "company") return `company: ${nameOf(before)} → ${nameOf(after)}`;
  return `${name.replace(/^bundles\./, "bundles ")}: ${toText(before)} → ${toText(after)}`;
}

/** The names of the changes whose `before` is not the site's value any more. */
export function findOutdated({ file, site }: KnownSite, changes: readonly ChangedValue[]): string[] {
  const values = valuesOf(file);
  const isCurrent = ({ name, before }: ChangedValue) =>
    name === "company"
      ? storedCompany.safeParse(before).data?.id === site.companyId
      : isDeepStrictEqual(values.get(name), before);
  return changes.filter((change) => !isCurrent(change)).map(({ name }) => name);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function replaceBundles(markets: readonly unknown[], name: string, after: unknown): unknown[] {
  const suffix = name.slice("bundles.".length);
  const country = suffix === "elsewhere" ? null : suffix;
  const otherMarkets = markets.filter((market) => !(isRecord(market) && market.country === country));
  if (after === undefined) return otherMarkets;
  return [...otherMarkets, isRecord(after) ? { ...after, country } : after];
}

/** A site's change as `changeSite` takes it: nothing of it is validated. */
export function inputOf(file: SiteFile, changes: readonly ChangedValue[]): { input: SiteInput; unset: string[] } {
  // pairs, because an assignment to `__proto__` would be lost instead of refused
  const settings: [string, unknown][] = [];
  const company: [string, unknown][] = [];
  const unset: string[] = [];
  let hosts: unknown;
  let runBy: unknown;
  let bundles: readonly unknown[] = file.bundles;
  const texts = {
    pages: new Map<string, unknown>(Object.entries(file.pages)),
    words: new Map<string, unknown>(Object.entries(file.words)),
  };
  for (const { name, after } of changes) {
    if (name === "hosts") hosts = after;
    else if (name === "company") runBy = after ?? ownCompany;
    else if (name.startsWith("bundles.")) bundles = replaceBundles(bundles, name, after);
    else if (/^(?:pages|words)\./.test(name)) {
      const own = texts[name.startsWith("pages.") ? "pages" : "words"];
      const key = name.slice("pages.".length);
      if (after === undefined) own.delete(key);
      else own.set(key, after);
    } else if (name.startsWith("company.")) company.push([name.slice("company.".length), after]);
    else if (after === undefined && isSettingKey(name)) unset.push(name);
    else settings.push([name, after]);
  }
  const input = {
    settings: Object.fromEntries(settings),
    company: Object.fromEntries(company),
    run_by: runBy,
    hosts,
    bundles,
    pages: Object.fromEntries(texts.pages),
    words: Object.fromEntries(texts.words),
  };
  return { input, unset };
}
