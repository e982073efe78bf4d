import type { Db } from "#server/db/pool.ts";
import { showEntry } from "./rules.ts";
import { findComplaintsOf, findEarlier } from "./store.ts";

/** How many earlier complaints staff see beside one. */
const earlierShown = 5;

/** A member's complaints as staff see them, newest first. */
export async function listComplaints(db: Db, memberId: string, limit: number) {
  return (await findComplaintsOf(db, memberId, limit)).map(showEntry);
}

/** The latest complaints before this one, of the same member or address, as staff see them. */
export async function listEarlierComplaints(db: Db, id: string) {
  return (await findEarlier(db, id, earlierShown)).map(showEntry);
}
