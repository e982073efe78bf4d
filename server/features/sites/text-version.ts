import { createHash } from "node:crypto";
import type { Language } from "#contract/constants.ts";
import { fillSections, withOwnSections } from "#contract/fill-page.ts";
import type { EditablePage } from "#contract/page-sections.ts";
import { fillValues } from "#contract/page-values.ts";
import type { Db } from "#server/db/pool.ts";
import type { Texts } from "#server/texts.ts";
import { fictionalWords } from "./fictional-words.ts";
import type { SiteAndCompany } from "./find-site.ts";
import { findSections } from "./page-text-store.ts";
import { noteVersion } from "./text-version-store.ts";

type PageText = { title: string; sections: Record<string, Record<string, string>> };
type Catalog = Partial<Record<EditablePage, PageText>> & { pricing: { gift_price: string }; programs: string };

/** Values as they are: the hash needs no language's way to write them. */
const plain = {
  date: (time: string) => time,
  country: (code: string) => code,
  percent: String,
  list: (items: readonly string[]) => items.join(),
  sortByName: <Item>(items: readonly Item[]) => [...items],
};

type TextVersionInput = SiteAndCompany & { language: Language; page: EditablePage };
type VersionContext = { db: Db; texts: Texts; now: Date };

async function hashText(
  { db, texts }: VersionContext,
  { site, company, language, page }: TextVersionInput,
): Promise<Buffer> {
  const catalog = texts.catalog<Catalog>(language, "pages");
  const text = page === "us_privacy" ? texts.catalog<{ privacy: PageText }>("en", "us").privacy : catalog[page];
  if (!text) throw new Error(`no texts of ${page}`);
  const values = fillValues(language, {
    settings: { ...site.settings, ...fictionalWords(texts, site, language), has_fictional: site.hasFictional },
    company: { ...company, added: company.added.toISOString() },
    changed: null,
    catalog,
    format: plain,
  });
  const own = await findSections(db, { siteId: site.id, language, page });
  const sections = withOwnSections(language, fillSections(language, text.sections, values), own, values);
  return createHash("sha256")
    .update(JSON.stringify([text.title, sections]))
    .digest();
}

/**
 * Since when a legal page has its words (R9.05). A release, a setting that it names and the site's own words change
 * them; the first request that fills them anew notes the time.
 */
export async function findTextVersion(context: VersionContext, input: TextVersionInput): Promise<string> {
  const { db, now } = context;
  const { site, language, page } = input;
  const hash = await hashText(context, input);
  return (await noteVersion(db, { siteId: site.id, language, page, hash, now })).toISOString();
}

/** The date of the newest of some pages. */
export async function findNewestVersion(
  context: VersionContext,
  { pages, ...about }: Omit<TextVersionInput, "page"> & { pages: readonly EditablePage[] },
): Promise<string | null> {
  let newest: string | null = null;
  for (const page of pages) {
    if (page === "us_privacy" && about.language !== "en") continue;
    const since = await findTextVersion(context, { ...about, page });
    if (newest === null || since > newest) newest = since;
  }
  return newest;
}
