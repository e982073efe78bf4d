import { dayMs } from "#contract/durations.ts";
import { deleteByAge } from "#server/db/delete-by-age.ts";
import { hashBans } from "#server/features/account/index.ts";
import { keysRetention } from "#server/http/idempotency.ts";
import { forEachRow, inBatches } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { deleteDownload, findExpired } from "./download-store.ts";
import { eraseAccount } from "./erase-account.ts";
import { type Erasable, findErasable } from "./erase-store.ts";
import { downloadFolder } from "./rules.ts";

const batch = 100;

/**
 * After 14 days (D3.9), banned ones after six months (D11.2), each in a transaction. A failure is retried later. Of
 * those that staff banned only a hash of the mailbox is left.
 */
export const eraseAccounts = defineScheduledJob({
  name: "erase-accounts",
  every: "23 * * * *",
  expireInSeconds: 3_300,
  async run(services) {
    const { db, clock, log } = services;
    const now = clock.now();
    // Answers to other members may contain these accounts. They are older than a day by now, so this deletes them.
    await deleteByAge(db, keysRetention, now);
    const accounts = inBatches((after: Erasable | undefined, limit) => findErasable(db, now, after, limit), batch);
    const failure = { failure: "an account was not erased", about: ({ id }: Erasable) => ({ account: id }) };
    try {
      await forEachRow(services, accounts, failure, async ({ id }, inRow) => {
        if (await eraseAccount(services, id, inRow)) log.info({ account: id }, "account erased");
      });
    } finally {
      await hashBans(services);
    }
  },
});

/**
 * Deletes expired archives: the file first, so that after a crash the row still names it. Deletes also what a killed
 * process had begun to write a day ago, which no erasing would find.
 */
export const purgeDownloads = defineScheduledJob({
  name: "purge-downloads",
  every: "41 * * * *",
  async run(services) {
    const { db, files, clock } = services;
    const expired = await findExpired(db, clock.now(), 500);
    const failure = {
      failure: "an expired archive was not deleted",
      about: ({ id }: { id: string }) => ({ archive: id }),
    };
    try {
      await forEachRow(services, expired, failure, async ({ id, site_id: siteId, member_id: memberId }, inRow) => {
        await files.remove(downloadFolder({ siteId, memberId, id }));
        await inRow((trx) => deleteDownload(trx, id));
      });
    } finally {
      await files.removeUnfinished(new Date(clock.now().getTime() - dayMs));
    }
  },
});
