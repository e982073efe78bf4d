import { factCodes, spokenLanguages } from "./facts.ts";
import { goals } from "./match-reasons.ts";

/** The answers to each fact that is no number, in the order of the SQL function `fact_bits`. */
export const factAnswers = { ...factCodes, goals, languages: spokenLanguages };
export type ListedFact = keyof typeof factAnswers;
export const listedFacts = Object.keys(factAnswers) as ListedFact[];
