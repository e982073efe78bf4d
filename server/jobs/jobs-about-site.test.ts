import { sql } from "kysely";
import { expect, test } from "#server/test.ts";
import { listRunningJobs } from "./jobs-about-site.ts";

test("0126 a killed worker leaves jobs of the queue itself behind: no move waits for them, as it does for ours", async ({
  services: { db },
}) => {
  expect(await listRunningJobs(db)).toEqual([]);
  for (const name of ["ours", "__pgboss__send-it"]) {
    await sql`select pgboss.create_queue(${name}, '{"policy": "standard"}')`.execute(db);
    await sql`insert into pgboss.job (name, state, started_on, expire_seconds)
      values (${name}, 'active', '2026-11-29 07:00:00Z', 90)`.execute(db);
  }
  const [job, ...others] = await listRunningJobs(db);
  expect([job?.says, others]).toEqual(["ours (since 07:00:00, until 07:01:30 UTC at the latest)", []]);
});

test("0126 a job is left behind once it counts as lost and no worker has taken it over for a minute", async ({
  services: { db },
}) => {
  await sql`select pgboss.create_queue('long', '{"policy": "standard"}')`.execute(db);
  const isLeft = async (times: { started: number; heartbeat: number | null }) => {
    await sql`delete from pgboss.job`.execute(db);
    const ago = (seconds: number | null) => sql`now() - ${seconds}::int * interval '1 second'`;
    await sql`insert into pgboss.job (name, state, started_on, expire_seconds, heartbeat_on, heartbeat_seconds)
      values ('long', 'active', ${ago(times.started)}, 300, ${ago(times.heartbeat)},
        ${times.heartbeat === null ? null : 30}::int)`.execute(db);
    return (await listRunningJobs(db)).map((job) => job.isLeft);
  };
  expect(await isLeft({ started: 350, heartbeat: null })).toEqual([false]);
  expect(await isLeft({ started: 370, heartbeat: null })).toEqual([true]);
  expect(await isLeft({ started: 200, heartbeat: 80 })).toEqual([false]);
  expect(await isLeft({ started: 200, heartbeat: 100 })).toEqual([true]);
});
