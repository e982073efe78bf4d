import type { Db } from "#server/db/pool.ts";
import { anonymiseInReports } from "./store.ts";

/**
 * Takes a member who is erased out of the reports (D3.9). What they reported goes on without them and without their words;
 * what was reported about them stays without them, for as long as somebody may object to a decision or sue over it.
 */
export async function anonymiseReports(db: Db, memberId: string): Promise<void> {
  await anonymiseInReports(db, memberId);
}
