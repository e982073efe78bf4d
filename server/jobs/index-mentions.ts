import { withClient } from "#server/db/client.ts";

/** pg-boss's table of all queues that have no table of their own. */
const table = "pgboss.job_common";
const index = "job_mentions";
/** Any number that no other advisory lock has. */
const lockKey = 2_026_121_100;

/**
 * Erasing a member finds their jobs by it. No migration makes it: pg-boss creates its table after them. It is built
 * while jobs run; a cut-off build is invalid, and the next start replaces it. Of several workers one builds it.
 */
export async function indexMentions(databaseUrl: string, mentions: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows: locks } = await client.query("select pg_try_advisory_lock($1) as mine", [lockKey]);
    if (!locks[0]?.mine) return;
    const { rows } = await client.query("select indisvalid as valid from pg_index where indexrelid = to_regclass($1)", [
      `pgboss.${index}`,
    ]);
    if (rows[0]?.valid) return;
    if (rows[0]) await client.query(`drop index concurrently pgboss.${index}`);
    await client.query(`create index concurrently ${index} on ${table} using gin ((${mentions}))`);
  });
}
