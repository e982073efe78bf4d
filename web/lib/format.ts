import type { Language } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { localeOf, moneyStyle } from "#contract/languages.ts";

/** Digits after the decimal point by ISO 4217, for currencies where `Intl` has another number. */
export const minorDigits: Readonly<Record<string, number>> = { HUF: 2 };

const minutesPerDay = 1440;

/** A true minus instead of the hyphen that some languages' formats write. */
const trueMinus = (text: string) => text.replace("-", "−");

/** A formatter of a currency's minor units. Reuse it: creating one takes longer than a hundred uses. */
function moneyFormat(locale: string, currency: string): (minor: number) => string {
  const isoDigits = minorDigits[currency];
  const digitOptions =
    isoDigits === undefined ? {} : { minimumFractionDigits: isoDigits, maximumFractionDigits: isoDigits };
  const format = new Intl.NumberFormat(locale, { ...moneyStyle(currency), ...digitOptions });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return (minor) => trueMinus(format.format(minor / 10 ** digits));
}

/** Creates a formatter at its first use: each costs a phone some 10 ms, and a page uses only a few. */
function once<T>(create: () => T): () => T {
  let formatter: T | undefined;
  return () => (formatter ??= create());
}

export function createFormat(language: Language, timeZone: string, now: () => number = Date.now) {
  const locale = localeOf(language);
  const dates = (options: Intl.DateTimeFormatOptions, place = locale) =>
    once(() => new Intl.DateTimeFormat(place, { timeZone, ...options }));
  const numbers = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, options));
  const units = (unit: string, options: Intl.NumberFormatOptions = {}) =>
    numbers({ style: "unit", unit, unitDisplay: "short", ...options });

  const date = dates({ dateStyle: "medium" });
  const weekday = dates({ weekday: "long" });
  const shortWeekday = dates({ weekday: "short" });
  const time = dates({ timeStyle: "short" });
  const isoDay = dates({ year: "numeric", month: "2-digit", day: "2-digit" }, "en-CA");
  // a day of the calendar is the same one everywhere
  const calendarDay = dates({ dateStyle: "medium", timeZone: "UTC" });
  const calendarMonth = dates({ month: "short", year: "numeric", timeZone: "UTC" });
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  const number = numbers({});
  const signed = numbers({ signDisplay: "exceptZero" });
  const percent = numbers({ style: "percent", maximumFractionDigits: 1 });
  const distance = units("kilometer");
  const feet = units("foot");
  const inches = units("inch");
  const kilobytes = units("kilobyte", { maximumFractionDigits: 1 });
  const megabytes = units("megabyte", { maximumFractionDigits: 1 });
  const gigabytes = units("gigabyte", { maximumFractionDigits: 1 });
  const minutes = units("minute");
  const hours = units("hour");
  const days = units("day");
  const countries = once(() => new Intl.DisplayNames(locale, { type: "region" }));
  const languages = once(() => new Intl.DisplayNames(locale, { type: "language" }));
  const list = once(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const alphabet = once(() => new Intl.Collator(locale));

  const money = new Map<string, (minor: number) => string>();

  /** Calendar days from then until now, in the time zone. */
  const daysAgo = (iso: string) => {
    const dayOf = (value: Date) => Date.parse(isoDay().format(value));
    return Math.round((dayOf(new Date(now())) - dayOf(new Date(iso))) / dayMs);
  };
  const formatDay = (days: number, iso: string) => {
    if (days === 0 || days === 1) return relative().format(-days, "day");
    return days > 1 && days < 7 ? weekday().format(new Date(iso)) : date().format(new Date(iso));
  };

  return {
    date: (iso: string) => date().format(new Date(iso)),
    time: (iso: string) => time().format(new Date(iso)),
    /** The time until which something can be done. Without scripts no one tells the reader's zone: then it is named. */
    deadline: (iso: string) => {
      // German says "Uhr" between the two
      const words = [
        time().format(new Date(iso)),
        ...(language === "de" ? ["Uhr"] : []),
        ...(timeZone === "UTC" ? ["UTC"] : []),
      ];
      return words.join("\u00a0");
    },
    weekday: (iso: string) => shortWeekday().format(new Date(iso)),
    /** `today`, `yesterday`, a weekday within the last week, else the date. */
    day: (iso: string) => formatDay(daysAgo(iso), iso),
    /** For lists: the time if it is today, then `yesterday`, a weekday, or the date. */
    when: (iso: string) => {
      const days = daysAgo(iso);
      return days === 0 ? time().format(new Date(iso)) : formatDay(days, iso);
    },
    /** How long ago, in minutes, from one hour on in hours, from two days on in days. */
    ago: (iso: string) => {
      const minutes = Math.max(0, Math.floor((now() - Date.parse(iso)) / 60_000));
      if (minutes < 60) return relative().format(-minutes, "minute");
      if (minutes < 2 * minutesPerDay) return relative().format(-Math.floor(minutes / 60), "hour");
      return relative().format(-Math.floor(minutes / minutesPerDay), "day");
    },
    number: (value: number) => number().format(value),
    signed: (value: number) => trueMinus(signed().format(value)),
    percent: (fraction: number) => percent().format(fraction),
    /** `minor` in the currency's smallest unit. */
    money: (minor: number, currency: string) => {
      const formatMinor = money.get(currency) ?? moneyFormat(locale, currency);
      money.set(currency, formatMinor);
      return formatMinor(minor);
    },
    size: (bytes: number) => {
      if (bytes >= 1e9) return gigabytes().format(bytes / 1e9);
      if (bytes >= 1e6) return megabytes().format(bytes / 1e6);
      return kilobytes().format(Math.max(0.1, bytes / 1000));
    },
    distance: (kilometres: number) => distance().format(kilometres),
    /** A height in feet and inches, the nearest ones. */
    feet: (centimetres: number) => {
      const total = Math.round(centimetres / 2.54);
      return `${feet().format(Math.floor(total / 12))} ${inches().format(total % 12)}`;
    },
    /** How long something took: minutes, from an hour on hours, from two days on days. */
    duration: (seconds: number) => {
      const total = Math.max(0, Math.floor(seconds / 60));
      if (total < 60) return minutes().format(total);
      if (total < 2 * minutesPerDay) return hours().format(Math.floor(total / 60));
      return days().format(Math.floor(total / minutesPerDay));
    },
    /** A day such as `2026-11-05`. */
    calendarDay: (day: string) => calendarDay().format(new Date(day)),
    /** A month such as `2026-11`, or that of a day. */
    calendarMonth: (month: string) => calendarMonth().format(new Date(month)),
    country: (code: string) => countries().of(code) ?? code,
    language: (code: string) => languages().of(code) ?? code,
    list: (items: readonly string[]) => list().format(items),
    sortByName: <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] =>
      items.toSorted((one, other) => alphabet().compare(nameOf(one), nameOf(other))),
    /** The order in which a date is written, such as `day month year`. */
    dateOrder: () =>
      new Intl.DateTimeFormat(locale)
        .formatToParts(0)
        .flatMap(({ type }) => (type === "literal" ? [] : [type]))
        .join(" "),
  };
}

export type Format = ReturnType<typeof createFormat>;
