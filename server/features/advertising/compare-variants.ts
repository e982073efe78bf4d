import { landerNames } from "#contract/landers.ts";
import type { Db } from "#server/db/pool.ts";
import { type Interval, newcombe, type Share, type Verdict, verdictOf, wilson, z95, z99 } from "./intervals.ts";
import { findResults, type Period, type Results } from "./results-store.ts";

export type VariantResults = Results & { share: Share; interval: Interval };

/** Two variants of a lander: each one's share of visits that became signups, the difference b − a, and the verdict. */
export type Comparison = {
  lander: string;
  a: VariantResults;
  b: VariantResults;
  /** The 99 percent interval, because operators look at the results more than once. */
  difference: Interval;
  verdict: Verdict;
};

/** Signups among visits. A signup whose visit was not counted, for example after a reload, must not push it above 1. */
export const shareOf = ({ visits, signups }: Pick<Results, "visits" | "signups">): Share => ({
  hits: Math.min(signups, visits),
  of: visits,
});

/** Compares the variants of each lander that had two variants in the period. */
export async function compareVariants(db: Db, period: Period): Promise<Comparison[]> {
  const rows = await findResults(db, period, ["lander", "variant"]);
  return landerNames.flatMap((lander) => {
    const [a, b] = ["a", "b"].map((variant) => {
      const found = rows.find(({ of }) => of.lander === lander && of.variant === variant);
      const share = found && shareOf(found);
      return share && { ...found, share, interval: wilson(share, z95) };
    });
    if (!a || !b) return [];
    const difference = newcombe(a.share, b.share, z99);
    return [{ lander, a, b, difference, verdict: verdictOf(a.share, b.share) }];
  });
}
