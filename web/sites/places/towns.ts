import type { AnswerOf } from "#contract/call.ts";
import type { getCities } from "#contract/places.ts";
import { fold } from "#web/lib/fold.ts";

export type Town = AnswerOf<typeof getCities>["cities"][number];
/** A town in another of the site's countries than the searched one. */
export type TownElsewhere = AnswerOf<typeof getCities>["elsewhere"][number];
/** A chosen town: the id for the API and the label for the field. */
export type ChosenTown = { id: string; label: string };

/** "Gent, Oost-Vlaanderen": towns share names, so the region tells them apart. */
export function townLabel({ name, region_name: region }: Pick<Town, "name" | "region_name">): string {
  return region === "" || region === name ? name : `${name}, ${region}`;
}

/** The part of the typed text that the search uses. */
export function townQuery(typed: string): string {
  return (typed.split(",")[0] ?? "").trim().slice(0, 60);
}

/** The whole label was typed, or it is the only one of that name, or the only result. */
export function findMeantTown(typed: string, towns: readonly Town[]): Town | undefined {
  const whole = towns.find((town) => fold(townLabel(town)) === fold(typed));
  if (whole) return whole;
  const named = towns.filter((town) => fold(town.name) === fold(typed));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  return towns.length === 1 ? towns[0] : undefined;
}
