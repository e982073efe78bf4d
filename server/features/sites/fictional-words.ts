import type { Language } from "#contract/constants.ts";
import type { Site } from "#server/site.ts";
import type { Texts } from "#server/texts.ts";

/** The words for fictional profiles in a language. A site's own stand behind the label's, in English (D14.1). */
export function fictionalWords(texts: Texts, { settings }: Pick<Site, "settings">, language: Language) {
  const text = (key: string) => texts.t(language, `sites:${key}`);
  const label = text("fictional_warning");
  if (language === "en") {
    const { fictional_warning: words, fictional_singular, fictional_plural } = settings;
    const isLabel = words.toLowerCase().startsWith(label.toLowerCase());
    return { fictional_warning: isLabel ? words : `${label} · ${words}`, fictional_singular, fictional_plural };
  }
  return {
    fictional_warning: label,
    fictional_singular: text("fictional_singular"),
    fictional_plural: text("fictional_plural"),
  };
}
