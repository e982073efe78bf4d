import { getSettlements } from "#contract/settlements.ts";
import { csvLine } from "#server/lib/csv.ts";
import { moneyCell } from "../money/money-cell.ts";
import { serveStaffCsv } from "../staff/serve-staff-csv.ts";
import { listSettlements } from "./show-settlements.ts";

const headings =
  "row number paid_out_at provider currency gross refunds chargebacks fees net difference line reference payment ours ours_currency theirs theirs_currency".split(
    " ",
  );

const none = (count: number) => Array.from({ length: count }, () => null);

/** A row for each payout, then one for each difference; `row` says which of the two it is. */
function* linesOf({ settlements, differences }: Awaited<ReturnType<typeof listSettlements>>) {
  yield csvLine(headings);
  for (const { number, paid_out_at: at, provider, currency, gross, refunds, chargebacks, fees, net } of settlements) {
    const sums = [gross, refunds, chargebacks, fees, net].map((minor) => moneyCell(minor, currency));
    yield csvLine(["payout", number, at, provider, currency, ...sums, ...none(8)]);
  }
  for (const { kind, number, at, line, reference, payment_id: payment, ours, theirs } of differences) {
    const sides = [ours, theirs].flatMap((side) =>
      side ? [moneyCell(side.amount, side.currency), side.currency] : none(2),
    );
    yield csvLine(["difference", number, at, ...none(7), kind, line, reference, payment, ...sides]);
  }
}

export const serveSettlementsCsv = serveStaffCsv(
  "settlements",
  getSettlements,
  async ({ services: { db }, now }, query) => {
    const listed = await listSettlements({ db, now }, query);
    return { name: `settlements-${listed.from}-${listed.to}`, lines: linesOf(listed) };
  },
);
