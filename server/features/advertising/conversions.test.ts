import { signUp } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { recordFirstPurchase } from "#server/features/account/index.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { test as base, expect } from "#server/test.ts";
import { addVisits } from "./counts-store.ts";
import { compareVariants, purgeResults } from "./results.ts";
import { findResults } from "./results-store.ts";
import { makeOrigin } from "./test-origin.ts";

const period = { from: "2026-01-01", to: "2027-12-31" };

const test = base
  .extend("results", { scope: "file" }, ({ services, siteIds }) => (by: Parameters<typeof findResults>[2]) => {
    return findResults(services.db, { siteId: siteIds[0], ...period }, by);
  })
  .extend("visit", { scope: "file" }, ({ services, siteIds }) => {
    return (origin: Parameters<typeof makeOrigin>[0], visits: number, day = "2026-11-20") =>
      addVisits(services.db, [{ siteId: siteIds[0], day, origin: makeOrigin(origin), visits }]);
  })
  .extend("nothing", { auto: true }, async ({ services }) => {
    await services.db.deleteFrom("visit_counts").execute();
    await services.db.deleteFrom("conversions").execute();
  });

const tracking = { network: "adnet", ref: "spring", sub1: "click-1", lander: "gallery", slug: "x", variant: "b" };

test("D10.2 R3.09 a signup, its confirmation and its first purchase are counted once each, where the visit began", async ({
  signedUp,
  results,
  visit,
  services,
  siteIds,
}) => {
  await visit({ lander: "gallery", slug: "x", network: "adnet" }, 10);
  const anna = await signedUp({ name: "Result A", email: "resulta@example.org", tracking });
  const buy = { memberId: anna.id, siteId: siteIds[0], amount: 995, currency: "EUR", now: services.clock.now() };
  await recordFirstPurchase(services.db, buy);
  await signedUp({ name: "Result B", email: "resultb@example.org" });
  expect(await results(["lander", "slug", "network"])).toMatchObject([
    {
      of: { lander: "gallery", slug: "x", network: "adnet" },
      visits: 10,
      signups: 1,
      confirmations: 1,
      purchases: 1,
      first_paid: { EUR: 995 },
    },
    {
      of: { lander: "", slug: "", network: "" },
      visits: 0,
      signups: 1,
      confirmations: 1,
      purchases: 0,
      first_paid: {},
    },
  ]);
  const [whole] = await results([]);
  expect(whole).toMatchObject({ visits: 10, signups: 2, first_paid: { EUR: 995 } });
  expect((await results(["day"])).map(({ of }) => of.day)).toEqual(["2026-11-20"]);
  expect(await results(["sub1", "language"])).toContainEqual(
    expect.objectContaining({ of: { sub1: "click-1", language: "en" }, signups: 1 }),
  );
});

test("D10.2 two tabs and repeated requests count a signup once, a refused one not at all", async ({
  visitor,
  results,
}) => {
  const form = { ...signupForm({ name: "Twice", email: "twice@example.org" }), tracking };
  const client = visitor();
  const key = crypto.randomUUID();
  const answers = await Promise.all([
    client.call(signUp, { body: form }, { key }),
    client.call(signUp, { body: form }, { key }),
    visitor().call(signUp, { body: form }),
    visitor().call(signUp, { body: { ...form, date_of_birth: "2020-01-01" } }),
  ]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect((await results([]))[0]?.signups).toBe(1);
});

test("D10.2 money in several currencies stays apart, and a conversion holds nothing of the member", async ({
  signedUp,
  services,
  siteIds,
  results,
}) => {
  const { db, clock } = services;
  for (const [name, currency, amount] of [
    ["Eur", "EUR", 995],
    ["Sek", "SEK", 11_500],
    ["Two", "EUR", 5],
  ] as const) {
    const { id } = await signedUp({ name, email: `${name}@example.org`, tracking: { network: "money" } });
    await recordFirstPurchase(db, { memberId: id, siteId: siteIds[0], amount, currency, now: clock.now() });
    const rows = await db.selectFrom("conversions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(`${name.toLowerCase()}@`);
  }
  expect((await results(["network"]))[0]).toMatchObject({ purchases: 3, first_paid: { EUR: 1_000, SEK: 11_500 } });
});

test("D10.2 the results stay when the member is erased", async ({ signedUp, services, results }) => {
  const { id } = await signedUp({ name: "Erased", email: "erased@example.org", tracking });
  await services.db.deleteFrom("wallets").where("member_id", "=", id).execute();
  await services.db.deleteFrom("accounts").where("id", "=", id).execute();
  expect((await results(["network"]))[0]).toMatchObject({ of: { network: "adnet" }, signups: 1, confirmations: 1 });
});

test("D2.1 results of another site are not counted in", async ({ signedUp, services, siteIds, results }) => {
  await signedUp({ name: "Elsewhere", email: "elsewhere@example.org", tracking }, "127.0.0.1");
  const there = await findResults(services.db, { siteId: siteIds[1], ...period }, []);
  expect(there[0]?.signups).toBe(1);
  expect((await results([]))[0]?.signups).toBe(0);
});

test("D10.2 two variants of a lander are compared while the site splits its visitors, and the table says so", async ({
  signedUp,
  services,
  siteIds,
  visit,
  siteHas,
}) => {
  const { db } = services;
  await siteHas({ compared_landers: ["gallery"] });
  await visit({ lander: "gallery", variant: "a" }, 1_200);
  await visit({ lander: "gallery", variant: "b" }, 1_000);
  await visit({ lander: "video" }, 50);
  await signedUp({ name: "Variant", email: "variant@example.org", tracking });
  await signedUp({ name: "Video", email: "video@example.org", tracking: { lander: "video", variant: "b" } });
  const [gallery, ...others] = await compareVariants(db, { siteId: siteIds[0], ...period });
  expect(others).toEqual([]);
  expect(gallery).toMatchObject({ lander: "gallery", variants: [{ visits: 1_200 }, { visits: 1_000, signups: 1 }] });
  expect(gallery?.verdict).toBe("undecided");
});

test("D10.2 after 90 days results forget the sub ids, and the sums stay", async ({
  services,
  results,
  visit,
  signedUp,
}) => {
  await signedUp({ name: "Forget", email: "forget@example.org", tracking });
  const adnet = { lander: "gallery", slug: "x", network: "adnet", ref: "spring" };
  await visit({ ...adnet, sub1: "click-1" }, 3);
  await visit({ ...adnet, sub1: "click-2" }, 4);
  await visit(adnet, 5);
  await visit({ ...adnet, sub1: "click-3" }, 1, "2026-11-22");
  services.clock.advance(91 * dayMs);
  await purgeResults.run(services, {});
  await purgeResults.run(services, {});
  const rows = await services.db.selectFrom("signup_tracking").select(["sub1", "ref"]).distinct().execute();
  expect(rows.filter(({ ref }) => ref === "spring")).toEqual([{ sub1: "", ref: "spring" }]);
  const sums = await results(["day", "sub1", "ref"]);
  expect(sums.map(({ of, visits, signups }) => [of.day, of.sub1, of.ref, visits, signups])).toEqual([
    ["2026-11-20", "", "spring", 12, 1],
    ["2026-11-22", "click-3", "spring", 1, 0],
  ]);
});
