import type { Language } from "./constants.ts";

/** Returns the text that the page already has for `key`, or the one that `format` makes. */
export type FormatOnce = (key: string, format: () => string) => string;

export type TextValues = Record<string, string | number>;

const numbers = new Map<Language, Intl.NumberFormat>();
const plurals = new Map<Language, Intl.PluralRules>();

function cached<T>(map: Map<Language, T>, language: Language, make: () => T): T {
  const cachedValue = map.get(language);
  if (cachedValue !== undefined) return cachedValue;
  const created = make();
  map.set(language, created);
  return created;
}

/** Below a thousand each of our languages writes the digits alone: a page without more needs no formatter. */
function formatNumber(language: Language, value: number, formatOnce: FormatOnce): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return formatOnce(`number ${value}`, () =>
    cached(numbers, language, () => new Intl.NumberFormat(language)).format(value),
  );
}

function findText(catalog: object, key: string): string | undefined {
  let value: unknown = catalog;
  for (const part of key.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return typeof value === "string" ? value : undefined;
}

/**
 * i18next's JSON format: `{name}` is replaced, numbers are formatted. `count` selects by `Intl.PluralRules`, `gender`
 * `_female` or `_male` if there is one. After a value such as `B.V.` no second full stop follows. A key without a text
 * returns itself. A page's `formatOnce` knows what the server formatted.
 */
export function translate(
  language: Language,
  catalog: object,
  key: string,
  values?: TextValues,
  formatOnce: FormatOnce = (_key, format) => format(),
): string {
  const gender = values?.gender;
  let text = (gender && findText(catalog, `${key}_${gender}`)) || findText(catalog, key);
  const count = values?.count;
  if (text === undefined && typeof count === "number") {
    const form = formatOnce(`plural ${count}`, () =>
      cached(plurals, language, () => new Intl.PluralRules(language)).select(count),
    );
    text = findText(catalog, `${key}_${form}`) ?? findText(catalog, `${key}_other`);
  }
  if (text === undefined) return key;
  if (values === undefined) return text;
  return text.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = values[name];
    if (typeof value === "number") return formatNumber(language, value, formatOnce) + stop;
    if (value === undefined) return whole;
    return value.endsWith(".") ? value : value + stop;
  });
}
