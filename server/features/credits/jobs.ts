import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { findUnbalanced } from "./store.ts";

/** Proves daily that every balance is the sum of its ledger (D7.1); a difference is an error in the log, with its ids. */
export const reconcileLedger = defineJob({
  name: "reconcile-ledger",
  data: z.object({}),
  every: "17 3 * * *",
  expireInSeconds: 900,
  async run({ db, log }) {
    const unproven = await findUnbalanced(db);
    if (unproven.length === 0) return;
    log.error({ wallets: unproven }, "balances that are not the sum of their ledger");
    throw new Error(`${unproven.length} balances are not the sum of their ledger`);
  },
});
