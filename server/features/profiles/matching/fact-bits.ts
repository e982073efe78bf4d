import { factAnswers, type ListedFact, listedFacts } from "#contract/fact-answers.ts";
import { comparedFacts } from "#contract/facts.ts";

/** The bits of `fact_bits` that hold the height in centimetres. */
const heightBits = 8;

/** The facts in the order of the SQL function `fact_bits`. */
export const factOrder: readonly string[] = listedFacts.flatMap((fact) =>
  factAnswers[fact].map((code) => `${fact}.${code}`),
);

/** The bits of some answers to a fact. */
export const maskOf = (fact: ListedFact, codes: readonly string[]): number =>
  codes.reduce((mask, code) => mask + 2 ** (heightBits + factOrder.indexOf(`${fact}.${code}`)), 0);

type Compared = (typeof comparedFacts)[number];
/** Where each compared fact's answers stand: the lowest bit, two to the power of their number, the steps between. */
const places = comparedFacts.map((fact) => ({
  fact,
  lowest: maskOf(fact, factAnswers[fact].slice(0, 1)),
  size: 2 ** factAnswers[fact].length,
  steps: factAnswers[fact].length - 1,
}));
type Place = (typeof places)[number];

/** How alike the answers to a fact are, from 0 to 1; null if one of the two does not say. */
function likenessIn({ fact, lowest, size, steps }: Place, one: number, other: number): number | null {
  const own = Math.floor(one / lowest) % size;
  const theirs = Math.floor(other / lowest) % size;
  if (own === 0 || theirs === 0) return null;
  if (fact === "languages") return Number((own & theirs) !== 0);
  return 1 - Math.abs(Math.clz32(own) - Math.clz32(theirs)) / steps;
}

/** How alike two members are in the facts that are compared, from 0 to 1; a fact that one does not say counts half. */
export function likeness(one: number, other: number): number {
  if (one === 0 || other === 0) return 0.5;
  return places.reduce((sum, place) => sum + (likenessIn(place, one, other) ?? 0.5), 0) / places.length;
}

/** The facts that two members answered alike, or a language in common. */
export const likeFacts = (one: number, other: number): Compared[] =>
  places.filter((place) => likenessIn(place, one, other) === 1).map(({ fact }) => fact);
