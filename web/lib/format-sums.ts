import type { Money } from "#contract/withdrawals.ts";
import type { Format } from "./format.ts";

/** Sums of several currencies, as a list; empty for none. */
export function formatSums({ money, list }: Pick<Format, "money" | "list">, sums: readonly Money[]): string {
  const [first = "", ...others] = sums.map(({ amount, currency }) => money(amount, currency));
  return others.length === 0 ? first : list([first, ...others]);
}
