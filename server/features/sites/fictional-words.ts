import type { Language } from "#contract/constants.ts";
import type { Site } from "#server/site.ts";
import type { Texts } from "#server/texts.ts";

/** The words for fictional profiles in a language. The English ones are a setting of the site. */
export function fictionalWords(texts: Texts, { settings }: Pick<Site, "settings">, language: Language) {
  const { fictional_warning, fictional_singular, fictional_plural } = settings;
  if (language === "en") return { fictional_warning, fictional_singular, fictional_plural };
  const text = (key: string) => texts.t(language, `sites:${key}`);
  return {
    fictional_warning: text("fictional_warning"),
    fictional_singular: text("fictional_singular"),
    fictional_plural: text("fictional_plural"),
  };
}
