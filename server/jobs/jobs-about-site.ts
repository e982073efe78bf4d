import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { findTextsAbout } from "#server/db/site-moves.ts";

/** A job that was not done, with its row as a text. */
type WaitingJob = { id: string; line: string };

/** The jobs about a site that were not done, dead letters included. */
export async function findJobsAbout(db: Db, siteId: number): Promise<WaitingJob[]> {
  const { rows } = await sql<WaitingJob & { data: string }>`
    select id, j::text as line, coalesce(data, '{}')::text as data from pgboss.job as j
    where state in ('created', 'retry')`.execute(db);
  const about = new Set(await findTextsAbout(db, siteId, [...new Set(rows.map(({ data }) => data))]));
  return rows.filter(({ data }) => about.has(data)).map(({ id, line }) => ({ id, line }));
}

/** Adds them to another installation, each once. */
export async function insertJobs(db: Db, jobs: readonly WaitingJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'pgboss.job'::regclass and attnum > 0
      and not attisdropped and attgenerated = '' order by attnum`.execute(db);
  const lines = jobs.map(({ line }) => line);
  await sql`
    insert into pgboss.job (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(columns.map(({ name }) => sql`(x.r).${sql.ref(name)}`))}
    from (select line::pgboss.job as r from unnest(${lines}::text[]) as line offset 0) as x
    on conflict do nothing`.execute(db);
}

export async function deleteJobs(db: Db, jobs: readonly WaitingJob[]): Promise<void> {
  await sql`delete from pgboss.job where id = any(${jobs.map(({ id }) => id)}::uuid[])`.execute(db);
}

/** A job that a worker has taken and not ended. */
export type RunningJob = {
  /** Of this run alone: one that is tried again has another. */
  run: string;
  /** The job's name, since when it runs, and when it counts as lost at the latest. */
  says: string;
  /** It counts as lost, and no worker has taken it over for a minute: there is none. */
  isLeft: boolean;
};

/** Also of killed workers, until another one takes them over; those of the queue itself are about no site. */
export async function listRunningJobs(db: Db): Promise<RunningJob[]> {
  const at = (time: ReturnType<typeof sql>) => sql`to_char((${time}) at time zone 'UTC', 'HH24:MI:SS')`;
  const until = sql`started_on + expire_seconds * interval '1 second'`;
  const { rows } = await sql<RunningJob>`
    select id || ' ' || started_on as run,
      name || ' (since ' || ${at(sql`started_on`)} || ', until ' || ${at(until)} || ' UTC at the latest)' as says,
      least(${until}, coalesce(heartbeat_on, started_on) + heartbeat_seconds * interval '1 second')
        < pgboss.job_now() - interval '1 minute' as "isLeft"
    from pgboss.job where state = 'active' and not starts_with(name, '__pgboss__') order by started_on, name`.execute(
    db,
  );
  return rows;
}
