import type { Language } from "#contract/constants.ts";
import { localeOf, moneyStyle } from "#contract/languages.ts";
import type { Money } from "#contract/withdrawals.ts";

/** `minor` is in hundredths, even if `Intl` shows fewer decimals. A negative amount has a true minus. */
export function formatMoney(language: Language, minor: number, currency: string): string {
  const format = new Intl.NumberFormat(localeOf(language), moneyStyle(currency));
  return format.format(minor / 100).replace("-", "−");
}

/** Sums of several currencies, as a list; empty for none. */
export function formatSums(language: Language, sums: readonly Money[]): string {
  const list = new Intl.ListFormat(localeOf(language), { type: "conjunction" });
  return list.format(sums.map(({ amount, currency }) => formatMoney(language, amount, currency)));
}

export function formatPercent(language: Language, percent: number, digits = 1): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: "percent", maximumFractionDigits: digits });
  return format.format(percent / 100);
}

/** A day in words. Receipts count days in UTC. */
export function formatDay(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" }).format(time);
}

/** A moment in words, labelled with its time zone: UTC, unless the reader's is known. */
export function formatTime(language: Language, time: Date, timeZone = "UTC"): string {
  const parts = { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(localeOf(language), { ...parts, timeZone, timeZoneName: "short" }).format(time);
}

/** Each mail names the company's country, and making one of these takes as long as a statement of the database. */
const regionNames = new Map<Language, Intl.DisplayNames>();

export function countryName(language: Language, code: string): string {
  const names = regionNames.get(language) ?? new Intl.DisplayNames([localeOf(language)], { type: "region" });
  regionNames.set(language, names);
  return names.of(code) ?? code;
}
