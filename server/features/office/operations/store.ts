import { sql } from "kysely";
import type { FeedbackKind } from "#contract/operations.ts";
import type { Db } from "#server/db/pool.ts";

export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

export async function findHealth(db: Db) {
  const { rows } = await sql<{ connections: number; most_connections: number; database_bytes: number }>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most_connections,
      pg_database_size(current_database())::float8 as database_bytes`.execute(db);
  return rows[0] ?? { connections: 0, most_connections: 0, database_bytes: 0 };
}

/** Jobs that wait, by name. Index: pg-boss's own of the jobs that can be fetched, which has only those. */
export async function countWaiting(db: Db) {
  const { rows } = await sql<{ name: string; waiting: number; due_since: Date | null }>`
    select name, count(*)::int as waiting,
      min(start_after) filter (where start_after <= pgboss.job_now()) as due_since
    from pgboss.job where state < 'active' and not blocked and name <> 'dead-letter'
    group by name order by name`.execute(db);
  return rows;
}

/** Dead letters by their job. Index: the same. */
export async function countDead(db: Db) {
  const { rows } = await sql<{ job: string; count: number }>`
    select coalesce(source_name, '') as job, count(*)::int as count
    from pgboss.job where name = 'dead-letter' and state < 'active' and not blocked
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** The newest dead letters, without the jobs' data. Index: the same. */
export async function listDead(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; job: string; at: Date; attempts: number; output: unknown }>`
    select id, coalesce(source_name, '') as job, created_on as at, coalesce(source_retry_count, 0) + 1 as attempts,
      source_output as output
    from pgboss.job where name = 'dead-letter' and state < 'active' and not blocked
    order by created_on desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Reports about mails of the last day and week. Index: `mail_feedback_at`. */
export async function countFeedback(db: Db, now: Date) {
  const { rows } = await sql<{ kind: FeedbackKind; day: number; week: number }>`
    select kind, (count(*) filter (where at > ${now}::timestamptz - interval '1 day'))::int as day,
      count(*)::int as week
    from mail_feedback where at > ${now}::timestamptz - interval '7 days' group by kind order by kind`.execute(db);
  return rows;
}
