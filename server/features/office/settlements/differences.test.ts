import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComparedLine, differenceOf, expectedNet, hasWrongSum } from "./differences.ts";

const amount = fc.integer({ min: 0, max: 500 });
const currency = fc.constantFrom("EUR", "SEK");
const anyLine: fc.Arbitrary<ComparedLine> = fc.record({
  kind: fc.constantFrom("payment", "refund", "chargeback"),
  amount,
  currency,
  times: fc.integer({ min: 1, max: 3 }),
  ours: fc.option(fc.record({ amount, currency, isFinal: fc.boolean() })),
});

test("R13.04 a line agrees with the books if these have it, final, with the same amount, in one payout only", () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const agrees =
        line.ours?.isFinal === true &&
        line.ours.amount === line.amount &&
        line.ours.currency === line.currency &&
        line.times === 1;
      expect(differenceOf(line) === null).toBe(agrees);
      if (line.ours === null) expect(differenceOf(line)).toBe("unknown");
    }),
  );
});

test("R13.04 a payout is right if its lines and fees add up to it, to a cent", () => {
  const sums = fc.record({ gross: amount, refunds: amount, chargebacks: amount, fees: amount });
  fc.assert(
    fc.property(sums, fc.integer({ min: -3, max: 3 }), fc.boolean(), (parts, off, mixed) => {
      const net = parts.gross - (parts.refunds + parts.chargebacks + parts.fees) + off;
      expect(expectedNet(parts)).toBe(net - off);
      expect(hasWrongSum({ ...parts, net, mixed })).toBe(!mixed && Math.abs(off) > 1);
    }),
  );
});
