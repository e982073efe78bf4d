import { defaultLanguage, type Language } from "#contract/constants.ts";
import type { Variant } from "#contract/lander-address.ts";
import type { LanderName } from "#contract/landers.ts";
import { landingTexts } from "#web/landings/landing-texts.server.ts";
import type { LandingTexts } from "#web/landings/texts.tsx";
import type { LanderTexts } from "./texts.tsx";

type Account = { signup: Record<string, string> };

const catalogs = import.meta.glob<LanderTexts>("/locales/*/landers.json", { eager: true, import: "default" });
const accounts = import.meta.glob<Account>("/locales/*/account.json", { eager: true, import: "default" });

/** The keys of the landing pages' texts about prices, which landers show too. */
const prices = [
  "adults",
  "credits_one",
  "credits_few",
  "credits_many",
  "credits_other",
  "prices_free",
  "prices_text",
  "prices_money",
];
/** The keys of the signup's first question, which each lander asks. */
const question = [
  "gender",
  "gender_male",
  "gender_female",
  "seeks",
  "seeks_male",
  "seeks_female",
  "seeks_both",
] as const;

/** The texts of that question. */
export function questionTexts(language: Language): Question {
  const { signup } = accounts[`/locales/${language}/account.json`] ?? { signup: {} };
  return Object.fromEntries(question.map((key) => [key, signup[key] ?? ""])) as Question;
}

/** The texts that variant b replaces (D10.2): keys that end in `_b`, of the lander itself or else of all landers. */
function textsOfB(texts: Record<string, string>, common: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, texts[`${key}_b`] ?? common[`${key}_b`] ?? text]),
  );
}

/**
 * The texts of one lander, in the variant that this visitor sees. They are sent with the page, because its visitors
 * need few other texts.
 */
export function landerTexts(language: Language, name: LanderName, variant: Variant | null) {
  const own = catalogs[`/locales/${language}/landers.json`] ?? {};
  const english = catalogs[`/locales/${defaultLanguage}/landers.json`] ?? {};
  const costs = Object.entries(landingTexts(language)).filter(([key]) => prices.includes(key));
  const common: Record<string, string> = { ...english.common, ...own.common };
  const texts: Record<string, string> = { ...english[name], ...own[name] };
  return {
    texts: { common, [name]: variant === "b" ? textsOfB(texts, common) : texts } as LanderTexts,
    costs: Object.fromEntries(costs) as LandingTexts,
    question: questionTexts(language),
  };
}

export type Question = Record<(typeof question)[number], string>;
