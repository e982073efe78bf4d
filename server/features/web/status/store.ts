import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** Throws if the database does not answer. */
export async function askDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

export async function areJobsLate(db: Db, name: string, before: Date): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select exists (select from pgboss.job where name = ${name}
      and ((state = 'retry' and retry_count >= 2) or (state = 'created' and start_after < ${before}))) as late`.execute(
    db,
  );
  return rows[0]?.late ?? false;
}
