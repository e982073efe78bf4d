import {
  type CardDisputes,
  type DisputeLevel,
  type DisputeShare,
  disputeLevels,
  disputeLimits,
  fewestForRatio,
  type OtherDisputes,
} from "#contract/disputes.ts";
import { addMonths } from "#contract/months.ts";

/** Payments that completed on a site in a month by one method, and chargebacks of such payments that came in it. */
export type DisputeCount = { siteId: number; month: string; method: string; payments: number; disputes: number };

/** A site, or several sites of one company: `site` is then null. */
export type Merchant = { site: string | null; name: string; siteIds: readonly number[] };

/** In whole numbers, so that a share of exactly 0.6 % is a warning whatever a fraction of it is rounded to. */
export function levelOf(disputes: number, payments: number): DisputeLevel {
  if (disputes < fewestForRatio.disputes && payments < fewestForRatio.payments) return "few";
  if (disputes * 1000 >= payments * disputeLimits.alarm) return "alarm";
  return disputes * 1000 >= payments * disputeLimits.warning ? "warning" : "fine";
}

const shareOf = (disputes: number, payments: number): DisputeShare => ({
  payments,
  ratio: payments === 0 ? null : disputes / payments,
  level: levelOf(disputes, payments),
});

const worse = (one: DisputeLevel, other: DisputeLevel) =>
  disputeLevels.indexOf(one) > disputeLevels.indexOf(other) ? one : other;

/** Adds up the counts of a merchant's sites by month and method. */
function sumCounts(counts: readonly DisputeCount[], { siteIds }: Merchant) {
  const sums = new Map<string, { payments: number; disputes: number }>();
  for (const { siteId, month, method, payments, disputes } of counts) {
    if (!siteIds.includes(siteId)) continue;
    const id = `${month} ${method}`;
    const sum = sums.get(id) ?? { payments: 0, disputes: 0 };
    sums.set(id, { payments: sum.payments + payments, disputes: sum.disputes + disputes });
  }
  return (month: string, method: string) => sums.get(`${month} ${method}`) ?? { payments: 0, disputes: 0 };
}

/** The shares of cards for each month and merchant; none where nothing was paid and nothing came back. */
export function cardDisputesOf(
  counts: readonly DisputeCount[],
  merchants: readonly Merchant[],
  months: readonly string[],
): CardDisputes[] {
  const cards = Map.groupBy(counts, ({ method }) => method).get("card") ?? [];
  const sums = merchants.map((merchant) => ({ merchant, of: sumCounts(cards, merchant) }));
  return months.flatMap((month) =>
    sums.flatMap(({ merchant: { site, name }, of }) => {
      const { payments, disputes } = of(month, "card");
      const before = of(addMonths(month, -1), "card").payments;
      if (payments + disputes + before === 0) return [];
      const visa = shareOf(disputes, payments);
      const mastercard = shareOf(disputes, before);
      return [{ site, name, month, disputes, visa, mastercard, level: worse(visa.level, mastercard.level) }];
    }),
  );
}

/** What came back by other methods, for each month, merchant and method. */
export function otherDisputesOf(
  counts: readonly DisputeCount[],
  merchants: readonly Merchant[],
  months: readonly string[],
): OtherDisputes[] {
  const methods = [...new Set(counts.map(({ method }) => method))].filter((method) => method !== "card").sort();
  const sums = merchants.map((merchant) => ({ merchant, of: sumCounts(counts, merchant) }));
  return months.flatMap((month) =>
    sums.flatMap(({ merchant: { site, name }, of }) =>
      methods.flatMap((method) => {
        const sum = of(month, method);
        return sum.payments + sum.disputes === 0 ? [] : [{ site, name, month, method, ...sum }];
      }),
    ),
  );
}
