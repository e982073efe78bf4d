import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { systemClock } from "./clock.ts";
import { openPool } from "./db/pool.ts";
import { runningEmbedded } from "./db/running-embedded.ts";
import { scratchFolder } from "./db/scratch-folder.ts";
import { systemRandom } from "./random.ts";
import { type Run, start } from "./test-start.ts";

const mollie = await startTestMollie();
const folder = scratchFolder();
afterAll(async () => {
  await mollie.close();
  rmSync(folder, { recursive: true, force: true });
});

async function running() {
  const run = start({ DATA_DIR: folder, MOLLIE_API_KEY: mollie.apiKey, MOLLIE_API_URL: mollie.url });
  await run.saying("Rendezvous is ready");
  return { run, address: /http:\/\/localhost:\d+/.exec(run.output())?.[0] ?? "" };
}

/** Kills the server when Mollie has carried out a request of this kind, while the answer is on its way. */
function killAfter(run: Run, kind: RegExp): void {
  mollie.whenAsked(({ method, path }) => {
    if (!kind.test(`${method} ${path}`)) return;
    mollie.whenAsked(undefined);
    run.server.kill("SIGKILL");
  });
}

test("D7.4 kill -9 between Mollie's yes and our booking: each order is charged once, and its credits come once", async () => {
  let { run, address } = await running();
  const openDatabase = () => openPool(runningEmbedded(folder) ?? "", 4, () => {});
  const first = openDatabase();
  const [siteId = 0] = await seedDemoSites(first.db, systemClock.now());
  const given = { clock: systemClock, random: systemRandom, db: first.db };
  const createdAt = new Date(Date.now() - 86_400_000);
  const anna = await makeMember(given, { siteId, credits: 0, country: "NL", createdAt });
  await first.pool.end();

  const headers = () => ({ origin: address, cookie: anna.cookie, "content-type": "application/json" });
  const order = async (
    key: string,
    more: object,
  ): Promise<{ payment: { payment_id: string; status: string }; checkout_url: string }> => {
    const offers = await fetch(`${address}/api/bundles.php`, { headers: headers() });
    const [bundle] = ((await offers.json()) as { bundles: { id: string; price: number }[] }).bundles;
    const answer = await fetch(`${address}/api/payment.php`, {
      method: "POST",
      headers: { ...headers(), "idempotency-key": key },
      body: JSON.stringify({ bundle_id: bundle?.id, amount: bundle?.price, method: "card", ...more }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Awaited<ReturnType<typeof order>>;
  };
  const notify = (id: string) =>
    fetch(`${address}/api/payment-webhook.php`, { method: "POST", body: new URLSearchParams({ id }) });
  const restarted = async () => {
    await run.ended;
    ({ run, address } = await running());
  };

  // a checkout, killed when its webhook is to be booked
  const { checkout_url: url } = await order(randomUUID(), { remember: true });
  const bought = url.split("/").at(-1) ?? "";
  mollie.pay(bought);
  killAfter(run, /^GET \/v2\/payments\/tr_/);
  await notify(bought).catch(() => undefined);
  await restarted();
  for (let times = 0; times < 3; times += 1) expect((await notify(bought)).status).toBe(200);

  // a stored card, killed when Mollie has charged it
  const stored = await fetch(`${address}/api/stored-methods.php`, { headers: headers() });
  const [card] = ((await stored.json()) as { methods: { id: string }[] }).methods;
  const key = randomUUID();
  const charge = () => order(key, { method: undefined, stored_method_id: card?.id });
  killAfter(run, /^POST \/v2\/payments$/);
  await charge().catch(() => undefined);
  await restarted();
  mollie.forgetKeys();
  await charge();
  const charged = [...mollie.payments.keys()].at(-1) ?? "";
  expect((await notify(charged)).status).toBe(200);
  expect((await charge()).payment.status).toBe("completed");

  expect(mollie.payments.size).toBe(2);
  const { db, pool } = openDatabase();
  const ledger = await db.selectFrom("ledger").select(["amount", "cause"]).where("member_id", "=", anna.id).execute();
  expect(ledger).toEqual(Array.from({ length: 2 }, () => ({ amount: 10, cause: "purchase" })));
  const wallet = await db.selectFrom("wallets").select(["credits", "debt"]).where("member_id", "=", anna.id).execute();
  expect(wallet).toEqual([{ credits: 20, debt: 0 }]);
  await pool.end();
  run.server.kill("SIGTERM");
  await run.ended;
}, 180_000);
