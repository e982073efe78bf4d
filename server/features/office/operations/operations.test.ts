import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { getOperations, retryJob, retryJobs } from "#contract/operations.ts";
import { finishBackup } from "#server/backup/catalog.ts";
import { noteDone, readLastDone } from "#server/db/last-done.ts";
import { wholeLog } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";
import { test as base } from "../test-office.ts";
import { noteWorker, showOperations } from "./show-operations.ts";

const test = base.extend("bury", { scope: "file" }, ({ services }) => async (job: string) => {
  const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, state, source_name, source_retry_count, source_output)
      values ('dead-letter', ${JSON.stringify({ text: "private words" })}, 'created', ${job}, 6,
        ${JSON.stringify({ message: "550 <anna@example.org> unknown" })})
      returning id`.execute(services.db);
  return rows[0]?.id ?? "";
});

test("operations show dead letters without their data, and no secrets", async ({ admin, bury, services }) => {
  const id = await bury("send-mail");
  const { status, body } = await admin.call(getOperations);
  expect(status).toBe(200);
  expect(body.dead.counts).toContainEqual({ job: "send-mail", count: 1 });
  expect(body.dead.letters[0]).toMatchObject({ id, job: "send-mail", attempts: 7, error: "550 <…@…> unknown" });
  expect(body.health.connections).toBeGreaterThan(0);
  expect(body.replication).toEqual({ address: null, timeline: 1, replicas: [] });
  const text = JSON.stringify(body);
  for (const secret of ["private words", "anna@", services.config.secret, services.config.databaseUrl ?? ""]) {
    expect(text).not.toContain(secret);
  }
});

test("D11.4 a retried job is queued once, however often it is asked for, and the audit log has it", async ({
  admin,
  bury,
  services,
}) => {
  const [id, other] = [await bury("send-push"), await bury("send-push")];
  const atOnce = await Promise.all([1, 2, 3].map(() => admin.call(retryJob, { body: { id } })));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const key = randomUUID();
  for (let time = 0; time < 2; time += 1) {
    expect((await admin.call(retryJob, { body: { id: other } }, { key })).body).toEqual({ job: "send-push" });
  }
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = 'send-push' and state = 'created'`.execute(services.db);
  expect(rows.map(({ data }) => data)).toEqual([{ text: "private words" }, { text: "private words" }]);
  expect((await admin.call(getOperations)).body.jobs).toContainEqual({
    name: "send-push",
    waiting: 2,
    due_since: expect.any(String),
  });
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries.filter(({ action }) => action === "job_retried")).toHaveLength(2);
  expect(entries[0]).toMatchObject({ action: "job_retried", subject: "job:send-push" });
});

test("bad input: a job that no version has any more, a waiting job's id, and what is no id", async ({
  admin,
  bury,
  services,
}) => {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data) values ('send-mail', '{}') returning id`.execute(services.db);
  for (const id of [await bury("gone-job"), rows[0]?.id ?? "", randomUUID()]) {
    expect((await admin.call(retryJob, { body: { id } })).body.error?.code).toBe("staff_item_gone");
  }
  expect((await admin.call(retryJob, { body: { id: "1" } })).status).toBe(400);
  expect((await admin.call(getOperations)).body.dead.counts).toContainEqual({ job: "gone-job", count: 1 });
});

test("D12.3 all dead letters of a job are tried again at once, each once, also if two people ask", async ({
  admin,
  bury,
  services,
}) => {
  for (let count = 0; count < 5; count += 1) await bury("announce-terms");
  const other = await bury("send-sms");
  const answers = await Promise.all([1, 2].map(() => admin.call(retryJobs, { body: { job: "announce-terms" } })));
  const queued = answers.map(({ status, body }) => (status === 200 ? body.count : 0));
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(5);
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pgboss.job where name = 'announce-terms' and state = 'created'`.execute(
    services.db,
  );
  expect(rows).toEqual([{ waiting: 5 }]);
  expect((await admin.call(retryJobs, { body: { job: "announce-terms" } })).body.error?.code).toBe("staff_item_gone");
  expect((await admin.call(retryJobs, { body: { job: "no-job" } })).body.error?.code).toBe("staff_item_gone");
  expect((await admin.call(getOperations)).body.dead.letters.map(({ id }) => id)).toContain(other);
});

test("D12.3 the screen says when a worker, the mail, a webhook and a backup last worked, the version and the free disk", async ({
  admin,
  services,
}) => {
  const { db, clock, config } = services;
  const { body: before } = await admin.call(getOperations);
  expect(before.last).toEqual({
    worker: null,
    mail: null,
    webhook: null,
    retention: null,
    backup: null,
    rehearsal: null,
  });
  expect(before.health.version).toMatch(/^\d+\.\d+\.\d+$/);
  await noteWorker.run(services, {});
  const first = clock.now();
  clock.advance(10_000);
  await noteDone(db, "worker", clock.now());
  expect((await readLastDone(db)).worker).toEqual(first);
  clock.advance(30_000);
  await noteDone(db, "worker", clock.now());
  expect((await admin.call(getOperations)).body.last.worker).toBe(clock.now().toISOString());
  // with a folder of data and one of backups, both are known
  const folder = mkdtempSync(join(tmpdir(), "operations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "base/one"), { recursive: true });
  finishBackup(folder, { name: "one", endedAt: first, firstWal: "0".repeat(24) });
  const shown = await showOperations({ db, config: { ...config, dataDir: folder, backupDir: folder } }, clock.now());
  expect(shown.last).toMatchObject({ backup: first.toISOString(), rehearsal: null });
  expect(shown.health.disk_free).toBeGreaterThan(0);
});
