import type { Db } from "#server/db/pool.ts";
import type { Candidate } from "./rank.ts";
import type { Filter } from "./rules.ts";
import { findCandidates, findRecent } from "./store.ts";

type GatherInput = {
  /** How many of the last active members are read for each search. */
  looked: number;
  enough: number;
};

/** Runs these searches, each wider than the one before, until they found enough members. */
export async function gatherCandidates(
  db: Db,
  searches: readonly Filter[],
  { looked, enough }: GatherInput,
): Promise<Candidate[]> {
  const found = new Set<string>();
  for (const filter of searches) {
    if (found.size >= enough) break;
    for (const id of await findRecent(db, filter, looked)) found.add(id);
  }
  return await findCandidates(db, [...found]);
}
