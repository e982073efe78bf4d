import { companyAddress } from "#contract/company-address.ts";
import { fillSections, type Section, withOwnSections } from "#contract/fill-page.ts";
import { pathIn } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { findTextVersion, type SiteAndCompany } from "#server/features/sites/index.ts";
import type { Texts } from "#server/texts.ts";
import { formatDay, formatTime } from "./formats.ts";
import type { MailedOrder } from "./mail-kinds.ts";
import type { MailContext } from "./mail-parts.ts";
import { formatIn, termsValues } from "./terms-values.ts";

type Context = { db: Db; texts: Texts; about: SiteAndCompany } & Pick<MailContext, "language" | "origin" | "text">;

type PageCatalog = {
  version: string;
  terms: { title: string; sections: Record<string, Record<string, string>> };
};

/** The links and marks of a page's text, which a mail shows as plain words. */
const withoutTags = (text: string) => text.replaceAll(/<\/?\w+>/g, "");

const inWords = ({ id, title, blocks }: Section): Section => ({
  id,
  title,
  blocks: blocks.map((block) =>
    block.kind === "text"
      ? { ...block, text: withoutTags(block.text) }
      : { ...block, items: block.items.map(withoutTags) },
  ),
});

/** The terms in force, in the site's own words where it has some, with their version as the first lines. */
export async function loadTerms(
  { db, texts, about, language }: Pick<Context, "db" | "texts" | "about" | "language">,
  at: string,
): Promise<{ since: string; sections: Section[] }> {
  const terms = { ...about, language, page: "terms" } as const;
  const { since: changed, own } = await findTextVersion({ db, texts, now: new Date(at) }, terms);
  const catalog = texts.catalog<PageCatalog>(language, "pages");
  const values = termsValues({ texts, about, language, changed });
  const { title, sections } = catalog.terms;
  const filled = withOwnSections(language, fillSections(language, sections, values), own, values);
  const [heading] = fillSections(language, { terms: { title, p1: catalog.version } }, values);
  return { since: changed, sections: [...(heading ? [heading] : []), ...filled].map(inWords) };
}

const paragraphs = (id: string, title: string, ...texts: string[]): Section => ({
  id,
  title,
  blocks: texts.map((text) => ({ kind: "text", text })),
});

/**
 * Directive 2011/83/EU, articles 8(7) and 7(3): the express request with its words and time, the instructions on
 * withdrawal and the model form of Annex I in the words of the language's law, and the terms with their version.
 */
export async function purchasePapers(context: Context, order: MailedOrder): Promise<Section[]> {
  const { about, language, origin, text } = context;
  const { site, company } = about;
  const facts = {
    company: company.name,
    address: companyAddress({ ...company, added: company.added.toISOString() }, formatIn(language)),
    email: site.settings.support_email,
    days: order.days ?? site.settings.refund_days,
    link: origin + pathIn(language, "/withdrawal"),
    number: order.number,
    day: formatDay(language, new Date(order.at)),
    time: formatTime(language, new Date(order.at)),
  };
  const say = (key: string) => text(`papers.${key}`, facts);
  const [note, to, notice, ...lines] = [
    ...["form_note", "form_to", "form_notice", "form_ordered", "form_name", "form_address", "form_signature"],
    ...["form_date", "form_delete"],
  ].map(say) as [string, string, string, ...string[]];
  return [
    paragraphs("begin", say("begin_title"), say("begin"), order.begin),
    paragraphs("right", say("right_title"), ...["right_1", "right_2", "right_3", "right_4"].map(say)),
    paragraphs("effects", say("effects_title"), ...["effects_1", "effects_2", "effects_3"].map(say)),
    {
      id: "form",
      title: say("form_title"),
      blocks: [
        ...paragraphs("", "", note, to).blocks,
        { kind: "list", items: [notice, ...lines.slice(0, -1)] },
        ...paragraphs("", "", lines.at(-1) ?? "").blocks,
      ],
    },
    ...(await loadTerms(context, order.at)).sections,
  ];
}
