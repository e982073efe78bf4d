import { deleteByAge } from "#server/db/delete-by-age.ts";
import { keysRetention } from "#server/http/idempotency.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { deleteDownload, findExpired } from "./download-store.ts";
import { eraseAccount } from "./erase-account.ts";
import { type Erasable, findErasable } from "./erase-store.ts";
import { downloadFolder } from "./rules.ts";

const batch = 100;

/** After 14 days (D3.9), banned ones after six months (D11.2), each in a transaction. A failure is retried later. */
export const eraseAccounts = defineScheduledJob({
  name: "erase-accounts",
  every: "23 * * * *",
  expireInSeconds: 3_300,
  async run(services) {
    const { db, clock, log } = services;
    const now = clock.now();
    // Answers to other members may contain these accounts. They are older than a day by now, so this deletes them.
    await deleteByAge(db, keysRetention, now);
    let failed = 0;
    let accounts: Erasable[] = [];
    do {
      accounts = await findErasable(db, now, accounts.at(-1), batch);
      for (const { id } of accounts) {
        try {
          if (await eraseAccount(services, id)) log.info({ account: id }, "account erased");
        } catch (error) {
          failed += 1;
          log.error({ err: error, account: id }, "account not erased");
        }
      }
    } while (accounts.length === batch);
    if (failed > 0) throw new Error(`${failed} accounts were not erased`);
  },
});

/** Deletes expired archives: the file first, so that after a crash the row still names it. */
export const purgeDownloads = defineScheduledJob({
  name: "purge-downloads",
  every: "41 * * * *",
  async run({ db, files, clock }) {
    for (const { id, site_id: siteId, member_id: memberId } of await findExpired(db, clock.now(), 500)) {
      await files.remove(downloadFolder({ siteId, memberId, id }));
      await deleteDownload(db, id);
    }
  },
});
