import { sql } from "kysely";
import { type AuditAction, getAuditLog } from "#contract/audit-log.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { Unlocked } from "#server/db/locks.ts";
import { expect, test } from "#server/test.ts";
import { runLogged } from "./audit.ts";
import { deleteOldEntries, findBreak } from "./audit-store.ts";
import { verifyAuditLog } from "./jobs.ts";
import { staffMember } from "./test-staff.ts";

const write = (db: Unlocked, action: string, now: Date) =>
  runLogged({ db, actor: null, now }, async () => ({
    answer: null,
    log: { action: action as AuditAction, reason: "a test" },
  }));

test("D11.4 the database refuses to change, delete or truncate the audit log", async ({ services }) => {
  const { db, clock } = services;
  await write(db, "one", clock.now());
  const refused = "the audit log is append-only";
  await expect(sql`update audit_log set action = 'two'`.execute(db)).rejects.toThrow(refused);
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(refused);
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(refused);
});

test("D11.4 what is done at once is chained one after the other; what is rolled back leaves no gap", async ({
  services,
}) => {
  const { db, clock } = services;
  const now = clock.now();
  const failing = runLogged({ db, actor: null, now }, () => Promise.reject(new Error("no")));
  await Promise.allSettled([failing, ...[..."abcdefgh"].map((action) => write(db, action, now))]);
  const rolledBack = db.transaction().execute(async (trx) => {
    await write(trx, "never", now);
    throw new Error("back");
  });
  await expect(rolledBack).rejects.toThrow("back");
  await write(db, "after", now);
  const { rows } = await sql<{ first: number; last: number; count: number }>`
    select min(id)::int as first, max(id)::int as last, count(*)::int as count from audit_log`.execute(db);
  expect(rows[0]).toEqual({ first: 1, last: rows[0]?.count, count: rows[0]?.count });
  expect(await findBreak(db, true)).toBeNull();
});

test("D11.4 a job finds a forged row, a missing one, and rows that were taken off the end", async ({
  given,
  services,
}) => {
  const { db, clock } = services;
  for (const action of ["first", "second", "third"]) await write(db, action, clock.now());
  await verifyAuditLog.run(services, {});
  const { client } = await staffMember(given, "admin");
  const log = async () => (await client.call(getAuditLog)).body;
  expect((await log()).check?.broken).toBeNull();
  const last = Number((await log()).entries[0]?.id);
  // what only the database's owner can do: the triggers are off
  const without = (statement: ReturnType<typeof sql>) =>
    db.transaction().execute(async (trx) => {
      await sql`alter table audit_log disable trigger user`.execute(trx);
      await statement.execute(trx);
      await sql`alter table audit_log enable trigger user`.execute(trx);
    });
  await without(sql`update audit_log set reason = 'another' where id = ${last}`);
  await verifyAuditLog.run(services, {});
  expect((await log()).check?.broken).toBe(last);
  // a break is looked for in the whole log, until it is mended
  await verifyAuditLog.run(services, {});
  expect((await log()).check?.broken).toBe(last);
  await without(sql`update audit_log set reason = null where id = ${last}`);
  await verifyAuditLog.run(services, {});
  expect((await log()).check?.broken).toBeNull();
  await without(sql`delete from audit_log where id = ${last}`);
  expect(await findBreak(db, false)).toBe(last);
});

test("D11.4 the hourly check reads what is new since the last good one; the weekly one the whole log", async ({
  services,
}) => {
  const { db, clock } = services;
  await sql`delete from audit_checks`.execute(db);
  for (const action of ["first", "second", "third"]) await write(db, action, clock.now());
  clock.advance(8 * dayMs);
  await verifyAuditLog.run(services, {});
  const { rows } = await sql<{ id: string }>`select max(id) as id from audit_log`.execute(db);
  const last = Number(rows[0]?.id);
  await db.transaction().execute(async (trx) => {
    await sql`alter table audit_log disable trigger user`.execute(trx);
    await sql`update audit_log set reason = 'another' where id = ${last - 1}`.execute(trx);
    await sql`alter table audit_log enable trigger user`.execute(trx);
  });
  const checks = db.selectFrom("audit_checks").select(["broken_id", "whole"]).orderBy("id", "desc").limit(1);
  clock.advance(hourMs);
  await write(db, "fourth", clock.now());
  await verifyAuditLog.run(services, {});
  expect(await checks.execute()).toEqual([{ broken_id: null, whole: false }]);
  clock.advance(7 * dayMs);
  await verifyAuditLog.run(services, {});
  expect(await checks.execute()).toEqual([{ broken_id: last - 1, whole: true }]);
});

test("D11.4 the oldest entries are deleted in batches, and no younger one with them", async ({ services }) => {
  const { db } = services;
  await sql`truncate audit_checks`.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`alter table audit_log disable trigger user`.execute(trx);
    await sql`update audit_log set at = now() - interval '6 years'`.execute(trx);
    await sql`alter table audit_log enable trigger user`.execute(trx);
  });
  await sql`insert into audit_log (at, action) select now() - interval '6 years', 'old' from generate_series(1, 1100)`.execute(
    db,
  );
  await write(db, "young", new Date());
  await deleteOldEntries(db, new Date(Date.now() - 5.5 * 365 * dayMs));
  expect(await db.selectFrom("audit_log").select("action").execute()).toEqual([{ action: "young" }]);
});

test("D11.4 admins read the audit log page by page", async ({ given, services }) => {
  const { client } = await staffMember(given, "admin");
  for (let count = 0; count < 105; count += 1) await write(services.db, `entry ${count}`, services.clock.now());
  const { entries } = (await client.call(getAuditLog)).body;
  expect(entries).toHaveLength(100);
  expect(entries[0]).toMatchObject({ action: "entry 104", staff: null, reason: "a test" });
  const older = (await client.call(getAuditLog, { query: { before: entries[99]?.id } })).body.entries;
  expect(older.slice(0, 5).map(({ action }) => action)).toEqual([
    "entry 4",
    "entry 3",
    "entry 2",
    "entry 1",
    "entry 0",
  ]);
  expect(older.find(({ action }) => action === "logged_in")).toMatchObject({ role: "admin" });
});
