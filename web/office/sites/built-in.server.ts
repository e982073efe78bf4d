import type { Language } from "#contract/constants.ts";
import { bodyOf, fill, type Values } from "#contract/fill-page.ts";
import type { EditablePage } from "#contract/page-sections.ts";
import type { OwnSection } from "#contract/sites.ts";
import { catalogIn } from "#web/pages/page-texts.server.ts";
import { usPrivacySections, usPrivacyTitle } from "#web/pages/us-texts.server.ts";

type Raw = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const titleOf = (page: EditablePage, language: Language, values: Values): string =>
  page === "us_privacy" ? usPrivacyTitle : fill(language, catalogIn(language)[page].title, values);

/** The built-in sections of a page as texts to edit: what this site shows, with the placeholders that fill it. */
export function builtInSections(page: EditablePage, language: Language, values: Values): OwnSection[] {
  const sections: Raw = page === "us_privacy" ? usPrivacySections : catalogIn(language)[page].sections;
  return Object.entries(sections).flatMap(([section, texts]) => {
    const body = bodyOf(texts, values);
    return body === "" ? [] : [{ section, title: texts.title ?? "", body }];
  });
}
