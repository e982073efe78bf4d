import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { banAddress } from "#server/features/account/index.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import type { Services } from "#server/services.ts";
import { closeComplaint, findBanRequest } from "./store.ts";

type Given = { db: Db; services: Pick<Services, "hooks" | "jobs">; now: Date };

/**
 * Bans the address of a request to be banned, and closes the request: the address's account is deleted, and it can get
 * no new one on its site. Returns the address; undefined if there is no such open request. If the sender was not logged
 * in, staff must ask them by email before they call this.
 */
export async function banSender({ db, services, now }: Given, number: string): Promise<string | undefined> {
  return await inTransaction(db, async (trx) => {
    const request = await findBanRequest(trx, number);
    if (!request) return undefined;
    const email = canonicalAddress(request.email) ?? request.email;
    await banAddress({ db: trx, services, now }, request.site_id, email);
    await closeComplaint(trx, number, now);
    return email;
  });
}
