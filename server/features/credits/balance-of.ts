import type { Db } from "#server/db/pool.ts";
import { findBalance } from "./store.ts";

/** A member's credits. Throws if the member has no wallet: every account gets one on creation. */
export async function balanceOf(db: Db, memberId: string): Promise<number> {
  const balance = await findBalance(db, memberId);
  if (balance === undefined) throw new Error(`member ${memberId} has no wallet`);
  return balance;
}
