import { disputeCountings } from "#contract/disputes.ts";
import { hourMs } from "#contract/durations.ts";
import { addMonths } from "#contract/months.ts";
import type { Db } from "#server/db/pool.ts";
import { insertIssue } from "#server/features/payments/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import type { FeatureGauge } from "#server/hooks.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { countDisputes, merchantsOf } from "./dispute-store.ts";
import { cardDisputesOf } from "./ratios.ts";

/** The card payments of all merchants in the present month and the one before. */
async function readPresent(db: Db, now: Date) {
  const month = now.toISOString().slice(0, 7);
  const before = addMonths(month, -1);
  const sites = await listSites(db);
  const merchants = await merchantsOf(db, sites);
  const period = { siteIds: sites.map(({ id }) => id), from: addMonths(before, -1), until: addMonths(month, 1) };
  return { merchants, rows: cardDisputesOf(await countDisputes(db, period), merchants, [before, month]) };
}

/** Shows staff once each merchant, month and counting whose share is a warning or an alarm (R13.04). */
export const watchDisputes = defineScheduledJob({
  name: "watch-disputes",
  every: "29 5 * * *",
  async run({ db, clock, log }) {
    const now = clock.now();
    const { rows } = await readPresent(db, now);
    for (const { site, name, month, disputes, ...shares } of rows) {
      for (const counting of disputeCountings) {
        const { payments, level } = shares[counting];
        if (level !== "warning" && level !== "alarm") continue;
        const subject = [month, counting, level, site ?? name].join(" ");
        const detail = { merchant: name, month, counting, level, disputes, payments };
        const about = { subject, payment_id: null, member_id: null, detail };
        const isNew = await insertIssue(db, { kind: "dispute_ratio", ...about }, now);
        if (isNew) log.warn(detail, "banks take many card payments back: the provider may end the contract");
      }
    }
  },
});

/** By a site's key, or by the name of a company with several sites; 0 for what means nothing yet. */
export const disputeGauge: FeatureGauge = {
  name: "dispute_ratio",
  help: "chargebacks as a share of card payments, the highest of this month, the last one and both schemes' countings",
  label: "merchant",
  // it counts three months, and a chargeback is days old when a bank tells of it
  everyMs: hourMs,
  async readEach({ db, clock }) {
    const { merchants, rows } = await readPresent(db, clock.now());
    const ratios = Object.fromEntries(merchants.map(({ site, name }) => [site ?? name, 0]));
    for (const { site, name, visa, mastercard } of rows) {
      for (const { level, ratio } of [visa, mastercard]) {
        // chargebacks in a month without payments count as all
        if (level !== "few") ratios[site ?? name] = Math.max(ratios[site ?? name] ?? 0, ratio ?? 1);
      }
    }
    return ratios;
  },
};
