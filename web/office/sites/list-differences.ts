import { languages } from "#contract/constants.ts";
import { editablePages, type SectionText } from "#contract/page-sections.ts";
import type { ShownSite, SiteChange, SiteValue, StaffPages } from "#contract/staff-sites.ts";

/** What tells two sites apart; `required` settings do so too. */
const identity: readonly string[] = [
  "mail_name",
  "mail_address",
  "support_email",
  "index_title",
  "cdn_prefix",
  "planned_work",
  "closed_until",
  "picture",
  "lander_pictures",
];

export type Difference = SiteChange & { label: string };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const marketsOf = ({ bundles }: ShownSite) =>
  new Map(bundles.map(({ country, ...market }) => [`bundles.${country ?? "elsewhere"}`, market]));

/** The settings, prices and words in which a site differs from another, as the changes that would end it. */
export function listDifferences(site: ShownSite, from: ShownSite): Difference[] {
  const settings = site.settings
    .filter(({ name, required }) => !required && !identity.includes(name))
    .flatMap(({ name, label, saved: before }): Difference[] => {
      const after = from.settings.find((each) => each.name === name)?.saved;
      return isSame(before, after) ? [] : [{ name, label, before, after }];
    });
  const [own, others] = [marketsOf(site), marketsOf(from)];
  const prices = [...others].flatMap(([name, after]): Difference[] => {
    const before = own.get(name);
    return isSame(before, after) ? [] : [{ name, label: name, before, after }];
  });
  const words = Object.entries(from.words).flatMap(([key, after]): Difference[] => {
    const [name, before] = [`words.${key}`, site.words[key]];
    return isSame(before, after) ? [] : [{ name, label: name, before, after }];
  });
  return [...settings, ...prices, ...words];
}

/** The sections of pages that another site words otherwise, by keys such as `terms.en.s3`. */
export function listTextDifferences(texts: StaffPages["texts"], from: StaffPages["texts"]): Difference[] {
  return Object.entries(from)
    .filter(([key, text]) => !isSame(texts[key], text))
    .map(([key, after]) => ({ name: `pages.${key}`, label: after.title, before: texts[key], after }));
}

const textIn = (value: SiteValue | undefined): SectionText | undefined =>
  typeof value === "object" && "body" in value && typeof value.body === "string" && typeof value.title === "string"
    ? { title: value.title, body: value.body }
    : undefined;

/** A changed section as `changePageText` takes it; nothing if the change is of something else. */
export function toPageText({ name, before, after }: SiteChange) {
  const [, ofPage, inLanguage, section = ""] = name.split(".");
  const page = editablePages.find((each) => each === ofPage);
  const language = languages.find((each) => each === inLanguage);
  return page && language ? [{ page, language, section, before: textIn(before), after: textIn(after) }] : [];
}
