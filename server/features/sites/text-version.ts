import { createHash } from "node:crypto";
import type { Language } from "#contract/constants.ts";
import { fillSections, withOwnSections } from "#contract/fill-page.ts";
import { acceptedPages, type EditablePage } from "#contract/page-sections.ts";
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

function hashText(
  { texts }: VersionContext,
  { site, company, language, page }: TextVersionInput,
  own: Awaited<ReturnType<typeof findSections>>,
): Buffer {
  const catalog = texts.catalog<Catalog>(language, "pages");
  const text = page === "us_privacy" ? texts.catalog<{ privacy: PageText }>("en", "us").privacy : catalog[page];
  if (!text) throw new Error(`no texts of ${page}`);
  const values = fillValues(language, {
    settings: {
      ...site.settings,
      ...fictionalWords(texts, site, language),
      has_fictional: site.hasFictional,
      demo: site.demo,
      // no page that members accept says anything else without a relay
      has_talks: true,
      direct_talks: false,
    },
    company: { ...company, added: company.added.toISOString() },
    changed: null,
    catalog,
    format: plain,
  });
  const sections = withOwnSections(language, fillSections(language, text.sections, values), own, values);
  return createHash("sha256")
    .update(JSON.stringify([text.title, sections]))
    .digest();
}

/**
 * Since when a legal page has its words (R9.05). A release, a setting that it names and the site's own words change
 * them; the first request that fills them anew notes the time. `own`: the sections that the site words itself.
 */
export async function findTextVersion(context: VersionContext, input: TextVersionInput) {
  const { db, now } = context;
  const { site, language, page } = input;
  const own = await findSections(db, { siteId: site.id, language, page });
  const hash = hashText(context, input, own);
  const since = await noteVersion(db, { siteId: site.id, language, page, hash, now });
  return { since: since.toISOString(), own };
}

/** The pages that members accept in a language: the privacy statement for the United States is English only. */
export const acceptedIn = (language: Language): EditablePage[] =>
  acceptedPages.filter((page) => page !== "us_privacy" || language === "en");

/** The date of the newest of the pages that members accept. */
export async function findNewestVersion(context: VersionContext, about: Omit<TextVersionInput, "page">) {
  let newest: string | null = null;
  for (const page of acceptedIn(about.language)) {
    const { since } = await findTextVersion(context, { ...about, page });
    if (newest === null || since > newest) newest = since;
  }
  return newest;
}
