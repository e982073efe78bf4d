import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { systemClock } from "#server/lib/clock.ts";
import { start } from "#server/test-start.ts";

/** A mail server that keeps the first mail waiting for its answer, and takes all later ones. */
async function slowMailServer() {
  const taken: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    async onData(stream, _session, done) {
      let text = "";
      for await (const chunk of stream) text += String(chunk);
      count += 1;
      if (count === 1) return first.resolve();
      taken.push(/^Message-ID: <([^@>]+)/im.exec(text)?.[1] ?? "");
      done();
      second.resolve();
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, first: first.promise, second: second.promise, taken };
}

test("D12.3 kill -9 of a worker amid a job: another one runs it again, and its effect is there once", async () => {
  const folder = createScratchFolder();
  const databaseUrl = await cloneDatabase();
  const { db, pool } = openPool(databaseUrl, 2, () => {});
  const mail = await slowMailServer();
  const jobs = await createJobs(databaseUrl, [sendMailJob], { worker: false, onError: () => {} });
  const worker = () => start({ DATA_DIR: folder, DATABASE_URL: databaseUrl, SMTP_URL: mail.url, SERVICES: "worker" });
  const killed = worker();
  const running = [killed];
  onTestFinished(async () => {
    for (const { server } of running) server.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
    await jobs.stop();
    await pool.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  const id = randomUUID();
  const to = { siteId, to: "anna@example.org", language: "en" as const, origin: "http://localhost" };
  await jobs.add(db, sendMailJob, { id, ...to, kind: "reset", params: { name: "Anna", link: "/x" } });
  await mail.first;
  killed.server.kill("SIGKILL");
  await killed.ended;

  running.push(worker());
  // a minute later the job counts as lost
  await sql`update pgboss.job set started_on = started_on - interval '2 minutes' where name = 'send-mail'`.execute(db);
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.supervise(sendMailJob.name);
  await boss.stop({ graceful: false });
  await mail.second;
  const states = async () =>
    (await sql<{ state: string }>`select state from pgboss.job where name = 'send-mail'`.execute(db)).rows;
  await expect.poll(states).toEqual([{ state: "completed" }]);
  expect(mail.taken).toEqual([id]);
}, 60_000);
