import { randomUUID } from "node:crypto";
import { signUp } from "#contract/account.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { saveProfile } from "#contract/profiles.ts";
import { signWebhook } from "#server/crypto/standard-webhooks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { changeSettings } from "#server/features/sites/test-settings.ts";
import { test as base, expect } from "#server/test.ts";
import { purgeResults } from "../results.ts";
import { sumConversions } from "../sum-conversions.ts";
import { type Announced, announce, resendToNetwork, sendAgain } from "./deliveries-store.ts";
import { listDeliveries } from "./endpoints-store.ts";
import { sendWebhooks } from "./send-webhooks.ts";
import { announced, plantEndpoint } from "./test-endpoints.ts";

const url = "https://net.example/click?click={sub1}&id={conversion}";
const click = { sub1: "click 1", sub2: "", sub3: "" };

let count = 0;
const test = base
  .extend("networks", { auto: true, scope: "file" }, async ({ services, siteIds }) => {
    const postbacks = ["adnet", "other"].map((network) => ({ network, steps: ["signup" as const], url }));
    for (const siteId of siteIds.slice(0, 2)) await changeSettings(services, siteId, { postbacks });
  })
  /** A member who came by a click of a network, and agreed unless told otherwise. */
  .extend("join", { scope: "file" }, ({ visitor }) => {
    return async (how: { network?: string; sub1?: string; click_consent?: boolean } = {}, host?: string) => {
      count += 1;
      const { network = "adnet", sub1 = click.sub1, click_consent = true } = how;
      const form = signupForm({ name: `Network ${count}`, email: `network${count}@example.org` });
      const client = visitor(host);
      const { body } = await client.call(signUp, { body: { ...form, tracking: { network, sub1 }, click_consent } });
      return { client, id: body.user.id, form };
    };
  })
  .extend("send", { scope: "file" }, ({ services }) => async () => {
    services.postbacks.posts.length = 0;
    await sendWebhooks.run(services, {});
    return services.postbacks.posts.map(({ body }) => JSON.parse(body));
  })
  /** An event of a member, in a transaction. */
  .extend("happens", { scope: "file" }, ({ services, siteIds }) => {
    return async (memberId: string, event: Announced = bought(), siteId: number = siteIds[0]) =>
      await inTransaction(services.db, async (trx) => {
        await announce(trx, { siteId, memberId, now: services.clock.now() }, event);
      });
  })
  .extend("nothing", { auto: true }, async ({ services }) => {
    await services.db.deleteFrom("webhook_deliveries").execute();
    await services.db.deleteFrom("webhook_endpoints").execute();
    services.postbacks.answers.length = 0;
  });

const money = (amount = 995) => ({ order: randomUUID(), amount, currency: "EUR" });
const refunded = (amount: number): Announced => {
  return { type: "purchase.refunded", data: { ...money(amount), refund: randomUUID() } };
};
const bought = (first = true) => ({ type: "purchase.completed" as const, data: { ...money(), first } });

test("R13.02 with a yes a network's server gets each purchase and return once, signed, with its click and no member", async ({
  services,
  join,
  happens,
  send,
}) => {
  const { secret } = await plantEndpoint(services, { network: "adnet" });
  const { id, form } = await join();
  const events: Announced[] = [
    bought(),
    bought(false),
    { type: "purchase.refunded", data: { ...money(), refund: randomUUID() } },
    { type: "purchase.charged_back", data: { ...money(), chargeback: randomUUID() } },
    { type: "purchase.chargeback_reversed", data: { ...money(), chargeback: randomUUID() } },
  ];
  for (const event of events) await happens(id, event);
  await happens(id, { type: "member.banned", data: {} });
  const sent = await send();
  const { posts } = services.postbacks;
  expect(sent).toHaveLength(events.length);
  for (const { type, data } of events) {
    const told = { type, timestamp: expect.any(String), data: { site: "rendezvous", click, ...data } };
    expect(sent).toContainEqual(told);
  }
  for (const part of [id, form.name, form.email]) expect(JSON.stringify(posts)).not.toContain(part);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  for (const { headers, body } of posts) {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signed = signWebhook(key, { id: headers["webhook-id"] ?? "", at, body });
    expect(headers).toEqual(signed);
  }
  expect(await send()).toEqual([]);
});

test("R13.02 a network hears nothing without a yes, without a click's number, or of another network or site", async ({
  services,
  siteIds,
  join,
  happens,
}) => {
  const [network, own] = [
    await plantEndpoint(services, { network: "adnet", siteId: siteIds[0] }),
    await plantEndpoint(services),
  ];
  const refusing = await join({ click_consent: false });
  const unnumbered = await join({ sub1: "" });
  const others = await join({ network: "other" });
  const there = await join({}, "127.0.0.1");
  for (const { id } of [refusing, unnumbered, others]) await happens(id);
  await happens(there.id, bought(), siteIds[1]);
  expect(await announced(services, network.id)).toEqual([]);
  expect((await announced(services, own.id)).filter(({ type }) => type === "purchase.completed")).toHaveLength(4);
  const agreeing = await join();
  await happens(agreeing.id);
  expect((await announced(services, network.id)).map(({ member_id }) => member_id)).toEqual([agreeing.id]);
});

test("R13.02 members who agreed when the words named their first purchase only are not told of", async ({
  services,
  join,
  happens,
}) => {
  const endpoint = await plantEndpoint(services, { network: "adnet" });
  const { id } = await join();
  const change = services.db.updateTable("signup_tracking").set({ shares_purchases: false });
  await change.where("account_id", "=", id).execute();
  await happens(id);
  expect(await announced(services, endpoint.id)).toEqual([]);
});

test("R13.02 once the yes is withdrawn a network hears nothing more, not even what waits or is sent again", async ({
  services,
  join,
  happens,
  send,
}) => {
  const { db, clock, postbacks } = services;
  const endpoint = await plantEndpoint(services, { network: "adnet" });
  const { id, client } = await join();
  await happens(id);
  expect(await send()).toHaveLength(1);
  const [{ id: told } = { id: "" }] = await db.selectFrom("webhook_deliveries").select("id").execute();
  postbacks.answers.push({ outcome: "refused", status: 500, detail: "" });
  await happens(id);
  expect(await send()).toHaveLength(1);
  await client.call(saveProfile, { body: { shares_click: false } });
  await happens(id);
  expect(await announced(services, endpoint.id)).toHaveLength(2);
  expect(await sendAgain(db, told, clock.now())).toBe(true);
  clock.advance(minuteMs);
  expect(await send()).toEqual([]);
  const rows = await db.selectFrom("webhook_deliveries").select(["status", "outcome"]).orderBy("created_at").execute();
  expect(rows.filter(({ status }) => status !== "summing")).toEqual([
    { status: "failed", outcome: "withheld" },
    { status: "failed", outcome: "withheld" },
  ]);
});

test("R13.02 an erased member is in no delivery to a network, and a click's number leaves for 90 days at most", async ({
  services,
  join,
  happens,
  send,
}) => {
  const { db, clock, postbacks } = services;
  await plantEndpoint(services, { network: "adnet" });
  const gone = await join();
  postbacks.answers.push({ outcome: "refused", status: 500, detail: "" });
  await happens(gone.id);
  expect(await send()).toHaveLength(1);
  await db.deleteFrom("wallets").where("member_id", "=", gone.id).execute();
  await db.deleteFrom("accounts").where("id", "=", gone.id).execute();
  const rows = JSON.stringify(await db.selectFrom("webhook_deliveries").selectAll().execute());
  for (const part of [gone.id, click.sub1]) expect(rows).not.toContain(part);
  clock.advance(minuteMs);
  expect(await send()).toEqual([]);

  const old = await join();
  await happens(old.id);
  expect(await send()).toHaveLength(1);
  clock.advance(91 * dayMs);
  await purgeResults.run(services, {});
  await happens(old.id);
  expect(await send()).toEqual([]);
});

test("R13.02 what is rolled back is told to no network", async ({ services, siteIds, join, send }) => {
  const { db, clock } = services;
  await plantEndpoint(services, { network: "adnet" });
  const { id: memberId } = await join();
  const rolledBack = inTransaction(db, async (trx) => {
    await announce(trx, { siteId: siteIds[0], memberId, now: clock.now() }, bought());
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await send()).toEqual([]);
});

test("R13.02 what failed at a network is due again, with its id, and nothing of other networks or sites", async ({
  services,
  siteIds,
  join,
  happens,
  send,
}) => {
  const { db, clock, postbacks } = services;
  await plantEndpoint(services, { network: "adnet" });
  const { id } = await join();
  postbacks.answers.push({ outcome: "forbidden", status: null, detail: "" });
  await happens(id);
  const [failed] = await send();
  const again = (network: string, siteId: number) => resendToNetwork(db, siteId, network, clock.now());
  expect(await again("other", siteIds[0])).toBe(0);
  expect(await again("adnet", siteIds[1])).toBe(0);
  expect((await Promise.all([again("adnet", siteIds[0]), again("adnet", siteIds[0])])).toSorted()).toEqual([0, 1]);
  expect(await send()).toEqual([failed]);
  expect(await again("adnet", siteIds[0])).toBe(0);
});

test("R13.02 of members who did not agree a network gets sums of a day, signed, of all purchases and returns by kind", async ({
  services,
  siteIds,
  join,
  happens,
  send,
}) => {
  const { clock } = services;
  const { id: endpoint, secret } = await plantEndpoint(services, { network: "adnet" });
  await plantEndpoint(services, { network: "other" });
  const people = [];
  for (let number = 0; number < 10; number += 1) people.push(await join({ click_consent: false }));
  for (const { id } of people) {
    await happens(id);
    await happens(id, bought(false));
    await happens(id, refunded(1));
    await happens(id, { type: "purchase.charged_back", data: { ...money(), chargeback: randomUUID() } });
    await happens(id, { type: "purchase.chargeback_reversed", data: { ...money(), chargeback: randomUUID() } });
  }
  await happens(people[0]?.id ?? "", bought(false));
  const agreeing = await join();
  await happens(agreeing.id, refunded(7));
  expect(
    (await send()).map(({ data }) => data.amount),
    "the day is not over",
  ).toEqual([7]);
  const until = clock.now().toISOString().slice(0, 10);
  clock.advance(dayMs);
  await Promise.all([1, 2].map(() => sumConversions.run(services, {})));
  const sums = await send();
  const sum = (kind: string, more = {}) => {
    const data = { site: "rendezvous", kind, until, count: 10, amount: 9_950, currency: "EUR", ...more };
    return { type: "purchases.summed", timestamp: expect.any(String), data };
  };
  expect(sums.toSorted((one, other) => one.data.kind.localeCompare(other.data.kind))).toEqual([
    sum("chargeback"),
    sum("chargeback_reversal"),
    sum("first_purchase"),
    sum("later_purchase", { count: 11, amount: 10_945 }),
    sum("refund", { amount: 10 }),
  ]);
  const [post] = services.postbacks.posts;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const at = new Date(Number(post?.headers["webhook-timestamp"]) * 1_000);
  const signed = { id: post?.headers["webhook-id"] ?? "", at, body: post?.body ?? "" };
  expect(post?.headers).toEqual(signWebhook(key, signed));
  for (const { id } of people) expect(JSON.stringify(services.postbacks.posts)).not.toContain(id);
  await sumConversions.run(services, {});
  expect(await send(), "each event is in one sum").toEqual([]);
  expect(
    await services.db.selectFrom("webhook_deliveries").select("id").where("status", "=", "summing").execute(),
  ).toEqual([]);
  services.postbacks.answers.push({ outcome: "forbidden", status: null, detail: "" });
  const [again] = (await listDeliveries(services.db, 10)).filter(({ type }) => type === "purchases.summed");
  expect(await sendAgain(services.db, again?.id ?? "", clock.now())).toBe(true);
  const [repeated] = await send();
  expect(sums).toContainEqual(repeated);
  expect(await resendToNetwork(services.db, siteIds[0], "adnet", clock.now()), endpoint).toBe(1);
  expect(await send(), "the same once more").toEqual([repeated]);
});

test("R13.02 a sum is of ten members, not of ten purchases, and staff see nothing of what waits for one", async ({
  services,
  join,
  happens,
  send,
}) => {
  const { db, clock } = services;
  const { id: endpoint } = await plantEndpoint(services, { network: "adnet" });
  const people = [];
  for (let number = 0; number < 9; number += 1) people.push((await join({ click_consent: false })).id);
  for (const id of [...people, ...people]) await happens(id, bought(false));
  const told = async () => {
    clock.advance(dayMs);
    await sumConversions.run(services, {});
    return (await send()).map(({ data }) => [data.count, data.amount]);
  };
  expect(await told()).toEqual([]);
  expect(await listDeliveries(db, 100)).toEqual([]);
  const { id: waiting } = await db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("endpoint_id", "=", endpoint)
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(await sendAgain(db, waiting, clock.now()), "nor can they send it").toBe(false);
  const gone = (await join({ click_consent: false })).id;
  await happens(gone, bought(false));
  await db.deleteFrom("wallets").where("member_id", "=", gone).execute();
  await db.deleteFrom("accounts").where("id", "=", gone).execute();
  expect(await told(), "an erased member is in none").toEqual([]);
  await happens((await join({ click_consent: false })).id, bought(false));
  expect(await told()).toEqual([[19, 19 * 995]]);
});

test("R13.02 a first purchase that the network learns of by an address of the setting is in no signed sum", async ({
  services,
  siteHas,
  join,
  happens,
}) => {
  await plantEndpoint(services, { network: "adnet" });
  const kinds = async () => {
    const rows = services.db.selectFrom("webhook_deliveries").select("data").where("status", "=", "summing");
    return (await rows.execute()).map(({ data }) => (data as { first: boolean }).first);
  };
  const sums_url = "https://net.example/?n={count}&id={report}";
  await siteHas({ postbacks: [{ network: "adnet", steps: ["purchase"], sums_url, url }] });
  const refusing = (await join({ click_consent: false })).id;
  await happens(refusing);
  await happens(refusing, bought(false));
  expect(await kinds()).toEqual([false]);
  await siteHas({ postbacks: [{ network: "adnet", steps: ["purchase"], url }] });
  await happens(refusing);
  expect(await kinds(), "no address tells of it").toEqual([false, true]);
  const agreed = (await join()).id;
  const earlier = services.db.updateTable("signup_tracking").set({ shares_purchases: false });
  await earlier.where("account_id", "=", agreed).execute();
  await happens(agreed);
  expect(await kinds(), "told of by its click").toEqual([false, true]);
});

test("R13.02 the table allows a network's endpoint purchases and returns only", async ({ services }) => {
  await expect(plantEndpoint(services, { network: "adnet", events: ["member.banned"] })).rejects.toThrow();
});
