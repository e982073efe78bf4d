import type { SearchQuery } from "./members.ts";
import type { genders, seeks } from "./profiles.ts";

/** R1.13, D2.3: the niches, in the order of their numbers 1 to 7. */
export const niches = ["none", "she", "bdsm", "bbw", "gilf", "milf", "gay"] as const;
export type Niche = (typeof niches)[number];

/** The prefix of a landing page's slug, by the number of the site's niche less one (R1.13). */
export const nichePrefixes: readonly string[] = niches.map((niche) => (niche === "none" ? "" : `${niche}-`));

/**
 * Their sites ask for a proof of age unless the site says otherwise (DSA, Article 28, guidelines of July 2025). Which
 * gender members love, as on the sites of `she` and `gay`, is no such content.
 */
export const explicitNiches: readonly Niche[] = ["bdsm", "bbw", "gilf", "milf"];

export const nicheOf = (number: number): Niche => niches[number - 1] ?? "none";

/** Who a visitor of the niche most likely is and looks for: preselected in the first question of the signup. */
type Answers = { gender?: (typeof genders)[number]; seeks?: (typeof seeks)[number] };

type FirstSearch = Pick<SearchQuery, "gender" | "min_age" | "max_age" | "interests">;

type Selected = { answers: Answers; search: FirstSearch };

/** An explicit interest is a filter for members only: guests of that niche search without it. */
const selected: Record<Niche, Selected> = {
  none: { answers: {}, search: {} },
  she: { answers: { gender: "female", seeks: "female" }, search: { gender: "female" } },
  bdsm: { answers: {}, search: { interests: ["bondage"] } },
  bbw: { answers: { seeks: "female" }, search: { gender: "female" } },
  gilf: { answers: { seeks: "female" }, search: { gender: "female", min_age: 55 } },
  milf: { answers: { seeks: "female" }, search: { gender: "female", min_age: 35, max_age: 54 } },
  gay: { answers: { gender: "male", seeks: "male" }, search: { gender: "male" } },
};

export const nicheAnswers = (number: number): Answers => selected[nicheOf(number)].answers;
export const nicheSearch = (number: number): FirstSearch => selected[nicheOf(number)].search;
