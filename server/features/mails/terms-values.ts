import type { Language } from "#contract/constants.ts";
import type { Values } from "#contract/fill-page.ts";
import { localeOf } from "#contract/languages.ts";
import { fillValues } from "#contract/page-values.ts";
import { fictionalWords, type SiteAndCompany } from "#server/features/sites/index.ts";
import type { Texts } from "#server/texts.ts";
import { countryName, formatDay, formatPercent } from "./formats.ts";

/** How the pages' texts are filled in a mail. */
export function formatIn(language: Language) {
  const locale = localeOf(language);
  const alphabet = new Intl.Collator(locale);
  return {
    date: (time: string) => formatDay(language, new Date(time)),
    country: (code: string) => countryName(language, code),
    percent: (fraction: number) => formatPercent(language, fraction * 100),
    list: (items: readonly string[]) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items),
    sortByName: <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
      items.toSorted((one, other) => alphabet.compare(nameOf(one), nameOf(other))),
  };
}

type Filling = { texts: Texts; about: SiteAndCompany; language: Language; changed?: string | null };

/** What fills the terms of a site; `settings`: those that differ from the ones in force. */
export function termsValues(
  { texts, about: { site, company }, language, changed = null }: Filling,
  settings: Readonly<Record<string, unknown>> = {},
): Values {
  return fillValues(language, {
    settings: {
      ...site.settings,
      ...settings,
      ...fictionalWords(texts, site, language),
      has_fictional: site.hasFictional,
      demo: site.demo,
      // no page that members accept says anything else without a relay
      has_talks: true,
      direct_talks: false,
    },
    company: { ...company, added: company.added.toISOString() },
    changed,
    catalog: texts.catalog<{ pricing: { gift_price: string }; programs: string }>(language, "pages"),
    format: formatIn(language),
  });
}

/** What of the terms a change of settings concerns, as its placeholder. */
const termsOf = [
  "message_credits",
  "photo_credits",
  "voice_credits",
  "call_minute_credits",
  "gift_credits",
  "answer_days",
  "open_first_messages",
  "refund_days",
] as const;

/** Each change in words, by what it is about: "2 credits instead of 1 credit". */
export function settingChanges(
  filling: Filling,
  settings: Readonly<Record<string, unknown>>,
): [about: string, becomes: string][] {
  const { texts, language } = filling;
  const say = (key: string, params = {}) => texts.t(language, `mails:terms_change.${key}`, params);
  const [now, then] = [termsValues(filling), termsValues(filling, settings)];
  return termsOf.flatMap((name): [string, string][] => {
    // the terms leave out what costs nothing
    const free = name === "call_minute_credits" ? texts.t(language, "pages:credits", { count: 0 }) : "";
    const [before, after] = [String(now[name] ?? "") || free, String(then[name] ?? "") || free];
    // the terms name the range of the gifts' prices only
    if (before === after && name === "gift_credits" && settings.gift_factors) return [[say(name), say("dearer")]];
    if (before === after) return [];
    return [[say(name), after === "" ? say("ends") : say("becomes", { before, after })]];
  });
}
