import { sql } from "kysely";
import { expect } from "vitest";
import { z } from "zod";
import { test } from "#server/test.ts";
import { createJobs, defineJob, type Job } from "./jobs.ts";

const ignored = () => Promise.resolve();
const failing = (error: Error) => {
  throw error;
};

test("D12.1 a queue made by an earlier version notifies the workers too", async ({ services }) => {
  const { db, config } = services;
  const job = defineJob({ name: "made-earlier", data: z.object({}), run: ignored });
  const open = () => createJobs(config.databaseUrl ?? "", [job], { worker: false, onError: failing });
  await (await open()).stop();
  await sql`update pgboss.queue set notify = false where name = 'made-earlier'`.execute(db);
  await (await open()).stop();
  const { rows } = await sql`select notify from pgboss.queue where name = 'made-earlier'`.execute(db);
  expect(rows).toEqual([{ notify: true }]);
});

test("D12.1 a worker runs a job that another process adds", async ({ services }) => {
  const { db, config } = services;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const job: Job = defineJob({
    name: "added-elsewhere",
    data: z.object({ greeting: z.string() }),
    run: async (_services, data) => resolve(data),
  });
  const open = (worker: boolean) => createJobs(config.databaseUrl ?? "", [job], { worker, onError: failing });
  const [worker, other] = [await open(true), await open(false)];
  try {
    await worker.work(services);
    await other.add(db, job, { greeting: "Good evening" });
    expect(await promise).toEqual({ greeting: "Good evening" });
  } finally {
    await Promise.all([worker.stop(), other.stop()]);
  }
});
