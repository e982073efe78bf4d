import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { banAddress } from "#server/features/account/index.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import type { Services } from "#server/services.ts";
import { closeComplaint, findBanRequest } from "./store.ts";

type Given = { db: Db; services: Pick<Services, "hooks">; now: Date };

/**
 * Does what a request to be banned asks for, and closes it: the address can have no account on its site from now on,
 * and the one that it has is deleted. Answers undefined if there is no such open request. If the sender was not logged
 * in, staff ask the address first.
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
