import type { Db } from "#server/db/pool.ts";
import type { Candidate, Filter } from "./rules.ts";
import { findCandidates, findRecent } from "./store.ts";

type GatherInput = {
  /** How many of the last active members are read for each search. */
  looked: number;
  enough: number;
};

/** A candidate, and which of the searches found them first: 0 is the narrowest. */
export type Gathered = Candidate & { ring: number };

/** Runs these searches, each wider than the one before, until they found enough people; programs do not count. */
export async function gatherCandidates(
  db: Db,
  searches: readonly Filter[],
  { looked, enough }: GatherInput,
): Promise<Gathered[]> {
  const found = new Map<string, Gathered>();
  let people = 0;
  for (const [ring, filter] of searches.entries()) {
    if (people >= enough) break;
    const recent = await findRecent(db, filter, looked);
    const news = recent.filter((id) => !found.has(id));
    for (const candidate of await findCandidates(db, news)) {
      found.set(candidate.member_id, { ...candidate, ring });
      if (!candidate.automatic && !candidate.fictional) people += 1;
    }
  }
  return [...found.values()];
}
