import { sql } from "kysely";
import { expect, test } from "#server/test.ts";
import { listRunningJobs } from "./jobs-about-site.ts";

test("0126 a killed worker leaves jobs of the queue itself behind: no move waits for them, as it does for ours", async ({
  services: { db },
}) => {
  expect(await listRunningJobs(db)).toEqual([]);
  for (const name of ["ours", "__pgboss__send-it"]) {
    await sql`select pgboss.create_queue(${name}, '{"policy": "standard"}')`.execute(db);
    await sql`insert into pgboss.job (name, state) values (${name}, 'active')`.execute(db);
  }
  expect(await listRunningJobs(db)).toEqual(["ours"]);
});
