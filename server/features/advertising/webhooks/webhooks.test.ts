import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { type WebhookEventType, webhookEventTypes } from "#contract/webhook-event-types.ts";
import { signWebhook } from "#server/crypto/standard-webhooks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { createHttpPostbacks } from "#server/ports/postbacks/http.ts";
import type { PostbackAnswer } from "#server/ports/postbacks/port.ts";
import { test as base, expect } from "#server/test.ts";
import { announce, sendAgain } from "./deliveries-store.ts";
import { listDeliveries, revokeEndpoint } from "./endpoints-store.ts";
import { sendWebhooks } from "./send-webhooks.ts";
import { announced, openReceiver, plantEndpoint } from "./test-endpoints.ts";

type IsGenuine = (secret: string, headers: Record<string, unknown>, body: string) => boolean;

const test = base
  .extend(
    "send",
    { scope: "file" },
    ({ services }) =>
      () =>
        sendWebhooks.run(services, {}),
  )
  /** A signup that is announced on a site, in a transaction. */
  .extend("happens", { scope: "file" }, ({ services, siteIds }) => {
    return async (siteId: number = siteIds[0], type: "member.signed_up" | "member.banned" = "member.signed_up") =>
      await inTransaction(services.db, async (trx) => {
        await announce(trx, { siteId, memberId: null, now: services.clock.now() }, { type, data: {} });
      });
  })
  .extend("states", { scope: "file" }, ({ services }) => async (endpointId: string) => {
    const rows = (await listDeliveries(services.db, 100)).filter((row) => row.endpoint_id === endpointId);
    return rows.map(({ status, attempts, outcome, http_status }) => [status, attempts, outcome, http_status]);
  })
  /** The example of the operator's manual, which is the independent implementation here. */
  .extend("isGenuine", { scope: "file" }, async (): Promise<IsGenuine> => {
    const manual = readFileSync(join(import.meta.dirname, "../../../../docs/operators/programs.md"), "utf8");
    const [, code = ""] = /```js\n(.*?)```/s.exec(manual) ?? [];
    return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)).isGenuine;
  })
  .extend("nothing", { auto: true }, async ({ services }) => {
    await services.db.deleteFrom("webhook_deliveries").execute();
    await services.db.deleteFrom("webhook_endpoints").execute();
    services.postbacks.posts.length = 0;
    services.postbacks.answers.length = 0;
  });

const answer = (outcome: PostbackAnswer["outcome"], status: number | null = null): PostbackAnswer => {
  return { outcome, status, detail: outcome };
};
const idsOf = (posts: readonly { headers: Readonly<Record<string, string>> }[]) =>
  posts.map(({ headers }) => headers["webhook-id"]);
const patienceMs = 2_000;
const here = createHttpPostbacks({ protocols: ["http:"], addresses: () => true, patienceMs });

test("R13.05 a signature is the one of the test vector of Standard Webhooks", () => {
  const key = Buffer.from("plJ3nmyCDGBKInavdOK15jsl", "base64");
  const body = '{"event_type":"ping","data":{"success":true}}';
  const message = { id: "msg_loFOjxBNrRLzqYUf", at: new Date(1_731_705_121_999), body };
  expect(signWebhook(key, message)).toMatchObject({
    "webhook-timestamp": "1731705121",
    "webhook-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
  });
});

test("R13.05 a server gets a signed event, which the manual's example verifies, and no other secret", async ({
  services,
  isGenuine,
  happens,
  signedUp,
}) => {
  const receiver = await openReceiver({ "/all": (_, response) => response.end("thanks") });
  const [one, other] = [await plantEndpoint(services, { url: receiver.urlOf("/all") }), await plantEndpoint(services)];
  services.clock.set(new Date().toISOString());
  const { id } = await signedUp();
  await happens();
  await sendWebhooks.run({ ...services, postbacks: here }, {});
  receiver.close();
  const requests = receiver.at("/all");
  expect(requests.map(({ method, event }) => [method, event.type])).toEqual([
    ["POST", "member.signed_up"],
    ["POST", "member.signed_up"],
  ]);
  const first = requests.find(({ event }) => event.type !== "test" && event.data.member === id);
  const { headers = {}, body = "", event } = first ?? {};
  expect(event).toEqual({
    type: "member.signed_up",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { site: "rendezvous", member: id },
  });
  expect(headers["content-type"]).toBe("application/json");
  expect(isGenuine(one.secret, headers, body)).toBe(true);
  expect(isGenuine(other.secret, headers, body)).toBe(false);
  expect(isGenuine(one.secret, headers, body.replace("signed_up", "banned"))).toBe(false);
  expect(isGenuine(one.secret, { ...headers, "webhook-id": randomUUID() }, body)).toBe(false);
  const old = { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 301) };
  expect(isGenuine(one.secret, old, body)).toBe(false);
});

test("R13.05 500, then 200: the same event comes again, with the time of its attempt", async ({
  services,
  happens,
  send,
  states,
}) => {
  const { id } = await plantEndpoint(services);
  const { postbacks, clock } = services;
  postbacks.answers.push(answer("refused", 500));
  await happens();
  await send();
  await send();
  expect(postbacks.posts).toHaveLength(1);
  expect(await states(id)).toEqual([["waiting", 1, "refused", 500]]);
  clock.advance(minuteMs);
  await send();
  await send();
  expect(new Set(idsOf(postbacks.posts)).size).toBe(1);
  expect(new Set(postbacks.posts.map(({ body }) => body)).size).toBe(1);
  const [one, two] = postbacks.posts.map(({ headers }) => Number(headers["webhook-timestamp"]));
  expect(two).toBe((one ?? 0) + 60);
  expect(await states(id)).toEqual([["sent", 2, "accepted", 200]]);
});

test("R13.05 a server that is down for four days gets each event; after almost six days it is given up", async ({
  services,
  happens,
  send,
  states,
}) => {
  const { id } = await plantEndpoint(services);
  const { postbacks, clock } = services;
  const goOn = async (hours: number, down: boolean) => {
    for (let hour = 0; hour < hours; hour += 1) {
      if (down) postbacks.answers.push(answer("unreachable"));
      await send();
      postbacks.answers.length = 0;
      clock.advance(hourMs);
    }
  };
  await happens();
  await goOn(96, true);
  await goOn(48, false);
  expect((await states(id)).map(([status]) => status)).toEqual(["sent"]);
  await happens();
  await goOn(160, true);
  expect(await states(id)).toEqual(expect.arrayContaining([["failed", 12, "unreachable", null]]));
  const sent = postbacks.posts.length;
  await goOn(48, false);
  expect(postbacks.posts).toHaveLength(sent);
});

test("R13.05 a slow server holds up no other, and a redirect is not followed", async ({
  services,
  happens,
  states,
}) => {
  let lastFast = 0;
  const receiver = await openReceiver({
    "/slow": () => undefined,
    "/fast": (_, response) => {
      lastFast = performance.now();
      response.end();
    },
    "/away": (_, response) => response.writeHead(307, { location: "/fast" }).end(),
  });
  const slow = await plantEndpoint(services, { url: receiver.urlOf("/slow") });
  await plantEndpoint(services, { url: receiver.urlOf("/fast") });
  const away = await plantEndpoint(services, { url: receiver.urlOf("/away") });
  for (let count = 0; count < 12; count += 1) await happens();
  const began = performance.now();
  await sendWebhooks.run({ ...services, postbacks: here }, {});
  const ended = performance.now();
  receiver.close();
  expect(receiver.at("/fast")).toHaveLength(12);
  expect(lastFast - began, "all of it before the slow one timed out").toBeLessThan(patienceMs);
  expect(ended - began, "one time-out: what is left waits for the next run").toBeLessThan(2 * patienceMs);
  const count = async (id: string, outcome: string | null) =>
    (await states(id)).filter((state) => state[2] === outcome).length;
  expect([await count(slow.id, "timeout"), await count(slow.id, null)]).toEqual([10, 2]);
  expect([await count(away.id, "redirect"), await count(away.id, null)]).toEqual([10, 2]);
});

test("R13.05 an endpoint whose secret can't be read holds up no other", async ({ services, happens, send }) => {
  const broken = await plantEndpoint(services);
  await plantEndpoint(services, { url: "https://whole.example/" });
  const change = services.db.updateTable("webhook_endpoints").set({ secret_sealed: Buffer.alloc(60) });
  await change.where("id", "=", broken.id).execute();
  await happens();
  await expect(send()).rejects.toThrow();
  expect(services.postbacks.posts.map(({ url }) => url)).toEqual(["https://whole.example/"]);
});

test("R13.05 an address of a private network is refused, and nothing is sent", async ({
  services,
  happens,
  states,
}) => {
  const ids = [];
  for (const url of ["https://localhost/", "https://127.0.0.1/", "https://[::1]/", "http://events.example/"]) {
    ids.push((await plantEndpoint(services, { url })).id);
  }
  await happens();
  await sendWebhooks.run({ ...services, postbacks: createHttpPostbacks() }, {});
  for (const id of ids) expect(await states(id)).toEqual([["failed", 1, "forbidden", null]]);
});

test("R13.05 an endpoint gets the events that it wants, of its own site only; one of all sites those of each", async ({
  services,
  siteIds,
  happens,
  send,
}) => {
  const own = await plantEndpoint(services, { siteId: siteIds[0], url: "https://own.example/" });
  await plantEndpoint(services, { events: ["member.banned"], url: "https://bans.example/" });
  await plantEndpoint(services, { siteId: siteIds[1], events: ["purchase.completed"], url: "https://none.example/" });
  await happens(siteIds[0]);
  await happens(siteIds[1]);
  await happens(siteIds[1], "member.banned");
  await send();
  const sent = services.postbacks.posts.map(({ url, body }) => [url, JSON.parse(body).data.site]);
  expect(sent.toSorted()).toEqual([
    ["https://bans.example/", "abendrot"],
    ["https://own.example/", "rendezvous"],
  ]);
  expect(await announced(services, own.id)).toHaveLength(1);
});

test("R13.05 a revoked endpoint gets nothing, not even what waits; 410 revokes it", async ({
  services,
  happens,
  send,
  states,
}) => {
  const { db, clock, postbacks } = services;
  const { id } = await plantEndpoint(services);
  const { created_by } = await db.selectFrom("webhook_endpoints").select("created_by").executeTakeFirstOrThrow();
  await happens();
  await revokeEndpoint(db, id, created_by, clock.now());
  await happens();
  await send();
  expect(postbacks.posts).toEqual([]);
  expect(await states(id)).toEqual([["failed", 0, null, null]]);

  const gone = await plantEndpoint(services);
  for (const [index, status] of [500, 410].entries()) {
    postbacks.answers.push(answer("refused", status));
    await happens();
    await send();
    expect(postbacks.posts).toHaveLength(index + 1);
  }
  clock.advance(dayMs);
  await happens();
  await send();
  expect(postbacks.posts).toHaveLength(2);
  const rows = db.selectFrom("webhook_endpoints").select(["revoked_by", "revoked_at"]).where("id", "=", gone.id);
  expect(await rows.executeTakeFirstOrThrow()).toEqual({ revoked_by: null, revoked_at: expect.any(Date) });
});

test("R13.05 a failed delivery is sent again with its id, once, and one that waits is not", async ({
  services,
  happens,
  send,
  states,
}) => {
  const { db, clock, postbacks } = services;
  const endpoint = await plantEndpoint(services);
  postbacks.answers.push(answer("forbidden"));
  await happens();
  await send();
  const { id } = await db.selectFrom("webhook_deliveries").select("id").executeTakeFirstOrThrow();
  const both = await Promise.all([sendAgain(db, id, clock.now()), sendAgain(db, id, clock.now())]);
  expect(both.toSorted()).toEqual([false, true]);
  await send();
  await send();
  expect(idsOf(postbacks.posts)).toEqual([id, id]);
  expect(await states(endpoint.id)).toEqual([["sent", 2, "accepted", 200]]);
});

test("R13.05 two workers send each event once; after a kill between sending and noting it comes again", async ({
  services,
  happens,
  send,
  states,
}) => {
  const endpoint = await plantEndpoint(services);
  const { clock, postbacks } = services;
  for (let count = 0; count < 25; count += 1) await happens();
  await Promise.all([send(), send(), send()]);
  await send();
  expect(postbacks.posts).toHaveLength(25);
  expect(new Set(idsOf(postbacks.posts)).size).toBe(25);

  await services.db.deleteFrom("webhook_deliveries").execute();
  await happens();
  let killedId: string | undefined;
  const killed = {
    ...services,
    postbacks: {
      send: async (_: string, post: { headers: Readonly<Record<string, string>> } | undefined) => {
        killedId = post?.headers["webhook-id"];
        throw new Error("killed");
      },
    },
  };
  await expect(sendWebhooks.run(killed, {})).rejects.toThrow("killed");
  expect(await states(endpoint.id)).toEqual([["waiting", 1, null, null]]);
  clock.advance(minuteMs);
  await send();
  expect(idsOf(postbacks.posts).at(-1)).toBe(killedId);
});

test("R13.05 what is rolled back is told to no one", async ({ services, siteIds, send }) => {
  await plantEndpoint(services);
  const { db, clock, postbacks } = services;
  const about = { siteId: siteIds[0], memberId: null, now: clock.now() };
  const rolledBack = inTransaction(db, async (trx) => {
    await announce(trx, about, { type: "member.signed_up", data: {} });
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  await send();
  expect(postbacks.posts).toEqual([]);
});

test("R13.05 an erased member is in no delivery, sent or waiting; after 30 days it is deleted", async ({
  services,
  member,
  siteIds,
  send,
}) => {
  const { db, clock, postbacks } = services;
  const anna = await member();
  const { id } = await plantEndpoint(services);
  postbacks.answers.push(answer("refused", 500));
  const about = { siteId: siteIds[0], memberId: anna.id, now: clock.now() };
  const money = { order: randomUUID(), amount: 995, currency: "EUR", first: true };
  await inTransaction(db, (trx) => announce(trx, about, { type: "purchase.completed", data: money }));
  await send();
  expect(JSON.parse(postbacks.posts[0]?.body ?? "").data.member).toBe(anna.id);
  await db.deleteFrom("accounts").where("id", "=", anna.id).execute();
  expect(JSON.stringify(await db.selectFrom("webhook_deliveries").selectAll().execute())).not.toContain(anna.id);
  clock.advance(minuteMs);
  await send();
  expect(JSON.parse(postbacks.posts[1]?.body ?? "").data).toEqual({ site: "rendezvous", member: null, ...money });
  clock.advance(30 * dayMs + minuteMs);
  await purgeOldRows.run(services, {});
  expect(await announced(services, id)).toEqual([]);
});

test("R13.05 the table allows the events of the contract, and no others", async ({ services }) => {
  await expect(plantEndpoint(services, { events: [...webhookEventTypes] })).resolves.toBeDefined();
  await expect(plantEndpoint(services, { events: ["member.moved" as WebhookEventType] })).rejects.toThrow();
});
