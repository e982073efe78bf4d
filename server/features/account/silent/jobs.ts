import { dayMs } from "#contract/durations.ts";
import { formatDay, mailUncounted } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import { forEachRow, type InRow, inBatches } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import { deleteFor } from "../close-account.ts";
import { answerDays, findSilent, lockSilent, type SilenceStep, setConsentAsked } from "./store.ts";

const batch = 100;

/** Asks the owner by mail, once. Any login within 30 days is the answer. */
async function ask(services: Services, id: string, inRow: InRow): Promise<void> {
  const now = services.clock.now();
  await inRow(async (trx) => {
    const { db, row: owner } = await lockSilent(trx, "asked", id, now);
    if (!owner) return;
    await setConsentAsked(db, id, now);
    const { site } = await siteAndCompany(db, owner.site_id);
    const date = formatDay(languageOf(owner.language), new Date(now.getTime() + answerDays * dayMs));
    const from = { db, services, site, origin: siteOrigin(site, services.config) };
    await mailUncounted(from, owner, { kind: "still_there", path: "/login", date });
  });
}

/** Deletes the account, refunds what was bought and not spent, and mails the link that restores it for 14 days. */
async function end(services: Services, id: string, inRow: InRow): Promise<void> {
  const now = services.clock.now();
  await inRow(async (trx) => {
    const { row } = await lockSilent(trx, "ended", id, now);
    if (row) await deleteFor({ db: trx, services, now }, { accountId: id, refund: true, cause: "silence" });
  });
}

/** Accounts that no one has used for two years: asks their owners, and deletes those that no one answers for. */
export const endSilentAccounts = defineScheduledJob({
  name: "end-silent-accounts",
  every: "12 5 * * *",
  expireInSeconds: 3_300,
  async run(services) {
    const { db, clock } = services;
    const now = clock.now();
    const failure = { failure: "a silent account was not dealt with", about: (account: string) => ({ account }) };
    const run = { ended: end, asked: ask };
    for (const step of ["ended", "asked"] as const satisfies readonly SilenceStep[]) {
      const ids = inBatches((after: string | undefined, limit) => findSilent(db, step, now, after, limit), batch);
      await forEachRow(services, ids, failure, (id, inRow) => run[step](services, id, inRow));
    }
  },
});
