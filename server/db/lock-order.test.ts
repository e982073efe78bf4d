import { randomUUID } from "node:crypto";
import type pg from "pg";
import { redeemLink, signUp } from "#contract/account.ts";
import { sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { withdraw } from "#contract/withdrawals.ts";
import { giveCredits } from "#demo/factories.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { settlePromises } from "#server/features/chat/promise/settle-promise.ts";
import { decline } from "#server/features/chat/promise/test-promised.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as debtorTest, expect } from "#server/features/payments/direct-debit/test-debtor.ts";
import { checkPayments } from "#server/features/payments/jobs.ts";
import { eraseAccounts } from "#server/features/privacy/jobs.ts";
import { type Level, lockOrder } from "./locks.ts";

/** The level of an advisory lock, by its statement and the key in its first value. */
const levelsOfKeys: readonly (readonly [RegExp, Level])[] = [
  [/'mailbox '/, "mailbox"],
  [/^discount /, "discount"],
  [/^[\da-f-]{36},/, "pair"],
  [/^-?\d+$/, "payer"],
];

/** Without profiles and photos, which transactions also change between their locks. */
const order: readonly string[] = lockOrder.slice(0, lockOrder.indexOf("profiles"));

type Statement = { text: string; values: readonly unknown[] };

/** The levels of the locks that a statement takes. What stands in parentheses runs before what is around it. */
function locksOf({ text, values }: Statement): string[] {
  if (text.includes("pg_advisory_xact_lock(")) {
    const [, level] = levelsOfKeys.find(([key]) => key.test(text) || key.test(String(values[0]))) ?? [];
    return level ? [level] : [];
  }
  const levels: string[] = [];
  const read = (part: string) => {
    const isLocking = /\bfor (?:no key )?update\b(?! (?:of \w+ )?skip locked)/.test(part);
    const table = isLocking
      ? /\bfrom\s+"?(\w+)"?/.exec(part)?.[1]
      : /(?:^|…|\))\s*(?:update|delete from)\s+"?(\w+)"?/.exec(part)?.[1];
    levels.push(...order.filter((level) => level === table));
  };
  let rest = text;
  for (let part = /\(([^()]*)\)/.exec(rest); part; part = /\(([^()]*)\)/.exec(rest)) {
    read(part[1] ?? "");
    rest = `${rest.slice(0, part.index)} … ${rest.slice(part.index + part[0].length)}`;
  }
  read(rest);
  return levels;
}

/** The levels that a transaction locks, each where it does so first. */
function takenBy(statements: readonly Statement[]): string[] {
  const levels = new Set<string>();
  const own = new Set<string>();
  for (const statement of statements) {
    for (const level of locksOf(statement)) if (!own.has(level)) levels.add(level);
    // no other transaction sees, and holds, a row that this one has just inserted
    for (const [, table = ""] of statement.text.matchAll(/\binsert into\s+"?(\w+)"?/g)) own.add(table);
  }
  return [...levels];
}

type Query = (config: string | { text: string; values?: unknown[] }, values?: unknown[], done?: unknown) => unknown;

/** Records the order in which each transaction takes its locks, and returns the transactions that break `lockOrder`. */
const test = debtorTest.extend("record", { scope: "file" }, ({ services: { pool } }) => {
  const open = new Map<pg.PoolClient, Statement[]>();
  const watched = new WeakSet<pg.PoolClient>();
  let transactions: Statement[][] = [];
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as unknown as Query;
    const recorded: Query = (config, values, done) => {
      const text = typeof config === "string" ? config : config.text;
      const parameters = values ?? (typeof config === "string" ? [] : (config.values ?? []));
      if (/^\s*(?:begin|start transaction)/i.test(text)) open.set(client, []);
      else if (/^\s*(?:commit|rollback)\s*;?$/i.test(text)) {
        transactions.push(open.get(client) ?? []);
        open.delete(client);
      } else {
        const statement = { text, values: parameters };
        const own = open.get(client);
        if (own) own.push(statement);
        else transactions.push([statement]);
      }
      return query(config, values, done);
    };
    client.query = recorded as unknown as typeof client.query;
  });
  return async (run: () => Promise<unknown>) => {
    transactions = [];
    await run();
    const lockOrders = transactions.map(takenBy);
    const kinds = new Set(lockOrders.filter((levels) => levels.length > 0).map((levels) => levels.join(" → ")));
    const isOrdered = (kind: string) => {
      const places = kind.split(" → ").map((level) => order.indexOf(level));
      return places.every((place, index) => place >= (places[index - 1] ?? 0));
    };
    return { taken: [...kinds], broken: [...kinds].filter((kind) => !isOrdered(kind)) };
  };
});

test("quality: a lock that is taken too late is found", async ({ record, services: { db }, member }) => {
  const { id } = await member();
  const { taken, broken } = await record(() =>
    db.transaction().execute(async (trx) => {
      const { db: wallet } = await lockWallet(trx, id);
      await wallet.updateTable("accounts").set({ language: "de" }).where("id", "=", id).execute();
    }),
  );
  expect(taken).toEqual(["wallets → accounts"]);
  expect(broken).toEqual(taken);
});

test("quality: chats take their locks in the order of `lockOrder`", async ({ record, pair, member, services }) => {
  const [anna, ben] = await pair();
  const carla = await member({ credits: 20 });
  const write = (from: typeof anna, to: { id: string }) =>
    from.client.call(sendMessage, { body: { member: to.id, text: "Hello, how are you?" } }, { key: randomUUID() });
  const { taken, broken } = await record(async () => {
    await carla.client.call(getMember, { query: { id: anna.id } });
    await carla.client.call(likeMember, { body: { id: anna.id } });
    await write(anna, ben);
    await write(ben, anna);
    await write(anna, ben);
    const { conversation } = (await write(anna, carla)).body;
    expect((await decline(carla, conversation.id)).status).toBe(200);
    await write(ben, carla);
    services.clock.advance(8 * dayMs);
    await settlePromises.run(services, {});
    await ben.client.call(blockMember, { body: { id: anna.id } });
  });
  expect(broken).toEqual([]);
  expect(taken).toEqual(
    expect.arrayContaining(["pair → wallets", "pair → held_messages → conversations → answer_promises"]),
  );
});

test("quality: a confirmation of the address takes its locks in the order of `lockOrder`", async ({
  record,
  visitor,
  given,
  services,
  siteIds,
  member,
}) => {
  const client = visitor();
  const form = signupForm({ name: "Newcomer", email: "newcomer@example.org" });
  const { user } = (await client.call(signUp, { body: form })).body;
  await giveCredits(services, { id: user.id, siteId: siteIds[0] }, 20);
  const ben = await member();
  const { taken, broken } = await record(async () => {
    const body = { member: ben.id, text: "Hello, how are you?" };
    expect((await client.call(sendMessage, { body }, { key: randomUUID() })).status).toBe(200);
    const token = await activationToken(given, form.email);
    expect((await client.call(redeemLink, { body: { token } })).status).toBe(200);
  });
  expect(broken).toEqual([]);
  expect(taken).toEqual(
    expect.arrayContaining([
      "accounts → pair → wallets",
      "accounts → pair → held_messages → conversations → mailbox → wallets → passkey_users",
    ]),
  );
});

test("quality: money takes its locks in the order of `lockOrder`", async ({ record, buyer, services }) => {
  const { db, clock, jobs } = services;
  const { client, pay } = await buyer();
  const { taken, broken } = await record(async () => {
    const { payment } = await pay();
    const own = { payment_id: payment.payment_id as string };
    const sandbox = db.updateTable("sandbox_payments").set({ status: "completed" });
    await sandbox.where("payment_id", "=", own.payment_id).execute();
    clock.advance(dayMs);
    await checkPayments.run(services, {});
    expect((await client.call(withdraw, { body: own })).status).toBe(200);
    await jobs.drain(services);
    await db.updateTable("sandbox_refunds").set({ status: "failed" }).execute();
    const { reference } = await db
      .selectFrom("sandbox_payments")
      .select("reference")
      .where("payment_id", "=", own.payment_id)
      .executeTakeFirstOrThrow();
    const chargeback = { reference: "sch_order", payment_reference: reference, amount_minor: 995 };
    await db
      .insertInto("sandbox_chargebacks")
      .values({ ...chargeback, created_at: clock.now() })
      .execute();
    clock.advance(dayMs);
    await checkPayments.run(services, {});
  });
  expect(broken).toEqual([]);
  expect(taken).toEqual(expect.arrayContaining(["accounts → payments → wallets"]));
});

test("quality: a ban for fraud and erasing take their locks in the order of `lockOrder`", async ({
  record,
  pair,
  given,
  services,
}) => {
  const [anna, fraud] = await pair();
  const mia = await staffMember(given, "moderator");
  const text = "Hello, how are you?";
  await anna.client.call(sendMessage, { body: { member: fraud.id, text } }, { key: randomUUID() });
  const { version } = (await mia.client.call(getMemberFile, { query: { id: fraud.id } })).body.member;
  const measure = { measure: "banned" as const, days: 7 as const, ground: "scam" as const, words: "For money." };
  const { taken, broken } = await record(async () => {
    expect((await mia.client.call(sanctionMember, { body: { id: fraud.id, version, ...measure } })).status).toBe(200);
    await services.jobs.drain(services);
    services.clock.advance(200 * dayMs);
    await eraseAccounts.run(services, {});
  });
  expect(broken).toEqual([]);
  expect(taken).toEqual(expect.arrayContaining(["conversations → answer_promises → wallets", "accounts → payments"]));
});
