import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CardWallet } from "#contract/constants.ts";
import { minuteMs } from "#contract/durations.ts";
import { getCardWallets } from "#contract/payments.ts";
import { createSettings } from "#server/features/sites/test-settings.ts";
import { type Order, type PaymentProvider, ProviderFailure } from "#server/ports/payments/port.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { observe } from "./provider-health-store.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, siteIds, newBuyer, bundlesOf, order } = shop;
const { db, clock } = services;
const [sandbox] = services.payments.all;
afterAll(shop.close);
// what a provider said counts for ten minutes
beforeEach(() => clock.advance(10 * minuteMs));
afterEach(async () => {
  await db.deleteFrom("provider_failures").execute();
  vi.restoreAllMocks();
});

const both: readonly CardWallet[] = ["apple_pay", "google_pay"];
const orders: [string, Order["cardWallets"]][] = [];
const providerWith = (name: string, cardWallets: PaymentProvider["cardWallets"]): PaymentProvider => ({
  ...sandbox,
  name,
  cardWallets,
  createCheckout: async (ordered, signal) => {
    orders.push([name, ordered.cardWallets]);
    return await sandbox.createCheckout(ordered, signal);
  },
});
const walletsFor = async (cookie: string) => (await shop.get(getCardWallets.path, cookie)).json().wallets;

test("R13.03 a member reads which wallets the provider of a card order has, and the order names them to it", async () => {
  const { cookie } = await newBuyer();
  const other = vi.fn(async () => both);
  services.payments = createProviders(
    providerWith("mollie", async () => ["apple_pay"]),
    providerWith("genesis", other),
  );
  expect(await walletsFor(cookie)).toEqual(["apple_pay"]);
  const settings = createSettings(services);
  await settings.change(siteIds[0] ?? 1, { payment_providers: ["genesis methods:card", "mollie"] });
  expect(await walletsFor(cookie)).toEqual(both);
  await settings.change(siteIds[0] ?? 1, { payment_providers: ["genesis methods:paypal"] });
  expect(await walletsFor(cookie)).toEqual([]);
  await settings.restore();
  const [bundle] = await bundlesOf(cookie);
  for (const method of ["card", "paypal"])
    expect((await order(cookie, { bundle_id: bundle?.id, method })).statusCode).toBe(200);
  expect(orders.splice(0)).toEqual([
    ["mollie", ["apple_pay"]],
    ["mollie", []],
  ]);
  expect(other).toHaveBeenCalledOnce();
});

test("R13.03 while a provider is passed over, the wallets are those of the next one", async () => {
  const { cookie } = await newBuyer();
  const first = providerWith("mollie", async () => both);
  services.payments = createProviders(
    first,
    providerWith("genesis", async () => []),
  );
  expect(await walletsFor(cookie)).toEqual(both);
  const failure = new ProviderFailure("the answer is 502", true);
  for (const _ of [1, 2, 3])
    await expect(observe(services, first, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await walletsFor(cookie)).toEqual([]);
  const [bundle] = await bundlesOf(cookie);
  expect((await order(cookie, { bundle_id: bundle?.id, method: "card" })).statusCode).toBe(200);
  expect(orders.splice(0)).toEqual([["genesis", []]]);
});

test("R13.03 a provider that does not say which wallets it has promises none, and is asked again after ten minutes", async () => {
  const { cookie } = await newBuyer();
  const warn = vi.spyOn(services.log, "warn");
  const wallets = vi
    .fn<PaymentProvider["cardWallets"]>()
    .mockRejectedValueOnce(new Error("away"))
    .mockResolvedValue(both);
  services.payments = createProviders(providerWith("mollie", wallets));
  for (const _ of [1, 2]) expect(await walletsFor(cookie)).toEqual([]);
  expect(wallets).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledOnce();
  clock.advance(10 * minuteMs);
  expect(await walletsFor(cookie)).toEqual(both);
});

test("R13.03 a provider that never answers which wallets it has holds a page up for a second, once", async () => {
  const { cookie } = await newBuyer();
  const wallets = vi.fn<PaymentProvider["cardWallets"]>(
    (signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  );
  services.payments = createProviders(providerWith("mollie", wallets));
  for (const _ of [1, 2]) expect(await walletsFor(cookie)).toEqual([]);
  expect(wallets).toHaveBeenCalledOnce();
});
