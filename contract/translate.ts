import type { Language } from "./constants.ts";

/** Returns the text that the page already has for `key`, or the one that `format` makes. */
export type FormatOnce = (key: string, format: () => string) => string;

export type TextValues = Record<string, string | number>;

const numbers = new Map<Language, Intl.NumberFormat>();

function numbersOf(language: Language): Intl.NumberFormat {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format;
}

/** Below a thousand each of our languages writes the digits alone: a page without more needs no formatter. */
function formatNumber(language: Language, value: number, formatOnce: FormatOnce): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return formatOnce(`number ${value}`, () => numbersOf(language).format(value));
}

/** What `Intl.PluralRules` selects for a whole number, without its first use, which a phone's tap would wait for. */
export function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
  const whole = Math.abs(count);
  if (whole === 1 || (whole === 0 && language === "fr")) return "one";
  if (language === "pl") {
    const [last, lastTwo] = [whole % 10, whole % 100];
    return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14) ? "few" : "many";
  }
  const hasMillions = language === "es" || language === "fr" || language === "it";
  return hasMillions && whole > 0 && whole % 1_000_000 === 0 ? "many" : "other";
}

function findText(catalog: object, key: string): string | undefined {
  let value: unknown = catalog;
  for (const part of key.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return typeof value === "string" ? value : undefined;
}

/**
 * i18next's JSON format: `{name}` is replaced, numbers are formatted. `count`, a whole number, selects the plural
 * form, `gender` `_female` or `_male` if there is one. After a value such as `B.V.` no second full stop follows. A key
 * without a text returns itself. A page's `formatOnce` knows what the server formatted.
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
    text = findText(catalog, `${key}_${pluralOf(language, count)}`) ?? findText(catalog, `${key}_other`);
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
