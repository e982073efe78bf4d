import type { z } from "zod";
import type { Db } from "#server/db/pool.ts";

/** What adding a job takes: its name and the shape of its data. */
export type JobKind<S extends z.ZodType = z.ZodType> = {
  name: string;
  /** Checked when the job is added and when it runs. */
  data: S;
  /** Seconds to wait before it runs. */
  waitSeconds?: number;
  /** Seconds for which its data stays in the database after a successful run; seven days if not given. */
  keptSeconds?: number;
};

export type JobQueue = {
  /** Adds a job in the transaction `db`: it exists if and only if the change does (rule 7). */
  add<S extends z.ZodType>(db: Db, job: JobKind<S>, data: z.input<S>): Promise<void>;
  /**
   * Deletes every job, waiting, done or failed for good, whose data or outcome contains one of these texts, in the
   * transaction `db`: what was stored about a member who is erased.
   */
  forget(db: Db, texts: readonly string[]): Promise<void>;
};
