import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { addMonths } from "#contract/months.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { closeNextMonth, insertSales, lastClosable } from "#server/features/office/index.ts";
import { insertSettlement } from "#server/features/payments/index.ts";
import { listSandboxLines, listSandboxSettlements } from "#server/ports/payments/sandbox/settlements.ts";
import { uuid } from "./people.ts";
import { dice } from "./random.ts";

/** How long the invented partner has been one. */
const partnerMonths = 4;
/** A number that is only ever an example. */
const iban = "NL91ABNA0417164300";

/** A partner behind the network that brought most of the buyers, with statements of months and a sum to be paid out. */
export async function insertPartner(db: AnyTrx, siteId: number, now: Date): Promise<void> {
  const first = addMonths(dayOf(now).slice(0, 7), -partnerMonths);
  const day = `${first}-01`;
  const at = new Date(day);
  const random = dice(`partner ${siteId}`);
  const id = uuid(random);
  const partner = { id, site_id: siteId, name: "Adnet Media", currency: "EUR", iban, least_payout_minor: 5_000 };
  await db
    .insertInto("partners")
    .values({ ...partner, closed_to: addMonths(first, -1), link_id: uuid(random), created_at: at })
    .execute();
  const network = { site_id: siteId, network: "adnet", partner_id: id, from_day: day };
  await db.insertInto("partner_networks").values(network).execute();
  const paid = { signup_minor: 150, buyer_minor: 1_000, share_points: 2_000, hold_days: 14 };
  await db
    .insertInto("partner_terms")
    .values({ partner_id: id, from_day: day, ...paid, created_at: at })
    .execute();
  await insertSales(db, at);
  let isClosed = true;
  while (isClosed) isClosed = await closeNextMonth(db, id, lastClosable(now), now);
}

/** How far back the sandbox is asked for what it paid out. */
const payoutDays = 120;
/** What the provider says that it paid back more than our books have. */
const differenceMinor = 100;

/** What the sandbox paid out for the invented payments. It gave back more of the refund than our books have. */
export async function insertSettlements(db: Db, now: Date): Promise<void> {
  const period = { from: new Date(now.getTime() - payoutDays * dayMs), until: now };
  for (const settlement of await listSandboxSettlements(db, period, now)) {
    const lines = await listSandboxLines(db, settlement.reference);
    const said = lines.map((line) =>
      line.kind === "refund" ? { ...line, amount: line.amount + differenceMinor } : line,
    );
    const refunds = lines.filter(({ kind }) => kind === "refund").length;
    const net = settlement.net - refunds * differenceMinor;
    await insertSettlement(db, { provider: "sandbox", settlement: { ...settlement, net }, lines: said }, now);
  }
}
