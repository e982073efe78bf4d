import { getUser, signUp } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { getSettings } from "#contract/sites.ts";
import { recordFirstPurchase } from "#server/features/account/index.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { changeSettings } from "#server/features/sites/test-settings.ts";
import { test as base, expect } from "#server/test.ts";
import { sendPostbacks } from "./send-postbacks.ts";
import { sumConversions } from "./sum-conversions.ts";
import { makeOrigin } from "./test-origin.ts";

const sums_url = "https://net.example/sums?n={count}&of={step}&day={day}&sum={amount_minor}{currency}&id={report}";
const url = "https://net.example/click?click={sub1}&step={step}&id={conversion}";

const test = base
  .extend("adnet", { auto: true, scope: "file" }, async ({ services, siteIds }) => {
    const steps = ["signup" as const, "purchase" as const];
    await changeSettings(services, siteIds[0], { postbacks: [{ network: "adnet", steps, sums_url, url }] });
  })
  .extend("told", { scope: "file" }, ({ services }) => async () => {
    services.postbacks.sent.length = 0;
    await sumConversions.run(services, {});
    await sendPostbacks.run(services, {});
    return services.postbacks.sent.map((address) => address.replace(/&id=[\w-]{36}$/, ""));
  })
  .extend("nothing", { auto: true }, async ({ services }) => {
    await services.db.deleteFrom("conversions").execute();
  })
  .extend("plant", { scope: "file" }, ({ services, siteIds }) => async (step: string, count: number) => {
    const day = services.clock.now().toISOString().slice(0, 10);
    const money = step === "purchase" ? { currency: "EUR", amount_minor: 1_000 } : {};
    const row = {
      site_id: siteIds[0],
      day,
      step,
      ...makeOrigin({ network: "adnet", sub1: "x" }),
      ...money,
      to_sum: true,
    };
    await services.db
      .insertInto("conversions")
      .values(Array.from({ length: count }, () => row))
      .execute();
  });

let count = 0;
const someone = () => {
  count += 1;
  const tracking = { network: "adnet", sub1: "click 1" };
  return signupForm({ name: `Sum ${count}`, email: `sum${count}@example.org`, tracking });
};

test("D14.5 without a yes a network gets the sums of a day after its end, and nothing of a click", async ({
  plant,
  visitor,
  services,
  siteIds,
  told,
}) => {
  await plant("signup", 9);
  await plant("purchase", 10);
  const { body } = await visitor().call(signUp, { body: someone() });
  const buy = { siteId: siteIds[0], amount: 995, currency: "EUR", now: services.clock.now() };
  await recordFirstPurchase(services.db, { ...buy, memberId: body.user.id });
  const day = services.clock.now().toISOString().slice(0, 10);
  expect(await told(), "the day is not over").toEqual([]);
  services.clock.advance(dayMs);
  expect((await told()).toSorted()).toEqual([
    `https://net.example/sums?n=10&of=signup&day=${day}&sum=`,
    `https://net.example/sums?n=11&of=purchase&day=${day}&sum=10995EUR`,
  ]);
  expect(await told(), "each conversion is in one sum").toEqual([]);
});

test("D14.5 fewer than ten wait until later days make them ten, and are never told after 90 days", async ({
  plant,
  services,
  told,
}) => {
  await plant("signup", 9);
  services.clock.advance(dayMs);
  expect(await told()).toEqual([]);
  await plant("signup", 1);
  services.clock.advance(dayMs);
  expect(await told()).toEqual([expect.stringContaining("n=10&of=signup")]);
  await plant("signup", 9);
  services.clock.advance(91 * dayMs);
  await plant("signup", 1);
  services.clock.advance(dayMs);
  expect(await told()).toEqual([]);
});

test("D14.5 two workers tell of each conversion once", async ({ plant, services, told }) => {
  await plant("signup", 30);
  services.clock.advance(dayMs);
  await Promise.all([1, 2, 3].map(() => sumConversions.run(services, {})));
  await told();
  const { rows } = await services.pool.query(
    "select sum(conversions)::int as told from postbacks where status = 'sent'",
  );
  expect(rows).toEqual([{ told: 30 }]);
});

test("D14.5 Global Privacy Control is a no, and a click is no longer told once the yes is withdrawn", async ({
  visitor,
  services,
  siteIds,
  told,
}) => {
  const click_consent = true;
  const headers = { "sec-gpc": "1" };
  const objecting = visitor();
  await objecting.call(signUp, { body: { ...someone(), click_consent } }, { headers });
  expect(await told()).toEqual([]);
  expect((await objecting.call(getOwnProfile)).body.shares_click).toBe(false);

  const agreeing = visitor();
  const { body } = await agreeing.call(signUp, { body: { ...someone(), click_consent } });
  expect(await told()).toEqual(["https://net.example/click?click=click%201&step=signup"]);
  expect((await agreeing.call(getOwnProfile)).body.shares_click).toBe(true);
  const consents = services.db.selectFrom("consents").select(["given", "words"]).where("subject", "=", "click");
  expect(await consents.execute()).toEqual([{ given: true, words: expect.stringContaining("adnet may learn") }]);

  expect((await agreeing.call(saveProfile, { body: { shares_click: false } })).body.shares_click).toBe(false);
  const buy = { siteId: siteIds[0], amount: 995, currency: "EUR", now: services.clock.now() };
  await recordFirstPurchase(services.db, { ...buy, memberId: body.user.id });
  expect(await told()).toEqual([]);
  expect((await consents.execute()).map(({ given }) => given)).toEqual([true, false]);
  expect((await agreeing.call(getUser)).status).toBe(200);
});

test("D14.5 a yes counts only for a click that a network numbers", async ({ visitor, told }) => {
  const { body } = await visitor().call(getSettings);
  expect(body.settings.click_networks).toEqual(["adnet"]);
  for (const tracking of [{ network: "adnet" }, { network: "other", sub1: "x" }, { ref: "adnet", sub1: "x" }]) {
    const client = visitor();
    await client.call(signUp, { body: { ...someone(), tracking, click_consent: true } });
    expect((await client.call(getOwnProfile)).body.shares_click).toBe(false);
  }
  expect(await told()).toEqual([]);
});
