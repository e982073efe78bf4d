import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { addMonths } from "#contract/months.ts";
import {
  type getSettlements,
  type Settlement,
  type SettlementDifferenceRow,
  settlementsShown,
} from "#contract/settlements.ts";
import type { Db } from "#server/db/pool.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import { readMonths } from "../money/rules.ts";
import { differenceOf, expectedNet, hasWrongSum } from "./differences.ts";
import {
  type BookedLine,
  listDifferingLines,
  listMissingPayments,
  listSettlementSums,
  type SettlementSums,
} from "./settlement-store.ts";

type Query = z.output<typeof getSettlements.query>;

/** One more than a page shows tells that there are more; the file takes as many as these. */
const mostInFile = 10_000;

function ofLine(line: BookedLine, { number, paid_out_at }: SettlementSums): SettlementDifferenceRow[] {
  const { kind, reference, amount, currency, times, payment_id, ours_amount, ours_currency, is_final: isFinal } = line;
  const isBooked = ours_amount !== null && ours_currency !== null;
  const ours = isBooked ? { amount: ours_amount, currency: ours_currency, isFinal } : null;
  const difference = differenceOf({ kind, amount, currency, times, ours });
  if (difference === null) return [];
  return [
    {
      ...{ kind: difference, number, at: paid_out_at.toISOString(), line: kind, reference, payment_id },
      ours: ours && { amount: ours.amount, currency: ours.currency },
      theirs: { amount, currency },
    },
  ];
}

/** What is wrong with each payout of a period as a whole, and with its lines. */
async function compare(db: Db, settlements: readonly SettlementSums[]) {
  const lines = await listDifferingLines(
    db,
    settlements.map(({ id }) => id),
  );
  const bySettlement = Map.groupBy(lines, (line) => line.settlement_id);
  return settlements.map((settlement) => {
    const { number, paid_out_at, currency, net } = settlement;
    const whole: SettlementDifferenceRow = {
      ...{ kind: "sum", number, at: paid_out_at.toISOString(), line: null, reference: null, payment_id: null },
      ours: { amount: expectedNet(settlement), currency },
      theirs: { amount: net, currency },
    };
    const ofLines = (bySettlement.get(settlement.id) ?? []).flatMap((line) => ofLine(line, settlement));
    return { settlement, differences: [...(hasWrongSum(settlement) ? [whole] : []), ...ofLines] };
  });
}

/** All payouts and differences of a period. */
export async function listSettlements({ db, now }: { db: Db; now: Date }, query: Query) {
  const { from, to, latest } = readMonths(query, now);
  const period = { from: new Date(`${from}-01`), until: new Date(`${addMonths(to, 1)}-01`) };
  return await inSnapshot(db, async (trx) => {
    const compared = await compare(trx, await listSettlementSums(trx, period, mostInFile));
    const missing = await listMissingPayments(trx, period, mostInFile);
    const settlements: Settlement[] = compared.map(({ settlement: { paid_out_at, ...sums }, differences }) => ({
      ...sums,
      paid_out_at: paid_out_at.toISOString(),
      differences: differences.length,
    }));
    const differences: SettlementDifferenceRow[] = [
      ...compared.flatMap((each) => each.differences),
      ...missing.map(({ at, amount, currency, ...payment }) => ({
        ...{ kind: "missing" as const, number: null, at: at.toISOString(), line: "payment" as const },
        ...payment,
        ...{ ours: { amount, currency }, theirs: null },
      })),
    ];
    return { from, to, latest, settlements, differences };
  });
}

export async function showSettlements(
  context: { db: Db; now: Date },
  query: Query,
): Promise<AnswerOf<typeof getSettlements>> {
  const { settlements, differences, ...period } = await listSettlements(context, query);
  return {
    ...period,
    settlements: settlements.slice(0, settlementsShown),
    differences: differences.slice(0, settlementsShown),
    more: settlements.length > settlementsShown || differences.length > settlementsShown,
  };
}
