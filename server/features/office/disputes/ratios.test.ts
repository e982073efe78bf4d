import fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths, monthsBetween } from "#contract/months.ts";
import { cardDisputesOf, type DisputeCount, levelOf, otherDisputesOf } from "./ratios.ts";

const months = monthsBetween("2026-08", "2026-11");
const merchants = [
  { site: "one", name: "One", siteIds: [1] },
  { site: "two", name: "Two", siteIds: [2] },
  { site: null, name: "Both B.V.", siteIds: [1, 2] },
];

const anyCounts: fc.Arbitrary<DisputeCount[]> = fc.array(
  fc.record({
    siteId: fc.constantFrom(1, 2, 3),
    month: fc.constantFrom(addMonths("2026-08", -1), ...months),
    method: fc.constantFrom("card", "sepa", "paypal", ""),
    payments: fc.nat(1200),
    disputes: fc.nat(12),
  }),
  { maxLength: 30 },
);

test("R13.04 each share is a plain division: Visa's by the payments of the month, Mastercard's by those of the month before", () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const rows = cardDisputesOf(counts, merchants, months);
      for (const { site, name, siteIds } of merchants) {
        for (const month of months) {
          const sum = (of: "payments" | "disputes", when: string) =>
            counts
              .filter((one) => siteIds.includes(one.siteId) && one.month === when && one.method === "card")
              .reduce((total, one) => total + one[of], 0);
          const [disputes, now, before] = [
            sum("disputes", month),
            sum("payments", month),
            sum("payments", addMonths(month, -1)),
          ];
          const row = rows.find((each) => each.site === site && each.name === name && each.month === month);
          if (disputes + now + before === 0) expect(row).toBeUndefined();
          else {
            expect(row).toMatchObject({ disputes, visa: { payments: now }, mastercard: { payments: before } });
            expect(row?.visa.ratio).toBe(now === 0 ? null : disputes / now);
            expect(row?.mastercard.ratio).toBe(before === 0 ? null : disputes / before);
          }
        }
      }
      // every payment and chargeback of these sites and months is in one of the two lists, once
      const total = (list: readonly { disputes: number; site: string | null }[]) =>
        list.filter(({ site }) => site !== null).reduce((sum, { disputes }) => sum + disputes, 0);
      const all = counts.filter(({ siteId, month }) => siteId < 3 && months.includes(month));
      expect(total(rows) + total(otherDisputesOf(counts, merchants, months))).toBe(
        all.reduce((sum, { disputes }) => sum + disputes, 0),
      );
    }),
  );
});

test.for([
  [0, 0, "few"],
  [2, 499, "few"],
  [2, 500, "fine"],
  [3, 501, "fine"],
  [3, 500, "warning"],
  [6, 1000, "warning"],
  [89, 10_000, "warning"],
  [90, 10_000, "alarm"],
  [3, 20, "alarm"],
  [3, 0, "alarm"],
] as const)("R13.04 %i chargebacks of %i card payments are: %s", ([disputes, payments, level]) => {
  expect(levelOf(disputes, payments)).toBe(level);
});
