import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { dayMs } from "#contract/durations.ts";
import { makeMember } from "#demo/factories.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { start } from "#server/test-start.ts";

type Order = { payment: { payment_id: string; status: string }; checkout_url: string };

/**
 * A process of its own, with a stand-in of Mollie, and a buyer. Each round buys the smallest bundle of 10 credits and
 * kills the server `delayMs` after Mollie's yes, before or while it is booked.
 */
export async function startKillableProduct() {
  const mollie = await startTestMollie();
  const folder = createScratchFolder();
  const databaseUrl = await cloneDatabase();
  const running = async () => {
    const mollieAt = { MOLLIE_API_KEY: mollie.apiKey, MOLLIE_API_URL: mollie.url };
    const run = start({ DATA_DIR: folder, DATABASE_URL: databaseUrl, ...mollieAt });
    await run.saying("Rendezvous is ready");
    return { run, address: /http:\/\/localhost:\d+/.exec(run.output())?.[0] ?? "" };
  };
  let { run, address } = await running();
  const openDatabase = () => openPool(databaseUrl, 4, () => {});
  const first = openDatabase();
  const [siteId = 0] = await seedDemoSites(first.db, systemClock.now());
  const given = { clock: systemClock, random: systemRandom, db: first.db };
  const createdAt = new Date(Date.now() - dayMs);
  const buyer = await makeMember(given, { siteId, credits: 0, country: "NL", createdAt });
  await first.pool.end();

  const headers = () => ({ origin: address, cookie: buyer.cookie, "content-type": "application/json" });
  const read = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(`${address}${path}`, { headers: headers() })).json()) as Answer;
  const order = async (key: string, more: object): Promise<Order> => {
    const { bundles } = await read<{ bundles: { id: string; price: number }[] }>("/api/bundles.php");
    const [bundle] = bundles;
    const answer = await fetch(`${address}/api/payment.php`, {
      method: "POST",
      headers: { ...headers(), "idempotency-key": key },
      body: JSON.stringify({
        bundle_id: bundle?.id,
        amount: bundle?.price,
        method: "card",
        begin_at_once: true,
        ...more,
      }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Order;
  };
  const notify = async (id: string): Promise<number> => {
    const body = new URLSearchParams({ id });
    return (await fetch(`${address}/api/payment-webhook.php`, { method: "POST", body })).status;
  };
  /** Runs a request during which the server is killed after Mollie's answer of this kind; then starts it again. */
  const killed = async (kind: RegExp, delayMs: number, request: () => Promise<unknown>): Promise<void> => {
    mollie.whenAsked(({ method, path }) => {
      if (!kind.test(`${method} ${path}`)) return;
      mollie.whenAsked(undefined);
      if (delayMs === 0) run.server.kill("SIGKILL");
      else setTimeout(() => run.server.kill("SIGKILL"), delayMs);
    });
    await request().catch(() => undefined);
    // the answer may have been faster than the kill
    await wait(delayMs);
    await run.ended;
    ({ run, address } = await running());
  };
  const notifyThrice = async (id: string) => [await notify(id), await notify(id), await notify(id)];

  return {
    /** A checkout, killed when its webhook is to be booked. Returns the statuses of the webhooks after the restart. */
    async buy(delayMs: number): Promise<number[]> {
      const { checkout_url: url } = await order(randomUUID(), { remember: true });
      const reference = url.split("/").at(-1) ?? "";
      mollie.pay(reference);
      await killed(/^GET \/v2\/payments\/tr_/, delayMs, () => notify(reference));
      return await notifyThrice(reference);
    },
    /** A stored card, killed when Mollie has the order; Mollie forgets the key, and the buyer repeats it and pays. */
    async repeat(delayMs: number): Promise<number[]> {
      const { methods } = await read<{ methods: { id: string }[] }>("/api/stored-methods.php");
      const key = randomUUID();
      const charge = () => order(key, { method: undefined, stored_method_id: methods[0]?.id });
      await killed(/^POST \/v2\/payments$/, delayMs, charge);
      mollie.clearKeys();
      const reference = (await charge()).checkout_url.split("/").at(-1) ?? "";
      mollie.pay(reference);
      const statuses = await notifyThrice(reference);
      const { payment } = await charge();
      if (payment.status !== "completed") throw new Error(`the payment is ${payment.status}`);
      return statuses;
    },
    /** How often Mollie was paid, and what the buyer's books say. */
    async books() {
      const { db, pool } = openDatabase();
      const ledger = await db
        .selectFrom("ledger")
        .select(["amount", "cause"])
        .where("member_id", "=", buyer.id)
        .execute();
      const wallet = db.selectFrom("wallets").select(["credits", "debt"]).where("member_id", "=", buyer.id);
      const receipts = await db.selectFrom("receipts").select("number").orderBy("number").execute();
      const paid = [...mollie.payments.values()].filter(({ status }) => status === "paid").length;
      const books = { paid, ledger, wallet: await wallet.executeTakeFirst(), receipts };
      await pool.end();
      return books;
    },
    async close(): Promise<void> {
      run.server.kill("SIGTERM");
      await run.ended;
      await mollie.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
