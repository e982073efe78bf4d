import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { findUnbalanced } from "./store.ts";

/** Checks daily that every balance is the sum of its ledger (D7.1); logs differences as an error, with the ids. */
export const reconcileLedger = defineScheduledJob({
  name: "reconcile-ledger",
  every: "17 3 * * *",
  expireInSeconds: 900,
  needsStaff: true,
  async run({ db, log }) {
    const unbalanced = await findUnbalanced(db);
    if (unbalanced.length === 0) return;
    log.error({ wallets: unbalanced }, "balances that are not the sum of their ledger");
    throw new Error(`${unbalanced.length} balances are not the sum of their ledger`);
  },
});
