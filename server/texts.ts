import i18next from "i18next";
import { defaultLanguage, type Language, languages } from "#contract/constants.ts";
import { type Catalog, readCatalogs } from "#locales/read-catalogs.ts";

export type TextParams = Record<string, string | number>;

/** The catalogs' texts that the server itself writes: errors, mails, names of codes. */
export type Texts = {
  /** `key` is `feature:path.to.text`. Throws if the catalog lacks it; a test checks that no language does. */
  t(language: Language, key: string, params?: TextParams): string;
  catalog<Catalog extends object>(language: Language, feature: string): Catalog;
};

/** Marks a value that ends in a full stop, such as `B.V.`, so that the sentence's own full stop can be left out. */
const fullStopMark = "\u0000";

function markFullStops(params: TextParams = {}): TextParams {
  const marked = (value: string | number) =>
    typeof value === "string" && value.endsWith(".") ? value + fullStopMark : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, marked(value)]));
}

const builtIn = new Map<Language, Record<string, Catalog>>();

/** The catalogs of a language with their placeholders, read once. */
export function builtInCatalogs(language: Language): Record<string, Catalog> {
  const catalogs = builtIn.get(language) ?? readCatalogs(language);
  builtIn.set(language, catalogs);
  return catalogs;
}

/** Loads `locales/<lang>/<feature>.json` of all languages, once, at the start. */
export function createTexts(): Texts {
  const instance = i18next.createInstance();
  const resources = Object.fromEntries(languages.map((language) => [language, builtInCatalogs(language)]));
  const features = Object.keys(resources[defaultLanguage] ?? {});
  instance.init({
    resources,
    ns: features,
    lng: defaultLanguage,
    fallbackLng: false,
    initAsync: false,
    interpolation: { prefix: "{", suffix: "}", escapeValue: false },
    parseMissingKeyHandler: (key) => {
      throw new Error(`no text for ${key}`);
    },
  });
  return {
    catalog: <Catalog extends object>(language: Language, feature: string) =>
      instance.getResourceBundle(language, feature) as Catalog,
    t: (language, key, params) =>
      instance
        .t(key, { ...markFullStops(params), lng: language })
        .replaceAll(new RegExp(`${fullStopMark}\\.?`, "g"), ""),
  };
}
