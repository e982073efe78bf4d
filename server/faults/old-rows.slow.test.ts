import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { deleteByAge, type Retention } from "#server/db/delete-by-age.ts";
import { expect, test } from "#server/test.ts";
import { cutServices } from "./test-cut-off.ts";

const period: Retention = { table: "idempotency_keys", column: "created_at", keepDays: 1 };

test("D12.3 of 100,000 old rows a killed process keeps the batches that it deleted, the rows that another worker holds are left to it, and two at once delete each row once", async ({
  services,
}) => {
  const { db, clock } = services;
  const now = clock.now();
  const old = new Date(now.getTime() - 2 * dayMs);
  await sql`insert into idempotency_keys (scope, call, key, body_hash, answer, created_at)
    select 'visitor', 'POST /api/x.php', uuidv7(), '', '{}',
      case when number <= 100000 then ${old}::timestamptz else ${now}::timestamptz end from generate_series(1, 100010) number`.execute(
    db,
  );
  const count = async () =>
    (await sql<{ rows: number }>`select count(*)::int as rows from idempotency_keys`.execute(db)).rows[0]?.rows;

  const killed = cutServices(services, "killed", 3);
  await expect(deleteByAge(killed.services.db, period, now)).rejects.toThrow("the process was killed");
  await killed.end();
  expect(await count()).toBe(85_010);

  // another worker is in the middle of its batch: its rows are left to it, and the others do not wait
  await db.transaction().execute(async (other) => {
    await sql`select from idempotency_keys where created_at = ${old} limit 5000 for update`.execute(other);
    expect(await deleteByAge(db, period, now)).toBe(80_000);
  });
  expect(await count()).toBe(5_010);

  const worked = await Promise.all([deleteByAge(db, period, now, 100), deleteByAge(db, period, now, 100)]);
  expect(worked[0] + worked[1]).toBe(5_000);
  expect(await count()).toBe(10);
  expect(await deleteByAge(db, period, now)).toBe(0);
});
