import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "./migrate.ts";
import { cloneDatabase } from "./test-database.ts";
import {
  emptyDatabase,
  fillTables,
  growingTables,
  isNew,
  migrateUnderLoad,
  migrationNames,
  migrationsFolder,
  withPlanted,
} from "./test-migrations.ts";

const manyRows = 150_000;

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const newOnes = migrationNames.filter(isNew);
const textOf = (name: string) => readFileSync(join(migrationsFolder, `${name}.sql`), "utf8");

// on a busy machine a short lock may last: the same migrations twice in a row do not
test.skipIf(newOnes.length === 0)(
  "D12.2 the migrations since the last release never make a write wait for longer than 200 ms",
  { retry: 1, timeout: 120_000 },
  async () => {
    const texts = newOnes.map(textOf).join("\n");
    const touched = growingTables.filter((table) => new RegExp(`\\b${table}\\b`).test(texts));
    const url = await emptyDatabase();
    await migrate(url, { count: migrationNames.length - newOnes.length });
    const others = growingTables.filter((table) => !touched.includes(table));
    await fillTables(url, others, 1);
    await fillTables(url, touched, manyRows);
    expect(await migrateUnderLoad(url, growingTables)).toEqual([]);
  },
);

test("D12.2 a migration that keeps a table locked is seen to block the writers of this table", async () => {
  const url = await cloneDatabase();
  await fillTables(url, ["messages", "likes"], 1);
  // as long as a type change of a million rows begins to take
  const rewrite = "alter table messages alter column body type varchar(5000); select pg_sleep(0.5)";
  await withPlanted(rewrite, async (dir) => {
    expect(await migrateUnderLoad(url, ["messages", "likes"], dir)).toEqual(["messages"]);
  });
}, 60_000);

test("D12.2 an index without a transaction, a column and a check in two steps block no writer", async () => {
  const url = await cloneDatabase();
  await fillTables(url, ["messages"], 5_000);
  const steps = [
    "-- Without Transaction\nalter table messages add column seen_at timestamptz",
    "alter table messages add constraint messages_short check (length(body) < 5000) not valid",
    "alter table messages validate constraint messages_short",
    "drop index concurrently if exists messages_seen",
    "create index concurrently messages_seen on messages (seen_at)",
  ];
  await withPlanted(steps.join(";\n"), async (dir) => {
    expect(await migrateUnderLoad(url, ["messages"], dir)).toEqual([]);
  });
  const client = await connected(url);
  const { rows } = await client.query("select indisvalid from pg_index where indexrelid = 'messages_seen'::regclass");
  expect(rows).toEqual([{ indisvalid: true }]);
}, 60_000);

test("D12.2 a migration that waits for a long transaction lets the writes behind it pass, and is applied after it", async () => {
  const url = await cloneDatabase();
  await fillTables(url, ["likes"], 2);
  const long = await connected(url);
  await long.query("begin");
  await long.query("select count(*) from likes");
  await withPlanted("alter table likes add column noted_at timestamptz", async (dir) => {
    const migrated = migrateUnderLoad(url, ["likes"], dir);
    const watching = await connected(url);
    const tried = () =>
      watching.query(
        "select 1 from pg_stat_activity where query like '%add column noted_at%' and wait_event_type = 'Lock'",
      );
    while ((await Promise.race([tried(), migrated.then(() => ({ rowCount: 1 }))])).rowCount === 0) await pause(2);
    await long.query("commit");
    expect(await migrated).toEqual([]);
  });
}, 60_000);
