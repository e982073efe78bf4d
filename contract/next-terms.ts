import type { SectionText } from "./page-sections.ts";

/** Sections of the terms that change, by keys such as `en.s3`; null: the built-in text. */
export type TermsChanges = Readonly<Record<string, SectionText | null>>;

/** Settings that change with the terms, by key; null: the default. */
export type SettingChanges = Readonly<Record<string, number | Readonly<Record<string, number>> | null>>;

/** A site's own page texts, by keys such as `terms.en.s3`, once its terms have changed. */
export function withNextTerms(
  texts: Readonly<Record<string, SectionText>>,
  changes: TermsChanges,
): Record<string, SectionText> {
  const changed = new Map(Object.entries(texts));
  for (const [section, text] of Object.entries(changes)) {
    if (text === null) changed.delete(`terms.${section}`);
    else changed.set(`terms.${section}`, text);
  }
  return Object.fromEntries(changed);
}
