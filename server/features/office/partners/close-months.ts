import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { addMonths } from "#contract/months.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import {
  insertPartnerStatement,
  insertSales,
  listChangedLines,
  listOpenPartners,
  lockPartner,
  setClosed,
  sumSignups,
} from "./statement-store.ts";

/** An account is erased two weeks after it was deleted, so each purchase is stored many times before. */
const storedDays = 40;

/** Stores which purchases are of partners' members, while their accounts still say so. */
export const notePartnerSales = defineScheduledJob({
  name: "note-partner-sales",
  every: "51 * * * *",
  run: ({ db, clock }) => insertSales(db, new Date(clock.now().getTime() - storedDays * dayMs)),
});

/** The last month that can be closed: it has been over for a day, so that nothing of it is still being written. */
export const lastClosable = (now: Date): string => addMonths(dayOf(new Date(now.getTime() - dayMs)).slice(0, 7), -1);

/** Closes a partner's next month, unless it is later than `last`. Returns whether there was one. */
export async function closeNextMonth(db: AnyTrx, id: string, last: string, now: Date): Promise<boolean> {
  const partner = await lockPartner(db, id);
  if (!partner || partner.closed_to >= last) return false;
  const month = addMonths(partner.closed_to, 1);
  const signups = await sumSignups(db, id, month);
  const byCurrency = Map.groupBy(await listChangedLines(db, id, month), ({ currency }) => currency);
  // a month in which nothing was earned has a statement too, in the partner's own currency
  for (const currency of new Set([partner.currency, ...byCurrency.keys()])) {
    const own = currency === partner.currency ? signups : { count: 0, minor: 0 };
    const lines = byCurrency.get(currency) ?? [];
    await insertPartnerStatement(db, { partnerId: id, month, currency, signups: own, lines, now });
  }
  await setClosed(db, id, month);
  return true;
}

/** Writes the statements of months that are over, each once, in their order (R13.02). */
export const closePartnerMonths = defineScheduledJob({
  name: "close-partner-months",
  every: "31 3 * * *",
  async run(services) {
    const { db, clock } = services;
    const now = clock.now();
    const last = lastClosable(now);
    await insertSales(db, new Date(now.getTime() - storedDays * dayMs));
    const failure = { failure: "a partner's month was not closed", about: (partner: string) => ({ partner }) };
    await forEachRow(services, await listOpenPartners(db, last), failure, async (id, inRow) => {
      let isClosed = true;
      while (isClosed) isClosed = await inRow((trx) => closeNextMonth(trx, id, last, now));
    });
  },
});
