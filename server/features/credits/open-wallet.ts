import type { Db } from "#server/db/pool.ts";
import { insertWallet } from "./store.ts";

/** Gives a new member an empty wallet; one that is there stays as it is (D7.1). */
export async function openWallet(db: Db, owner: { memberId: string; siteId: number }): Promise<void> {
  await insertWallet(db, owner.memberId, owner.siteId);
}
