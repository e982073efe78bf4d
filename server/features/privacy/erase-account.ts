import { inTransaction } from "#server/db/transaction.ts";
import { anonymiseUses } from "#server/features/credits/index.ts";
import { anonymiseReports } from "#server/features/moderation/index.ts";
import { anonymisePayments, anonymiseReceipts, revokeMethodsOf } from "#server/features/payments/index.ts";
import { memberFolder } from "#server/features/profiles/index.ts";
import type { InRow } from "#server/jobs/for-each-row.ts";
import type { Services } from "#server/services.ts";
import { beginErasing, deleteAccountRow, deleteKeysOf, lockErasing } from "./erase-store.ts";
import { downloadFolders } from "./rules.ts";

/**
 * Erases an account that was deleted at least 14 days ago (D3.9), or banned six months ago. Payments are anonymised, as
 * tax law requires some of their data. The account is marked first and its row deleted last, so that erasing is
 * repeated after a crash at any point. Files and sent mails go in between, without a lock: a slow store holds no
 * transaction open. False: there is nothing to erase.
 */
export async function eraseAccount(
  services: Services,
  accountId: string,
  inRow: InRow = (run) => inTransaction(services.db, run),
): Promise<boolean> {
  const { files, mail, sms, jobs, clock } = services;
  const account = await inRow((db) => beginErasing(db, accountId, clock.now()));
  if (!account) return false;
  const owner = { siteId: account.site_id, memberId: accountId };
  await files.remove(memberFolder(owner));
  await files.remove(downloadFolders(owner));
  await mail.erase({ ...owner, address: account.email });
  await sms.erase(owner);
  return await inRow(async (db) => {
    if (!(await lockErasing(db, accountId))) return false;
    await jobs.deleteNaming(db, [accountId], { siteId: owner.siteId, address: account.email });
    await deleteKeysOf(db, accountId);
    await anonymiseUses(db, accountId);
    await anonymiseReports(db, accountId);
    await anonymisePayments(db, accountId);
    await anonymiseReceipts(db, accountId);
    // after the jobs that name the member are deleted: these name what the provider keeps
    await revokeMethodsOf(services, db, accountId);
    await deleteAccountRow(db, accountId);
    return true;
  });
}
