import { fewestBuyers } from "#contract/revenue.ts";

/** Buyers of a site whose source begins with the same names: `path` has the values of the first `sourceFields`. */
export type Branch = { siteId: number; path: readonly string[]; buyers: number };

const idOf = ({ siteId, path }: Pick<Branch, "siteId" | "path">) => JSON.stringify([siteId, path]);
const parentOf = ({ siteId, path }: Branch) => idOf({ siteId, path: path.slice(0, -1) });

/**
 * The branches that are named as sources (0054). Every buyer, visit and signup belongs to the longest one that its own
 * source begins with, or to none. No buyers, or ten or more, belong to each of them and to none, unless a site has no
 * named source. So no sum of them has fewer, and no difference of two sums. `branches` has each site with an empty
 * path, and every branch with ten buyers or more.
 */
export function nameSources(branches: readonly Branch[]): Branch[] {
  const children = Map.groupBy(
    branches.filter(({ path }) => path.length > 0),
    parentOf,
  );
  const namedWithin = (branch: Branch): Branch[] => {
    const parts = (children.get(idOf(branch)) ?? []).toSorted(
      (one, other) => other.buyers - one.buyers || (idOf(one) < idOf(other) ? -1 : 1),
    );
    let rest = parts.reduce((left, { buyers }) => left - buyers, branch.buyers);
    // buyers of small parts are counted together; if they are still fewer than ten, the smallest large part joins them
    while (rest > 0 && rest < fewestBuyers && parts.length > 0) rest += parts.pop()?.buyers ?? 0;
    return parts.flatMap((part) => [part, ...namedWithin(part)]);
  };
  return branches.filter(({ path }) => path.length === 0).flatMap(namedWithin);
}

/** The months in which cohorts of a source begin: each has ten buyers or more, or is the only one. */
export function cohortStarts(months: readonly { month: string; buyers: number }[]): string[] {
  const starts: string[] = [];
  let buyers = fewestBuyers;
  for (const row of months.toSorted((one, other) => (one.month < other.month ? -1 : 1))) {
    if (buyers >= fewestBuyers) {
      starts.push(row.month);
      buyers = 0;
    }
    buyers += row.buyers;
  }
  // the last months join the cohort before them
  if (buyers < fewestBuyers && starts.length > 1) starts.pop();
  return starts;
}
