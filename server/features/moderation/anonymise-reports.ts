import type { Db } from "#server/db/pool.ts";
import { anonymiseInReports } from "./store.ts";

/**
 * Removes an erased member from the reports (D3.9). Their own reports stay, without them and their words. Reports about
 * them stay without them, for as long as objections to a decision or lawsuits over it are possible.
 */
export async function anonymiseReports(db: Db, memberId: string): Promise<void> {
  await anonymiseInReports(db, memberId);
}
