import { inTransaction } from "#server/db/transaction.ts";
import { memberFolder } from "#server/features/photos/index.ts";
import type { Services } from "#server/services.ts";
import { deleteAccountRow, deleteKeysOf, lockErasable } from "./erase-store.ts";
import { downloadFolders } from "./rules.ts";

/**
 * Erases one account for good, if it was deleted 14 days ago or earlier and nobody brought it back meanwhile (D3.9): its
 * files, mails, jobs, kept answers and every row; of its payments stays what tax law wants, without the person. The
 * account's row is locked meanwhile and goes last, so that a crash at any instant leaves it to be erased again. Answers
 * false where there was nothing to erase.
 */
export async function eraseAccount(services: Services, accountId: string): Promise<boolean> {
  const { files, mail, jobs, clock, hooks } = services;
  return await inTransaction(services.db, async (db) => {
    const account = await lockErasable(db, accountId, clock.now());
    if (!account) return false;
    const owner = { siteId: account.site_id, memberId: accountId };
    await files.remove(memberFolder(owner));
    await files.remove(downloadFolders(owner));
    await mail.forget({ ...owner, address: account.email });
    await jobs.forget(db, [accountId, account.email]);
    await deleteKeysOf(db, accountId);
    await hooks.accountErased(db, accountId);
    await deleteAccountRow(db, accountId);
    return true;
  });
}
