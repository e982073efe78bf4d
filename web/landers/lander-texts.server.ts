import { defaultLanguage, type Language } from "#contract/constants.ts";
import { landingTexts } from "#web/landings/landing-texts.server.ts";
import type { LandingTexts } from "#web/landings/texts.tsx";
import type { LanderName } from "./names.ts";
import type { LanderTexts } from "./texts.tsx";

type Account = { signup: Record<string, string> };

const catalogs = import.meta.glob<LanderTexts>("/locales/*/landers.json", { eager: true, import: "default" });
const accounts = import.meta.glob<Account>("/locales/*/account.json", { eager: true, import: "default" });

/** What a lander says of prices, in the words of the landing pages. */
const prices = [
  "free",
  "credits_one",
  "credits_few",
  "credits_many",
  "credits_other",
  "prices_free",
  "prices_text",
  "prices_money",
];
/** The words of the signup's first question, which a lander asks in its page. */
const question = [
  "gender",
  "gender_male",
  "gender_female",
  "seeks",
  "seeks_male",
  "seeks_female",
  "seeks_both",
] as const;

/** The words of the form that begins the signup. */
export function questionTexts(language: Language): Question {
  const { signup } = accounts[`/locales/${language}/account.json`] ?? { signup: {} };
  return Object.fromEntries(question.map((key) => [key, signup[key] ?? ""])) as Question;
}

/** The texts of one lander. They come with the page, as its visitors need few other texts. */
export function landerTexts(language: Language, name: LanderName) {
  const own = catalogs[`/locales/${language}/landers.json`] ?? {};
  const english = catalogs[`/locales/${defaultLanguage}/landers.json`] ?? {};
  const costs = Object.entries(landingTexts(language)).filter(([key]) => prices.includes(key));
  return {
    texts: {
      common: { ...english.common, ...own.common },
      [name]: { ...english[name], ...own[name] },
    } as LanderTexts,
    costs: Object.fromEntries(costs) as LandingTexts,
    question: questionTexts(language),
  };
}

export type Question = Record<(typeof question)[number], string>;
