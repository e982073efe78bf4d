/**
 * The facts of one code each (R11.03), from one end of their answers to the other; `locales/<lang>/facts.json` has the
 * names. A new code of a fact or of a language comes last in the SQL function `fact_bits`.
 */
export const factCodes = {
  children: ["none", "some"],
  wants_children: ["no", "maybe", "yes"],
  smoking: ["no", "sometimes", "yes"],
  drinking: ["no", "sometimes", "often"],
  education: ["school", "training", "degree", "doctorate"],
} as const;
export type CodedFact = keyof typeof factCodes;
export const codedFacts = [
  "children",
  "wants_children",
  "smoking",
  "drinking",
  "education",
] as const satisfies readonly CodedFact[];

/** The languages that a member can say they speak. */
export const spokenLanguages = [
  ...["ar", "bg", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hr", "hu"],
  ...["it", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sv", "tr", "uk", "zh"],
] as const;

/** The heights that a profile can state, in centimetres. */
export const heights = { min: 120, max: 230 };

/** The facts by their names in the site's `visible_profile_fields` and `search_fields`. */
export const factFields = ["height", ...codedFacts, "languages", "goals"] as const;
export type FactField = (typeof factFields)[number];
export const isFactField = (field: string): field is FactField => factFields.some((fact) => fact === field);

/** The facts that the match percentage compares; the goals are a part of their own. */
export const comparedFacts = [...codedFacts, "languages"] as const;

type Shown = Record<"search_fields" | "visible_profile_fields" | "visible_profile_notes", readonly string[]>;

/** The site's filters. What its profiles don't show, a fact or the badge, is none, because the filter would say it. */
export const offeredFilters = (settings: Shown): string[] =>
  settings.search_fields.filter((field) => {
    if (isFactField(field)) return settings.visible_profile_fields.includes(field);
    return field !== "verified" || settings.visible_profile_notes.includes(field);
  });
