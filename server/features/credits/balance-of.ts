import type { Db } from "#server/db/pool.ts";
import { findBalance } from "./store.ts";

/** A member's credits. Throws where the member has no wallet, which every account gets when it is made. */
export async function balanceOf(db: Db, memberId: string): Promise<number> {
  const balance = await findBalance(db, memberId);
  if (balance === undefined) throw new Error(`member ${memberId} has no wallet`);
  return balance;
}
