import { sql } from "kysely";
import { expect, test } from "#server/test.ts";
import { listLockedTables } from "./copy-site.ts";
import { listMovedTables } from "./moved-tables.ts";
import { listSiteTables, staysBecause } from "./site-tables.ts";

test("each table of a site moves, or says why it stays, and each after those that its rows need", async ({
  services,
}) => {
  const moved = (await listMovedTables(services.db)).map(({ table }) => table);
  const all = (await listSiteTables(services.db)).map(({ table }) => table);
  expect(all.filter((table) => staysBecause(table) === null).toSorted()).toEqual(moved.toSorted());
  for (const [before, after] of [
    ["companies", "sites"],
    ["sites", "accounts"],
    ["accounts", "photos"],
    ["photos", "profiles"],
    ["wallets", "ledger"],
    // no foreign key says so
    ["accounts", "idempotency_keys"],
  ] as const)
    expect([before, after, moved.indexOf(before) < moved.indexOf(after)]).toEqual([before, after, true]);
});

test("each row belongs to a part of its table, by its key or by what it refers to", async ({ services: { db } }) => {
  const tables = await listMovedTables(db);
  expect(tables.filter(({ spread }) => spread.length === 0).map(({ table }) => table)).toEqual([]);
  // of large ones too
  expect(tables.find(({ table }) => table === "ledger")?.spread).toContain("member_id");
});

test("0126 a new row of a site that moves waits for the lock of one that it refers to, in each table but those named", async ({
  services: { db },
}) => {
  const locked = (await listLockedTables(db)).map(({ table }) => table);
  const moved = (await listMovedTables(db)).map(({ table }) => table);
  expect(moved.filter((table) => !locked.includes(table))).toEqual(["companies", "receipt_counters"]);
  const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as "table" from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(${locked}::text[]) and confrelid <> conrelid`.execute(db);
  const referring = rows.map(({ table }) => table);
  // a payment's own row, or what a call changes, is written after them and refused
  const ofPayments = ["genesis_checkouts", "sandbox_mandates", "sandbox_payments"];
  const others = locked.filter((table) => !referring.includes(table));
  expect(others).toEqual(["sites", "idempotency_keys", ...ofPayments]);
});
