import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Retention } from "#server/db/delete-by-age.ts";
import { readLastDone } from "#server/db/last-done.ts";
import { openTown } from "#server/faults/test-job-town.ts";
import { labelOf, oldRows } from "#server/faults/test-old-rows.ts";
import type { Services } from "#server/services.ts";
import { purgeOldRows, retention } from "./retention.ts";

const town = await openTown();
const { services } = town;
const { db, clock } = services;
afterAll(town.close);

const planted = new Date("2026-11-20T18:00:00.000Z");
const labels = retention.map(labelOf);

/** The first moment when a planted row has to go: its age is more than the period. A date's age counts from its end. */
const endOf = ({ keepDays, isDay = false }: Retention) =>
  isDay
    ? new Date(Date.parse(dayOf(planted)) + (keepDays + 1) * dayMs)
    : new Date(planted.getTime() + keepDays * dayMs + 1);

/** The periods whose planted row is still there. */
async function left(): Promise<string[]> {
  const overdue: string[] = [];
  for (const period of retention) {
    const { table, column, isDay, where } = period;
    const at = isDay ? sql`${dayOf(planted)}::date` : sql`${planted}::timestamptz`;
    const { rows } = await sql`select from ${sql.table(table)}
      where ${sql.ref(column)} = ${at} and ${where?.(clock.now()) ?? sql`true`}`.execute(db);
    if (rows.length > 0) overdue.push(labelOf(period));
  }
  return overdue;
}

const plantAll = async () => {
  clock.set(planted.toISOString());
  for (const label of labels) await oldRows[label]?.(town, planted);
};

test("D3.9 D12.1 each period is kept to its last millisecond, also if the clock was set back, and no longer", async () => {
  expect(Object.keys(oldRows).sort(), "plant a row for each period in server/faults/test-old-rows.ts").toEqual(
    [...labels].sort(),
  );
  await plantAll();
  const ends = [...new Set(retention.map((period) => endOf(period).getTime()))].sort((a, b) => a - b);
  for (const end of ends) {
    const kept = retention.filter((period) => endOf(period).getTime() >= end).map(labelOf);
    for (const time of [end - 1, planted.getTime() - 400 * dayMs, end - 1]) {
      clock.set(new Date(time).toISOString());
      await purgeOldRows.run(services, {});
      expect((await left()).sort(), new Date(time).toISOString()).toEqual(kept.sort());
    }
    clock.set(new Date(end).toISOString());
    await purgeOldRows.run(services, {});
    expect((await left()).sort()).toEqual(
      retention
        .filter((period) => endOf(period).getTime() > end)
        .map(labelOf)
        .sort(),
    );
  }
});

test("D12.3 a table that can't be deleted from stops no other, is logged, and noted as not done", async () => {
  await plantAll();
  const lines: { level: string; fields: Record<string, unknown> }[] = [];
  const record = (level: string) => (fields: Record<string, unknown>) => void lines.push({ level, fields });
  const log = { info: record("info"), error: record("error") } as unknown as Services["log"];
  clock.set("2035-01-01T00:00:00Z");
  await purgeOldRows.run(services, {});
  await plantAll();
  clock.set("2035-02-01T00:00:00Z");
  const [first = ""] = labels;
  expect(first).toBe("idempotency_keys.created_at 1");
  await sql`create function refuse_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`.execute(db);
  await sql`create trigger refused before delete on idempotency_keys execute function refuse_deletion()`.execute(db);
  await expect(purgeOldRows.run({ ...services, log }, {})).rejects.toThrow("old rows were not deleted: 1 of");
  expect(await left()).toEqual([first]);
  expect(lines.filter(({ level }) => level === "error").map(({ fields }) => fields.table)).toEqual([
    "idempotency_keys",
  ]);
  const counts = lines.find(({ level }) => level === "info")?.fields.deleted;
  expect(counts).toMatchObject({ visits: 1, complaints: 2, first_messages: 2, statements: 1 });
  expect(Object.keys(counts as object)).not.toContain("idempotency_keys");
  expect((await readLastDone(db)).retention).toEqual(new Date("2035-01-01T00:00:00Z"));
  await sql`drop trigger refused on idempotency_keys`.execute(db);
  await purgeOldRows.run(services, {});
  expect(await left()).toEqual([]);
  expect((await readLastDone(db)).retention).toEqual(clock.now());
});

test("rows are found by an index: one begins with the column that each period counts from", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisvalid`.execute(db);
  const indexed = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  expect(retention.map(({ table, column }) => `${table}.${column}`).filter((name) => !indexed.has(name))).toEqual([]);
});

/** The periods that docs/privacy.md names otherwise than in days. */
const wordsOf: Readonly<Record<number, string>> = {
  1: "a day",
  7: "a week",
  365: "a year",
  396: "thirteen months",
  730: "two years",
  731: "two years",
  1096: "three years",
  1825: "five years",
};

test("D3.9 D11.5 docs/privacy.md says of each table that its rows are deleted by age, and after which time", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/privacy.md"), "utf8");
  for (const { table, keepDays } of retention) {
    const row = text.split("\n").find((line) => line.startsWith(`| \`${table}\` |`)) ?? "";
    expect(row, `${table} in docs/privacy.md`).toContain("`purge-old-rows`");
    if (keepDays > 0) expect(row, `${table} in docs/privacy.md`).toContain(wordsOf[keepDays] ?? `${keepDays} days`);
  }
  const named = [...text.matchAll(/^\| `(\w+)` \|.*`purge-old-rows`(?!, with the complaint)/gm)];
  expect([...new Set(retention.map(({ table }) => table))].sort()).toEqual(named.map(([, table]) => table).sort());
});
