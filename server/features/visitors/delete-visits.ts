import type { Db } from "#server/db/pool.ts";
import { deleteVisitsBetween, deleteVisitsOf } from "./store.ts";

/** Deletes every visit that a member left, for instance when they switch visits off. */
export async function dropVisitsOf(db: Db, visitorId: string): Promise<void> {
  await deleteVisitsOf(db, visitorId);
}

/** Deletes the visits between two members (R6.07). Runs in the caller's transaction, under `lockPair`. */
export async function dropVisits(db: Db, a: string, b: string): Promise<void> {
  await deleteVisitsBetween(db, a, b);
}
