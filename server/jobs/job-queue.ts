import type { z } from "zod";
import type { Db } from "#server/db/pool.ts";

/** What a caller needs in order to add a job: its name and the schema of its data. */
export type JobKind<S extends z.ZodType = z.ZodType> = {
  name: string;
  /** Checked when the job is added and when it runs. */
  data: S;
  waitSeconds?: number;
  /** Seconds for which its data stays in the database after a successful run; seven days if not given. */
  keptSeconds?: number;
};

export type JobQueue = {
  /** Adds a job in the transaction `db`: it exists if and only if the change does (rule 7). */
  add<S extends z.ZodType>(db: Db, job: JobKind<S>, data: z.input<S>): Promise<void>;
  /**
   * Waiting, done or failed for good; with `own` also those that name a member's address. A job of another site that
   * names the address is about another account, and stays. Runs in the transaction `db`. An index finds them.
   */
  deleteNaming(db: Db, ids: readonly string[], own?: { siteId: number; address: string }): Promise<void>;
  /** Returns the job's name; null: there is no such dead letter, or no job of its name any more. */
  retryDead(db: Db, id: string): Promise<string | null>;
  /** The same for all dead letters of a job, the oldest first, `limit` at most. Returns how many. */
  retryAllDead(db: Db, name: string, limit: number): Promise<number>;
};
