/** A confidence interval of a share, within 0 to 1, or of a difference of shares, within -1 to 1. */
type Interval = { low: number; high: number };
/** The hits among a number of trials, such as the signups among visits. */
export type Share = { hits: number; of: number };

/** Standard normal quantiles for two-sided intervals of 95 and 99 percent. */
export const z95 = 1.959963984540054;
export const z99 = 2.5758293035489004;

const rate = ({ hits, of }: Share) => (of === 0 ? 0 : hits / of);

/**
 * The score interval of a proportion: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
 * Inference", Journal of the American Statistical Association 22 (1927), 209–212. Unlike the textbook's p ± z·s it
 * stays valid for few signups among many visits, and never leaves 0 to 1. Without visits it is 0 to 1.
 */
export function wilson(share: Share, z: number): Interval {
  const { of } = share;
  if (of === 0) return { low: 0, high: 1 };
  const p = rate(share);
  const middle = p + (z * z) / (2 * of);
  const half = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  const whole = 1 + (z * z) / of;
  // with no hits or only hits, the bound is exactly 0 or 1; rounding would put the formula's result slightly off
  return {
    low: share.hits === 0 ? 0 : (middle - half) / whole,
    high: share.hits === of ? 1 : (middle + half) / whole,
  };
}

/**
 * The hybrid score interval of the difference `b` minus `a` of two independent proportions, from their Wilson
 * intervals: R. G. Newcombe, "Interval Estimation for the Difference between Independent Proportions: Comparison of
 * Eleven Methods", Statistics in Medicine 17 (1998), 873–890, method 10.
 */
export function newcombe(a: Share, b: Share, z: number): Interval {
  const [ofA, ofB] = [wilson(a, z), wilson(b, z)];
  const [pA, pB] = [rate(a), rate(b)];
  return {
    low: pB - pA - Math.hypot(pB - ofB.low, ofA.high - pA),
    high: pB - pA + Math.hypot(ofB.high - pB, pA - ofA.low),
  };
}

/** The visits that each variant needs before its results are judged: with fewer, weekdays and chance weigh too much. */
export const visitsForVerdict = 1_000;

type Verdict = "a" | "b" | "undecided" | "too_few_visits";

/** Which variant is better, if significant at 99 %: operators look more than once, each look risks a false positive. */
export function verdictOf(a: Share, b: Share): Verdict {
  if (a.of < visitsForVerdict || b.of < visitsForVerdict) return "too_few_visits";
  const { low, high } = newcombe(a, b, z99);
  if (low > 0) return "b";
  return high < 0 ? "a" : "undecided";
}
