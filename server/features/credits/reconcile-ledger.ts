import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { beginWhole, checkEntries, findProgress, findUnbalanced, newestBefore, saveProgress } from "./check-store.ts";

/** A run ends after this time; the next one goes on where it ended. */
const runMs = 12 * minuteMs;
/** The whole ledger is read again after this time. */
const wholeMs = 30 * dayMs;

/**
 * Checks daily that the balance is the one of its last ledger entry, and that each entry since the last good check
 * follows from the one before; the whole ledger once a month, over as many nights as it takes (D7.1).
 */
export const reconcileLedger = defineScheduledJob({
  name: "reconcile-ledger",
  every: "17 3 * * *",
  expireInSeconds: 900,
  needsStaff: true,
  async run(services) {
    const { db, clock, log } = services;
    const end = clock.now().getTime() + runMs;
    // before there are new entries to check: both checks ended at the same one last time, or the whole is still running
    await beginWhole(db, { due: new Date(clock.now().getTime() - wholeMs), now: clock.now() });
    const wallets = await findUnbalanced(db);
    // a transaction that is still open may have a lower id than one that has ended
    const until = await newestBefore(db, new Date(clock.now().getTime() - hourMs));
    const entries = new Set(await checkUpTo(services, "checked_to", { until, end }));
    for (const id of await checkUpTo(services, "whole_to", { until, end })) entries.add(id);
    if (wallets.length + entries.size === 0) return;
    log.error({ wallets, entries: [...entries] }, "balances that do not follow from their ledger");
    throw new Error(`${wallets.length} balances and ${entries.size} entries do not follow from the ledger`);
  },
});

type Bounds = { until: number; end: number };

/** Goes on with a check, and notes how far it came; stops at the first wrong entries, and returns their ids. */
async function checkUpTo(
  { db, clock }: Pick<Services, "clock"> & { db: Db },
  check: "checked_to" | "whole_to",
  to: Bounds,
) {
  let from = (await findProgress(db))[check];
  while (from < to.until && clock.now().getTime() < to.end) {
    const { last, wrong } = await checkEntries(db, { from, until: to.until });
    if (wrong.length > 0) return wrong;
    from = last ?? to.until;
    await saveProgress(db, { [check]: from });
  }
  return [];
}
