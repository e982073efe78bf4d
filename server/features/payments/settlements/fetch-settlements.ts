import { dayMs, minuteMs } from "#contract/durations.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { PaymentProvider } from "#server/ports/payments/port.ts";
import { forEachProvider } from "#server/ports/payments/providers.ts";
import type { Services } from "#server/services.ts";
import { insertSettlement, listMissing } from "./store.ts";

/** A settlement is looked for this long after it was opened: some are paid out once a month, or held back. */
const lookedForDays = 120;
/** One may have thousands of lines, which come page by page. */
const patienceMs = 5 * minuteMs;

/**
 * Fetches what each provider paid out, with its lines, to compare it with our books (R13.04). Each settlement is stored
 * whole or not at all, and once; one whose answer is lost is fetched by the next run.
 */
export const fetchSettlements = defineScheduledJob({
  name: "fetch-settlements",
  every: "49 5 * * *",
  expireInSeconds: 3600,
  run: (services) => forEachProvider(services.payments, (provider) => fetchFrom(services, provider)),
});

async function fetchFrom({ db, clock, log }: Services, asked: PaymentProvider): Promise<void> {
  const now = clock.now();
  const opened = { from: new Date(now.getTime() - lookedForDays * dayMs), until: now };
  const listed = await asked.listSettlements(opened, AbortSignal.timeout(patienceMs));
  // no access to them
  if (listed === null) return;
  const provider = asked.name;
  const missing = await listMissing(
    db,
    provider,
    listed.map(({ reference }) => reference),
  );
  for (const settlement of listed) {
    if (!missing.has(settlement.reference)) continue;
    const lines = await asked.fetchSettlement(settlement.reference, AbortSignal.timeout(patienceMs));
    const isNew = await inTransaction(db, (trx) => insertSettlement(trx, { provider, settlement, lines }, now));
    if (isNew) log.info({ settlement: settlement.reference, lines: lines.length }, "a payout is stored");
  }
}
