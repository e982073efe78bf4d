import type { Db } from "#server/db/pool.ts";
import { readNumber, showToStaff } from "./rules.ts";
import { findByNumber, findComplaintsOf, findEarlier } from "./store.ts";

/** How many earlier complaints staff see beside one. */
const earlierShown = 5;

/** A member's complaints as staff see them, newest first. */
export async function listComplaints(db: Db, memberId: string, limit: number) {
  return (await findComplaintsOf(db, memberId, limit)).map(showToStaff);
}

/** For each of these complaints the latest ones before it, of the same member or address, as staff see them. */
export async function listEarlierComplaints(db: Db, ids: readonly string[]) {
  const rows = Map.groupBy(await findEarlier(db, ids, earlierShown), ({ before }) => before);
  return (id: string) => (rows.get(id) ?? []).map(showToStaff);
}

/** The complaint with the number that staff typed, and whose it is; undefined if there is none. */
export async function findComplaint(db: Db, typed: string) {
  const row = await findByNumber(db, readNumber(typed));
  return row && { row, shown: showToStaff(row) };
}
