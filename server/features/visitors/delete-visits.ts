import type { Db } from "#server/db/pool.ts";
import { deleteVisitsBetween, deleteVisitsOf } from "./store.ts";

/** Takes back every visit that a member left: who switches them off leaves none of before either. */
export async function dropVisitsOf(db: Db, visitorId: string): Promise<void> {
  await deleteVisitsOf(db, visitorId);
}

/** Ends what two members left on each other's profile (R6.07). Runs in the caller's transaction, under `lockPair`. */
export async function dropVisits(db: Db, a: string, b: string): Promise<void> {
  await deleteVisitsBetween(db, a, b);
}
