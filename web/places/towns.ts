import type { AnswerOf } from "#contract/call.ts";
import type { getCities } from "#contract/places.ts";
import { fold } from "#web/lib/fold.ts";

export type Town = AnswerOf<typeof getCities>["cities"][number];
/** A town in another of the site's countries than the one that was searched. */
export type TownElsewhere = AnswerOf<typeof getCities>["elsewhere"][number];
/** A town that was chosen: what the API takes and what the field shows. */
export type ChosenTown = { id: string; label: string };

/** "Gent, Oost-Vlaanderen": towns share names, regions tell them apart. */
export function townLabel({ name, region_name: region }: Pick<Town, "name" | "region_name">): string {
  return region === "" || region === name ? name : `${name}, ${region}`;
}

/** The part of what was typed that the towns are searched by. */
export function townQuery(typed: string): string {
  return (typed.split(",")[0] ?? "").trim().slice(0, 60);
}

/**
 * The one town that was clearly meant: the whole label was typed, or it is the only one of that name, or the only one
 * found. Undefined where a person has to choose.
 */
export function meantTown(typed: string, towns: readonly Town[]): Town | undefined {
  const whole = towns.find((town) => fold(townLabel(town)) === fold(typed));
  if (whole) return whole;
  const named = towns.filter((town) => fold(town.name) === fold(typed));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  return towns.length === 1 ? towns[0] : undefined;
}
