import type { Language } from "#contract/constants.ts";

/**
 * Where the demo members live: each country's languages and share of members. Most live in the country of the demo
 * logins (`loginCountry`), so that the default order begins with several pages of them.
 */
export const countries = {
  DE: { languages: ["de"], share: 45, fairness: 0.5 },
  GB: { languages: ["en"], share: 150, fairness: 0.45 },
  FR: { languages: ["fr"], share: 32, fairness: 0.3 },
  ES: { languages: ["es"], share: 30, fairness: 0.15 },
  IT: { languages: ["it"], share: 30, fairness: 0.15 },
  NL: { languages: ["nl"], share: 30, fairness: 0.6 },
  PL: { languages: ["pl"], share: 28, fairness: 0.6 },
  DK: { languages: ["da"], share: 26, fairness: 0.7 },
  SE: { languages: ["sv"], share: 26, fairness: 0.75 },
  BE: { languages: ["nl", "fr"], share: 22, fairness: 0.45 },
  FI: { languages: ["fi"], share: 22, fairness: 0.75 },
  NO: { languages: ["nb"], share: 22, fairness: 0.7 },
  AT: { languages: ["de"], share: 20, fairness: 0.45 },
  CH: { languages: ["de"], share: 18, fairness: 0.45 },
  IE: { languages: ["en"], share: 14, fairness: 0.5 },
} as const satisfies Record<string, { languages: readonly Language[]; share: number; fairness: number }>;

export type Country = keyof typeof countries;

/** The country of the demo logins; they live in its largest town. */
export const loginCountry: Country = "GB";

/** The country of each of `count` members, by the countries' shares: at least four in each. */
export function countryOfEach(count: number, among: readonly Country[]): Country[] {
  const total = among.reduce((sum, country) => sum + countries[country].share, 0);
  const each = among.flatMap((country) =>
    Array<Country>(Math.max(4, Math.round((countries[country].share / total) * count))).fill(country),
  );
  const largest = among[0] ?? "GB";
  while (each.length < count) each.push(largest);
  while (each.length > count) each.splice(each.lastIndexOf(commonestOf(each)), 1);
  return each;
}

function commonestOf(all: readonly Country[]): Country {
  const numbers = Map.groupBy(all, (country) => country);
  return all.reduce((most, country) =>
    (numbers.get(country)?.length ?? 0) > (numbers.get(most)?.length ?? 0) ? country : most,
  );
}
