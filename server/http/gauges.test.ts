import { sql } from "kysely";
import { expect, test } from "#server/test.ts";

test("D12.3 /metrics says how long the oldest due job of each queue waits", async ({ app, services }) => {
  await sql`delete from pgboss.job`.execute(services.db);
  await sql`insert into pgboss.job (name, data, start_after) values
    ('send-mail', '{}', now() - interval '90 seconds'), ('send-mail', '{}', now() - interval '5 seconds'),
    ('send-mass-mail', '{}', now() - interval '3000 seconds'), ('send-push', '{}', now() + interval '1 hour'),
    ('dead-letter', '{}', now() - interval '9000 seconds')`.execute(services.db);
  const { body } = await app.inject({ url: "/metrics" });
  const values = [...body.matchAll(/^rendezvous_((?:queue|jobs)_\S+) (\d+)/gm)].map(([, name, value]) => [
    name,
    Number(value),
  ]);
  expect(Object.fromEntries(values)).toEqual({
    jobs_waiting: 3,
    jobs_oldest_seconds: 3000,
    jobs_dead: 1,
    'queue_oldest_seconds{queue="send-mail"}': 90,
    'queue_oldest_seconds{queue="send-mass-mail"}': 3000,
  });
});
