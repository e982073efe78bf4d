import type { Db } from "#server/db/pool.ts";
import { insertWallet } from "./store.ts";

/** Gives a new member an empty wallet; an existing one stays unchanged (D7.1). */
export async function openWallet(db: Db, owner: { memberId: string; siteId: number }): Promise<void> {
  await insertWallet(db, owner.memberId, owner.siteId);
}
