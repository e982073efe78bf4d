import { PaymentRefused, ProviderFailure } from "#server/ports/payments/port.ts";
import { test as base, expect } from "#server/test.ts";
import { listDown, observe } from "./provider-health-store.ts";

const timeout = new Error("The operation was aborted due to timeout");
const [first, second] = [{ name: "mollie" }, { name: "genesis" }];

const test = base
  .extend("down", { scope: "file" }, ({ services }) => async () => [
    ...(await listDown(services.db, services.clock.now())),
  ])
  .extend("fail", { scope: "file" }, ({ services }) => async (error: Error, asked = first) => {
    await expect(observe(services, asked, () => Promise.reject(error))).rejects.toBe(error);
  })
  .extend("nothing", { auto: true }, async ({ services }) => {
    await services.db.deleteFrom("provider_failures").execute();
  });

test("R13.03 three failures in a minute make a provider count as down for half a minute, for every process", async ({
  services,
  down,
  fail,
}) => {
  const { clock } = services;
  await fail(timeout);
  await fail(new ProviderFailure("Mollie answered POST /payments with 503", true));
  expect(await down()).toEqual([]);
  await fail(timeout);
  expect(await down()).toEqual(["mollie"]);
  clock.advance(30_000);
  expect(await down()).toEqual([]);
  // one more failure is enough while the others are recent
  await fail(timeout);
  expect(await down()).toEqual(["mollie"]);
  expect(await observe(services, second, async () => "checkout")).toBe("checkout");
  expect(await down(), "another one's answer").toEqual(["mollie"]);
  expect(await observe(services, first, async () => "checkout")).toBe("checkout");
  expect(await down()).toEqual([]);
  for (const _ of [1, 2]) await fail(timeout);
  clock.advance(60_000);
  await fail(timeout);
  expect(await down(), "the others are old").toEqual([]);
  clock.advance(91_000);
  await fail(timeout);
  const rows = await services.db.selectFrom("provider_failures").select("provider").execute();
  expect(rows, "old failures are deleted").toEqual([{ provider: "mollie" }]);
});

test("R13.03 failures of several processes at once are all counted", async ({ down, fail }) => {
  await Promise.all([1, 2, 3].map(() => fail(timeout)));
  expect(await down()).toEqual(["mollie"]);
});

test("R13.03 a refusal, or an error of one order, is an answer: the provider is up", async ({ down, fail }) => {
  for (const _ of [1, 2, 3, 4]) {
    await fail(timeout);
    await fail(new PaymentRefused("the stored method is not valid any more"));
    await fail(timeout);
    await fail(new ProviderFailure("Mollie answered POST /payments with 422", false));
  }
  expect(await down()).toEqual([]);
});
