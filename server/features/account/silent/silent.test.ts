import { signUp } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { dayMs } from "#contract/durations.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { plantPurchase } from "#server/features/payments/test-purchase.ts";
import { eraseAccounts } from "#server/features/privacy/jobs.ts";
import { test as base, expect } from "#server/test.ts";
import { restoreByLink } from "../test-leaving.ts";
import { signupForm } from "../test-signup.ts";
import { endSilentAccounts } from "./jobs.ts";

const test = base
  .extend("later", ({ services }, { onCleanup }) => {
    const begin = services.clock.now();
    onCleanup(() => services.clock.set(begin.toISOString()));
    return async (days: number) => {
      services.clock.advance(days * dayMs);
      await endSilentAccounts.run(services, {});
    };
  })
  .extend("statusOf", ({ services }) => async (id: string) => {
    const account = services.db.selectFrom("accounts").select("status").where("id", "=", id);
    return (await account.executeTakeFirst())?.status;
  });

const asked = "Do you still want your Rendezvous account?";

test("D3.9 an account silent for two years is asked once by mail, 30 days later it is deleted with a refund, and erased after 14 more", async ({
  signedUp,
  services,
  siteIds: [siteId],
  later,
  mails,
  statusOf,
}) => {
  const { id, form } = await signedUp();
  const bought = await plantPurchase(services, { id, siteId });
  await later(729);
  expect(await mails(form.email)).not.toContainEqual(expect.objectContaining({ subject: asked }));
  await later(3);
  await later(1);
  const askedMails = (await mails(form.email)).filter(({ subject }) => subject === asked);
  expect(askedMails).toHaveLength(1);
  await later(28);
  expect(await statusOf(id)).toBe("active");
  await later(1);
  expect(await statusOf(id)).toBe("deleted");
  const refunds = await services.db.selectFrom("refunds").selectAll().where("payment_id", "=", bought).execute();
  expect(refunds).toMatchObject([{ amount_minor: 1_000, credits: 10, reason: "account_deleted" }]);
  expect((await mails(form.email)).filter(({ subject }) => subject.endsWith("has been deleted"))).toHaveLength(1);
  await later(15);
  await eraseAccounts.run(services, {});
  expect(await statusOf(id)).toBeUndefined();
});

test("D3.9 a login answers, and so does bringing the account back: the next question comes two years later", async ({
  signedUp,
  given,
  visitor,
  later,
  mails,
  statusOf,
}) => {
  const [one, two] = [await signedUp(), await signedUp()];
  await later(732);
  const { email: login, password } = one.form;
  expect((await visitor().call(logIn, { body: { login, password } })).status).toBe(200);
  await later(31);
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["active", "deleted"]);
  await restoreByLink(given, two.form.email);
  await later(31);
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["active", "active"]);
  for (const { form } of [one, two]) {
    expect((await mails(form.email)).filter(({ subject }) => subject === asked)).toHaveLength(1);
  }
});

test("D3.9 fictional profiles are not asked, and two runs at once ask once", async ({
  signedUp,
  member,
  services,
  later,
  mails,
  statusOf,
}) => {
  const { id: invented, email } = await member({ fictional: true });
  const { form } = await signedUp();
  services.clock.advance(732 * dayMs);
  await Promise.allSettled([endSilentAccounts.run(services, {}), endSilentAccounts.run(services, {})]);
  expect((await mails(form.email)).filter(({ subject }) => subject === asked)).toHaveLength(1);
  await later(31);
  expect(await statusOf(invented)).toBe("active");
  expect((await mails(email)).filter(({ subject }) => subject === asked)).toEqual([]);
});

test("D3.9 a signup that no one confirmed is erased after 14 days, unless it bought something, and its address is free", async ({
  visitor,
  services,
  siteIds: [siteId],
  statusOf,
}) => {
  const { db, clock } = services;
  const begin = clock.now();
  const sign = async (name: string) => {
    const form = signupForm({ name, email: `${name}@example.org` });
    const { body } = await visitor().call(signUp, { body: form });
    return { id: body.user.id, form };
  };
  const [stranger, buyer, debtor] = [await sign("stranger"), await sign("buyer"), await sign("debtor")];
  await plantPurchase(services, { id: buyer.id, siteId });
  await plantPurchase(services, { id: debtor.id, siteId }, { status: "pending" });
  clock.advance(14 * dayMs - 1_000);
  await eraseAccounts.run(services, {});
  expect(await statusOf(stranger.id)).toBe("not_confirmed");
  clock.advance(1_000);
  await eraseAccounts.run(services, {});
  expect([await statusOf(stranger.id), await statusOf(buyer.id), await statusOf(debtor.id)]).toEqual([
    undefined,
    "not_confirmed",
    "not_confirmed",
  ]);
  expect(await balanceOf(db, buyer.id)).toBe(10);
  expect((await visitor().call(signUp, { body: stranger.form })).status).toBe(200);
  clock.set(begin.toISOString());
});
