import { editDistance } from "#server/lib/edit-distance.ts";

/** Shorter texts are like too many names. */
export const shortestSimilar = 4;

/** The names that the parts of one make, each part alone, and neighbours together. */
function namesIn(name: string): string[] {
  const parts = name.split(" ").filter((part) => part !== "");
  return parts.flatMap((_, from) => parts.slice(from).map((_part, at) => parts.slice(from, from + at + 1).join("")));
}

/** How many letters of a text have to change to be the most similar part of a name, whose parts have spaces between. */
export const nameDistance = (text: string, name: string): number =>
  Math.min(...namesIn(name).map((part) => editDistance(text, part)));

/** One typo in short texts, two in longer ones. */
export const isSimilarName = (text: string, name: string): boolean =>
  nameDistance(text, name) <= ([...text].length < 7 ? 1 : 2);
