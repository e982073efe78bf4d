import { randomUUID } from "node:crypto";
import { getAuditLog } from "#contract/audit-log.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { networkEventTypes, type WebhookEventType, webhookEventTypes } from "#contract/webhook-event-types.ts";
import { addWebhook, getWebhooks, resendWebhook, revokeWebhook, testWebhook } from "#contract/webhooks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { announce } from "#server/features/advertising/index.ts";
import { sendWebhooks } from "#server/features/advertising/webhooks/send-webhooks.ts";
import { announced } from "#server/features/advertising/webhooks/test-endpoints.ts";
import { freshLoginMs } from "#server/features/auth/index.ts";
import { test as base, expect } from "#server/test.ts";
import { staffMember, staffPassword } from "../staff/test-staff.ts";

type Made = { site?: string | null; network?: string | null; url?: string; events?: readonly WebhookEventType[] };

const test = base
  /** Anew for each test: some move the clock, which ends the sessions of staff. */
  .extend("ada", ({ given }) => staffMember(given, "admin"))
  .extend("add", ({ ada }) => async (how: Made = {}, key: string = randomUUID(), password?: string) => {
    const { site = null, network = null, url = "https://events.example/in", events = webhookEventTypes } = how;
    const label = `Server ${key.slice(0, 8)}`;
    const body = { label, url, site, network, events: [...events], ...(password === undefined ? {} : { password }) };
    return await ada.client.call(addWebhook, { body }, { key });
  })
  .extend(
    "list",
    ({ ada }) =>
      async () =>
        (await ada.client.call(getWebhooks)).body.endpoints,
  )
  .extend("nothing", { auto: true }, async ({ services }) => {
    await services.db.deleteFrom("webhook_deliveries").execute();
    await services.db.deleteFrom("webhook_endpoints").execute();
    services.postbacks.posts.length = 0;
    services.postbacks.answers.length = 0;
  });

test("R13.05 an admin makes an endpoint: its secret is shown once, and stored sealed", async ({
  add,
  list,
  ada,
  services,
}) => {
  const key = randomUUID();
  const first = await add({ site: "rendezvous", events: ["member.banned", "purchase.completed"] }, key);
  expect(first.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const both = await Promise.all([add({}, key), add({}, key)]);
  expect(both.map(({ body }) => body.secret)).toEqual([null, null]);
  const [endpoint, ...others] = await list();
  expect(others).toEqual([]);
  expect(endpoint).toMatchObject({
    ...{ id: key, url: "https://events.example/in", site: "rendezvous", state: "open", deliveries: [] },
    events: ["member.banned", "purchase.completed"],
  });
  const { db } = services;
  const bytes = Buffer.from(first.body.secret?.replace("whsec_", "") ?? "", "base64");
  const rows = await db.selectFrom("webhook_endpoints").selectAll().execute();
  expect(rows[0]?.secret_sealed.includes(bytes)).toBe(false);
  const elsewhere = JSON.stringify([
    await db.selectFrom("idempotency_keys").selectAll().execute(),
    await db.selectFrom("audit_log").selectAll().execute(),
    await list(),
  ]);
  expect(elsewhere).not.toContain(first.body.secret);
  const log = (await ada.client.call(getAuditLog, { query: { action: "webhook_made" } })).body.entries;
  expect(log.filter(({ subject }) => subject === `webhook:${key}`)).toEqual([
    expect.objectContaining({
      detail: expect.objectContaining({ site: "rendezvous", events: "member.banned purchase.completed" }),
    }),
  ]);
});

test("R13.05 an address that can't be a public one, an unknown site and no event are refused at their field", async ({
  add,
  list,
}) => {
  const codes = async (how: Made) => Object.entries((await add(how)).body.error?.field_codes ?? {});
  for (const url of [
    "http://events.example/",
    "https://events.example:8443/",
    "https://user:password@events.example/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://10.0.0.8/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "file:///etc/passwd",
    "events.example",
    "https://",
  ]) {
    expect([url, ...(await codes({ url }))]).toEqual([url, ["url", "invalid"]]);
  }
  expect(await codes({ url: "" })).toEqual([["url", "required"]]);
  expect(await codes({ site: "nowhere" })).toEqual([["site", "unknown_option"]]);
  expect(await codes({ events: [] })).toEqual([["events", "required"]]);
  expect(await list()).toEqual([]);
});

test("R13.05 who logged in long ago gives the password to make an endpoint", async ({ add, ada, services, list }) => {
  services.clock.advance(freshLoginMs);
  expect((await ada.client.call(getWebhooks)).body.password_needed).toBe(true);
  expect((await add()).body.error?.field_codes).toEqual({ password: "required" });
  const wrong = await add({}, randomUUID(), "not the right one");
  expect([wrong.status, await list()]).toEqual([400, []]);
  expect((await add({}, randomUUID(), staffPassword)).body.secret).toMatch(/^whsec_/);
});

test("R13.05 a test event is sent, and its answer stands in the list; a revoked endpoint gets none", async ({
  add,
  list,
  ada,
  services,
}) => {
  const [id, key] = [randomUUID(), randomUUID()];
  await add({ events: ["member.banned"] }, id);
  for (let count = 0; count < 2; count += 1) await ada.client.call(testWebhook, { body: { id } }, { key });
  services.postbacks.answers.push({ outcome: "refused", status: 500, detail: "database error" });
  await sendWebhooks.run(services, {});
  expect(services.postbacks.posts.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ["https://events.example/in", { type: "test", timestamp: expect.any(String), data: {} }],
  ]);
  const answered = { state: "waiting", attempts: 1, outcome: "refused", status: 500, detail: "database error" };
  expect((await list())[0]?.deliveries).toEqual([expect.objectContaining({ type: "test", ...answered })]);
  expect((await ada.client.call(revokeWebhook, { body: { id } })).status).toBe(200);
  const [revoked] = await list();
  expect([revoked?.state, revoked?.deliveries[0]?.state]).toEqual(["revoked", "failed"]);
  services.clock.advance(2 * minuteMs);
  await sendWebhooks.run(services, {});
  expect(services.postbacks.posts).toHaveLength(1);
  const { id: delivery = "" } = revoked?.deliveries[0] ?? {};
  for (const [call, body] of [
    [testWebhook, { id }],
    [revokeWebhook, { id }],
    [resendWebhook, { id: delivery }],
  ] as const) {
    const refused = await ada.client.call(call, { body });
    expect([refused.status, refused.body.error?.code]).toEqual([409, "staff_item_gone"]);
  }
});

test("R13.05 staff send a delivery again with its id, but none that waits; the log has who did", async ({
  add,
  list,
  ada,
  services,
  siteIds,
}) => {
  const id = randomUUID();
  await add({}, id);
  const { db, clock, postbacks } = services;
  await inTransaction(db, async (trx) => {
    const about = { siteId: siteIds[1], memberId: null, now: clock.now() };
    await announce(trx, about, { type: "member.banned", data: {} });
  });
  const deliveryOf = async () => (await list()).find((each) => each.id === id)?.deliveries[0];
  const { id: delivery = "" } = (await deliveryOf()) ?? {};
  const again = async () => (await ada.client.call(resendWebhook, { body: { id: delivery } })).status;
  expect(await again()).toBe(409);
  postbacks.answers.push({ outcome: "forbidden", status: null, detail: "a private address" });
  await sendWebhooks.run(services, {});
  expect(await deliveryOf()).toMatchObject({ type: "member.banned", state: "failed", outcome: "forbidden" });
  expect([await again(), await again()]).toEqual([200, 409]);
  await sendWebhooks.run(services, {});
  expect(await deliveryOf()).toMatchObject({ state: "sent", attempts: 2, outcome: "accepted", status: 200 });
  expect(postbacks.posts.map(({ headers }) => headers["webhook-id"])).toEqual([delivery, delivery]);
  expect(await announced(services, id)).toHaveLength(1);
  const log = (await ada.client.call(getAuditLog, { query: { action: "webhook_resent" } })).body.entries;
  expect(log.map(({ subject }) => subject)).toEqual([`delivery:${delivery}`]);
});

test("R13.05 an endpoint whose server answered 410 stands below those that get events", async ({
  add,
  list,
  ada,
  services,
}) => {
  const [open, gone] = [randomUUID(), randomUUID()];
  await add({}, open);
  services.clock.advance(minuteMs);
  await add({ url: "https://gone.example/" }, gone);
  await ada.client.call(testWebhook, { body: { id: gone } });
  services.postbacks.answers.push({ outcome: "refused", status: 410, detail: "" });
  await sendWebhooks.run(services, {});
  expect((await list()).map(({ id, state }) => [id, state])).toEqual([
    [open, "open"],
    [gone, "gone"],
  ]);
  services.clock.advance(dayMs);
  await sendWebhooks.run(services, {});
  expect(services.postbacks.posts).toHaveLength(1);
});

test("R13.02 an endpoint of a network is one of the site's, and gets purchases and returns only", async ({
  add,
  list,
  ada,
  siteHas,
}) => {
  const sums_url = "https://net.example/?n={count}&id={report}";
  const url = "https://net.example/?click={sub1}&id={conversion}";
  const steps = ["signup" as const];
  await siteHas({
    postbacks: [
      { network: "adnet", steps, url },
      { network: "sums", steps, sums_url },
    ],
  });
  const codes = async (how: Made) => Object.entries((await add(how)).body.error?.field_codes ?? {});
  const site = "rendezvous";
  const events = networkEventTypes;
  expect(await codes({ site, network: "unknown", events })).toEqual([["network", "unknown_option"]]);
  expect(await codes({ site, network: "sums", events })).toEqual([]);
  expect(await codes({ site: "abendrot", network: "adnet", events })).toEqual([["network", "unknown_option"]]);
  expect(await codes({ site, network: "adnet" })).toEqual([["events", "unknown_option"]]);
  expect((await list()).map(({ network }) => network)).toEqual(["sums"]);
  const id = randomUUID();
  expect((await add({ network: "adnet", events }, id)).body.secret).toMatch(/^whsec_/);
  expect(await list()).toContainEqual(expect.objectContaining({ id, network: "adnet", site: null }));
  expect((await ada.client.call(getWebhooks)).body.sites).toContainEqual(
    expect.objectContaining({ key: site, networks: ["adnet", "sums"] }),
  );
  const log = (await ada.client.call(getAuditLog, { query: { action: "webhook_made" } })).body.entries;
  expect(log.find(({ subject }) => subject === `webhook:${id}`)?.detail).toMatchObject({ network: "adnet" });
});
