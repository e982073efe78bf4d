import type { SettlementDifference, SettlementLineKind } from "#contract/settlements.ts";

/** A line of a payout, and what our books have by the same reference. */
export type ComparedLine = {
  kind: SettlementLineKind;
  amount: number;
  currency: string;
  /** In how many payouts of the provider it is. */
  times: number;
  /** Null: our books have no such thing. `isFinal`: paid, or paid out, by our books. */
  ours: { amount: number; currency: string; isFinal: boolean } | null;
};

/** How a line and our books differ, the gravest first; null: they agree. */
export function differenceOf({ amount, currency, times, ours }: ComparedLine): SettlementDifference | null {
  if (ours === null) return "unknown";
  if (ours.amount !== amount || ours.currency !== currency) return "amount";
  if (!ours.isFinal) return "open";
  return times > 1 ? "twice" : null;
}

type Sums = { gross: number; refunds: number; chargebacks: number; fees: number; net: number; mixed: boolean };

/** What the lines and fees add up to. */
export const expectedNet = ({ gross, refunds, chargebacks, fees }: Omit<Sums, "net" | "mixed">): number =>
  gross - refunds - chargebacks - fees;

/** Providers count fees in fractions of a cent, so that a sum may be one off. */
const roundingMinor = 1;

/** Whether what was paid out is what its lines and fees add up to. Open with lines in other currencies. */
export const hasWrongSum = (sums: Sums): boolean =>
  !sums.mixed && Math.abs(expectedNet(sums) - sums.net) > roundingMinor;
