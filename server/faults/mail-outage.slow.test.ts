import { once } from "node:events";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished } from "vitest";
import { sendMailJob, sendMassMailJob } from "#server/features/mails/index.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createSmtpMail } from "#server/ports/mail/smtp.ts";
import { test } from "#server/test.ts";
import { freePort } from "#server/test-free-port.ts";

/** More than a worker has slots. */
const massMails = 30;

/** A mail server that answers mass mails only after it has taken the mail to Anna. */
async function startMailServer(port: number): Promise<{ taken: string[] }> {
  const taken: string[] = [];
  const annas = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    async onData(stream, session, done) {
      stream.resume();
      await once(stream, "end");
      const [to = ""] = session.envelope.rcptTo.map(({ address }) => address);
      if (to === "anna@example.org") annas.resolve();
      await annas.promise;
      taken.push(to);
      done();
    },
  });
  server.on("error", () => {});
  await once(server.listen(port, "127.0.0.1"), "listening");
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  return { taken };
}

test("D12.3 the mail server comes back after an outage: the mail that a person waits for does not wait for mass mails", async ({
  services,
  siteIds,
}) => {
  const { db } = services;
  const port = await freePort();
  const mail = createSmtpMail(`smtp://127.0.0.1:${port}`);
  const kinds = [sendMailJob, sendMassMailJob];
  const worker = await createJobs(services.config.databaseUrl ?? "", kinds, { worker: true, onError: () => {} });
  onTestFinished(() => worker.stop());
  const mailTo = (name: string) => ({
    ...{ siteId: siteIds[0] ?? 0, to: `${name}@example.org`, language: "en" as const, origin: "http://localhost" },
    ...{ kind: "reset" as const, params: { name, link: "/x" } },
  });
  await db.transaction().execute(async (trx) => {
    for (let count = 0; count < massMails; count += 1) await worker.add(trx, sendMassMailJob, mailTo(`member${count}`));
  });
  await worker.add(db, sendMailJob, mailTo("anna"));
  await worker.work({ ...services, mail });
  const inState = async (state: string) =>
    (await sql`select from pgboss.job where name like 'send-%mail' and state = ${state}`.execute(db)).rows.length;
  await expect.poll(() => inState("retry")).toBe(massMails + 1);

  const { taken } = await startMailServer(port);
  // their pauses are over
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
  await expect.poll(() => inState("completed")).toBe(massMails + 1);
  expect(taken).toHaveLength(massMails + 1);
  expect(new Set(taken).size).toBe(massMails + 1);
}, 150_000);
