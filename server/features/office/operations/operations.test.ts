import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { getOperations, retryJob } from "#contract/operations.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";

const test = base
  .extend("admin", { scope: "file" }, async ({ given }) => (await staffMember(given, "admin")).client)
  .extend("bury", { scope: "file" }, ({ services }) => async (job: string) => {
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
  const { entries } = await findAuditLog(services.db, null);
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
