import { getTransactions } from "#contract/transactions.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { talkIn, test } from "./test-talk.ts";

const minutesOf = async ({ db }: Fixtures["services"], { id }: { id: string }) =>
  await db
    .selectFrom("ledger")
    .select(["amount", "balance", "cause_id"])
    .where("member_id", "=", id)
    .where("cause", "=", "talk")
    .orderBy("id")
    .execute();
const balanceOf = async ({ db }: Fixtures["services"], { id }: { id: string }) =>
  (await db.selectFrom("wallets").select("credits").where("member_id", "=", id).executeTakeFirstOrThrow()).credits;

test("R12.02 each minute that begins is charged once, to the asker alone", async ({
  talking,
  siteHas,
  services,
  pass,
  events,
}) => {
  await siteHas({ call_minute_credits: 2 });
  const { anna, ben, hers, his, id } = await talking();
  const before = await balanceOf(services, anna);
  const [hers0, bens] = [before + 2, await balanceOf(services, ben)];
  expect(await minutesOf(services, anna)).toHaveLength(1);
  const heard = events(anna);
  await pass(59, id, hers, his);
  expect(await minutesOf(services, anna)).toHaveLength(1);
  // both report the same minute at once, and it is charged once
  services.clock.advance(1_000);
  await Promise.all([hers.beat(id), his.beat(id), hers.beat(id), his.beat(id)]);
  expect(heard).toEqual([{ type: "credits", credits: hers0 - 4 }]);
  await pass(60, id, hers, his);
  const entries = await minutesOf(services, anna);
  expect(entries.map(({ amount, balance }) => [amount, balance])).toEqual([
    [-2, hers0 - 2],
    [-2, hers0 - 4],
    [-2, hers0 - 6],
  ]);
  expect(talkIn(await hers.end(id))).toMatchObject({ end: "hung_up", charged: 6 });
  expect(await balanceOf(services, anna)).toBe(hers0 - 6);
  expect(await balanceOf(services, ben)).toBe(bens);
  expect(await minutesOf(services, ben)).toEqual([]);
  const { body } = await anna.client.call(getTransactions);
  expect(body.transactions.slice(0, 3)).toMatchObject([
    { kind: "talk", credits: -2 },
    { kind: "talk", credits: -2 },
    { kind: "talk", credits: -2 },
  ]);
});

test("R12.02 a call ends once the asker's credits are used up, and says so a minute before", async ({
  friends,
  siteHas,
  services,
  pass,
}) => {
  await siteHas({ call_minute_credits: 5 });
  const { anna, ben, hers, his } = await friends({ credits: 13 });
  const left = await balanceOf(services, anna);
  expect(left).toBe(12);
  const { id } = talkIn(await hers.ask(ben));
  expect(talkIn(await his.accept(id))).toMatchObject({ state: "running", charged: 0, credits_end_at: null });
  const begun = services.clock.now().getTime();
  expect(talkIn(await hers.beat(id))).toMatchObject({ charged: 5, credits_end_at: null });
  await pass(60, id, hers, his);
  const endsAt = new Date(begun + 120_000).toISOString();
  expect(talkIn(await hers.beat(id))).toMatchObject({ charged: 10, credits_end_at: endsAt });
  // the other one does not learn what the asker has
  expect(talkIn(await his.beat(id))).toMatchObject({ charged: 0, credits_end_at: null });
  await pass(59, id, hers, his);
  expect(await hers.open()).toMatchObject({ state: "running" });
  await pass(3, id, his);
  expect(talkIn(await hers.beat(id))).toMatchObject({ state: "ended", end: "credits" });
  expect(await balanceOf(services, anna)).toBe(2);
});

test("R12.02 who can't pay a minute asks no one", async ({ friends, siteHas }) => {
  await siteHas({ call_minute_credits: 30 });
  const { ben, hers, his } = await friends();
  expect((await hers.ask(ben)).body).toMatchObject({ error: { code: "not_enough_credits" } });
  expect(await his.open()).toBeNull();
});

test("R12.02 a minute that costs more than the asker saw is refused, uncharged", async ({
  friends,
  siteHas,
  services,
}) => {
  await siteHas({ call_minute_credits: 3 });
  const { anna, ben, hers, his } = await friends();
  expect((await hers.ask(ben, { credits: 2 })).body).toMatchObject({ error: { code: "talk_price_changed" } });
  expect(await his.open()).toBeNull();
  const asked = talkIn(await hers.ask(ben, { credits: 3 }));
  // a price that rises meanwhile is not that of this call
  await siteHas({ call_minute_credits: 9 });
  talkIn(await his.accept(asked.id));
  expect((await minutesOf(services, anna)).map(({ amount }) => amount)).toEqual([-3]);
});

test("R12.02 a call that is free books nothing, and one that does not begin costs nothing", async ({
  talking,
  friends,
  siteHas,
  services,
  pass,
}) => {
  const free = await talking();
  await pass(120, free.id, free.hers, free.his);
  expect(await minutesOf(services, free.anna)).toEqual([]);
  await siteHas({ call_minute_credits: 2 });
  const { anna, ben, hers, his } = await friends();
  const { id } = talkIn(await hers.ask(ben));
  await his.end(id);
  expect(await minutesOf(services, anna)).toEqual([]);
});
