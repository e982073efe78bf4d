import { purgeOldRows } from "#server/features/retention.ts";
import { SmsUncertain } from "#server/ports/sms/port.ts";
import { expect, test } from "#server/test.ts";
import { queueSms, sendSms } from "./send-sms.ts";

const minutes = 60_000;
const text = "123456 is your code";

test.beforeEach(async ({ services }) => {
  await services.jobs.drain(services);
  services.sms.sent.length = 0;
});

/** Queues a message; returns the job's data. */
const queue = test.extend("queued", ({ services, member, siteIds }) => async () => {
  const { id } = await member();
  const until = new Date(services.clock.now().getTime() + 10 * minutes);
  await queueSms(services, services.db, { siteId: siteIds[0], memberId: id, to: "+31612345678", text, until });
  const { rows } = await services.pool.query<{ data: unknown }>(
    "select data from pgboss.job where name = 'send-sms' order by created_on desc limit 1",
  );
  return sendSms.data.parse(rows[0]?.data);
});

queue("D7.5 a text message goes out once, however often its job runs", async ({ services, queued }) => {
  const data = await queued();
  await sendSms.run(services, data);
  services.sms.sent.length = 0;
  await sendSms.run(services, data);
  expect(services.sms.sent).toEqual([]);
});

queue("D7.5 the queue holds neither number nor text", async ({ services, queued }) => {
  const stored = JSON.stringify(await queued());
  expect(stored).not.toMatch(/612345678|123456 is/);
  await services.jobs.drain(services);
  expect(services.sms.sent).toMatchObject([{ to: "+31612345678", text }]);
});

queue("D7.5 a message that the gateway refused is tried again", async ({ services, queued }) => {
  const data = await queued();
  const { send } = services.sms;
  services.sms.send = () => Promise.reject(new Error("the gateway answered 503"));
  await expect(sendSms.run(services, data)).rejects.toThrow("503");
  services.sms.send = send;
  await sendSms.run(services, data);
  expect(services.sms.sent).toHaveLength(1);
});

queue("D7.5 a message that may have been sent is not sent again", async ({ services, queued, given }) => {
  const data = await queued();
  const { send } = services.sms;
  services.sms.send = () => Promise.reject(new SmsUncertain("no answer"));
  await sendSms.run(services, data);
  services.sms.send = send;
  await sendSms.run(services, data);
  expect(services.sms.sent).toEqual([]);
  expect(given.logged.at(-1)).toContain("may not have been sent");
});

queue("D7.5 a message whose time is over is not sent", async ({ services, queued }) => {
  const data = await queued();
  services.clock.advance(11 * minutes);
  await sendSms.run(services, data);
  expect(services.sms.sent).toEqual([]);
});

queue("D7.5 the records of messages are deleted after a week", async ({ services, queued }) => {
  await sendSms.run(services, await queued());
  services.clock.advance(8 * 1440 * minutes);
  await purgeOldRows.run(services, {});
  expect(await services.db.selectFrom("sms_handed_over").selectAll().execute()).toEqual([]);
});
