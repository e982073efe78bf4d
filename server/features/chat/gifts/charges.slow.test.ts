import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { type GiftCode, giftCodes } from "#contract/attachments.ts";
import { sendMessage } from "#contract/chat.ts";
import { openGift, sendGift, usualGiftFactors } from "#contract/gifts.ts";
import { blockMember } from "#contract/moderation.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";

const giftCredits = 5;
const give = (from: Member, to: { id: string }, gift: GiftCode = "rose", key: string = randomUUID()) =>
  from.client.call(sendGift, { body: { member: to.id, gift } }, { key });
const write = (from: Member, to: { id: string }, key: string = randomUUID()) =>
  from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } }, { key });

/** What a member's ledger and messages say: the balance, the sum of the entries, and what the messages cost. */
async function booksOf({ db }: Fixtures["services"], { id }: { id: string }) {
  const ledger = await db.selectFrom("ledger").select(["amount", "cause"]).where("member_id", "=", id).execute();
  const sent = await db.selectFrom("messages").select(["credits", "attachment"]).where("author_id", "=", id).execute();
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    balance: await balanceOf(db, id),
    sum: sum(ledger.map(({ amount }) => amount)),
    gifts: ledger.filter(({ cause }) => cause === "gift").length,
    paidForGifts: sum(sent.flatMap(({ credits, attachment }) => (attachment === "gift" ? [credits] : []))),
    sent: sent.length,
  };
}

test("D6.1 of 60 parallel gifts with credits for 7, exactly 7 are sent and charged", async ({ member, services }) => {
  for (const begun of [false, true]) {
    const [anna, ben] = [await member({ credits: 7 * giftCredits + 4 + (begun ? 1 : 0) }), await member()];
    if (begun) await write(anna, ben);
    const answers = await Promise.all(Array.from({ length: 60 }, () => give(anna, ben)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(402)]).toEqual([7, 53]);
    expect(await booksOf(services, anna)).toMatchObject({ balance: 4, sum: 4, gifts: 7, paidForGifts: 35 });
  }
});

test("D6.1 parallel texts and gifts never spend more than there is, and leave less than a refused one costs", async ({
  member,
  services,
}) => {
  const [anna, ben, eva] = [await member({ credits: 43, premium: true }), await member(), await member()];
  const sends = Array.from({ length: 80 }, (_, at) => {
    const to = at % 2 ? ben : eva;
    return at % 3 ? { price: giftCredits, answer: give(anna, to) } : { price: 1, answer: write(anna, to) };
  });
  let spent = 0;
  let cheapestRefused = Number.POSITIVE_INFINITY;
  for (const { price, answer } of sends) {
    const { status } = await answer;
    expect([200, 402]).toContain(status);
    if (status === 200) spent += price;
    else cheapestRefused = Math.min(cheapestRefused, price);
  }
  const { balance, sum } = await booksOf(services, anna);
  expect([balance, sum]).toEqual([43 - spent, 43 - spent]);
  expect(balance).toBeLessThan(cheapestRefused);
});

const step = fc.oneof(
  fc.record({ do: fc.constant("write" as const), from: fc.nat(2), to: fc.nat(2) }),
  fc.record({
    do: fc.constant("give" as const),
    from: fc.nat(2),
    to: fc.nat(2),
    gift: fc.constantFrom(...giftCodes),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant("open" as const), from: fc.nat(2), which: fc.nat(6) }),
  fc.record({ do: fc.constant("block" as const), from: fc.nat(2), to: fc.nat(2) }),
);

test("D6.1 D7.1 in any sequence of texts, gifts, openings and blocks the balances are the sums of their ledgers", async ({
  member,
  services,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const people = await Promise.all([0, 1, 2].map(() => member({ credits: 60, premium: true })));
      const balances = [60, 60, 60];
      const blocked = new Set<string>();
      let gifts: { id: string; from: number; to: number; opened: boolean }[] = [];
      for (const one of steps) {
        const from = people[one.from] as Member;
        if (one.do === "open") {
          const gift = gifts[one.which];
          if (!gift) continue;
          const { status } = await from.client.call(openGift, { body: { message: gift.id } });
          expect(status).toBe(gift.to === one.from ? 200 : 404);
          gift.opened ||= gift.to === one.from;
          continue;
        }
        const to = people[one.to] as Member;
        const pair = [one.from, one.to].sort().join();
        if (one.do === "block") {
          if (one.from === one.to) continue;
          expect((await from.client.call(blockMember, { body: { id: to.id } })).status).toBe(200);
          blocked.add(pair);
          gifts = gifts.filter((gift) => [gift.from, gift.to].sort().join() !== pair);
          continue;
        }
        const price = one.do === "write" ? 1 : giftCredits * usualGiftFactors[one.gift];
        const key = randomUUID();
        const answers = await Promise.all(
          Array.from({ length: one.do === "write" ? 1 : one.times }, () =>
            one.do === "write" ? write(from, to, key) : give(from, to, one.gift, key),
          ),
        );
        const enough = (balances[one.from] ?? 0) >= price;
        const wanted = one.from === one.to ? 422 : blocked.has(pair) ? 403 : enough ? 200 : 402;
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => wanted));
        if (wanted !== 200) continue;
        balances[one.from] = (balances[one.from] ?? 0) - price;
        const id = answers[0]?.body.message.id ?? "";
        if (one.do === "give") gifts.push({ id, from: one.from, to: one.to, opened: false });
      }
      for (const [index, person] of people.entries()) {
        expect(await booksOf(services, person)).toMatchObject({ balance: balances[index], sum: balances[index] });
      }
      const ids = people.map(({ id }) => id);
      const stored = await services.db.selectFrom("gifts").selectAll().where("recipient_id", "in", ids).execute();
      const told = stored.map((row) => [row.message_id, row.recipient_id, row.opened_at !== null]);
      expect(told.sort()).toEqual(gifts.map(({ id, to, opened }) => [id, people[to]?.id, opened]).sort());
    }),
    { numRuns: 12, seed: 20_261_121 },
  );
}, 120_000);

test("R6.07 gifts that cross each other and a block end in no deadlock, and leave none behind", async ({
  member,
  services,
}) => {
  for (let round = 0; round < 16; round += 1) {
    const [anna, ben] = [await member({ credits: 100 }), await member({ credits: 100 })];
    const first = round % 2 === 0 ? (await give(anna, ben)).body.message.id : randomUUID();
    const sends = Array.from({ length: 16 }, (_, at) => (at % 2 ? give(anna, ben) : give(ben, anna)));
    const opens = Array.from({ length: 3 }, () => ben.client.call(openGift, { body: { message: first } }));
    const [block, ...others] = await Promise.all([
      ben.client.call(blockMember, { body: { id: anna.id } }),
      ...sends,
      ...opens,
    ]);
    expect(block.status).toBe(200);
    for (const { status, body } of others) expect([200, 403, 404], JSON.stringify(body)).toContain(status);
    const left = await services.db
      .selectFrom("gifts")
      .select("gift")
      .where("recipient_id", "in", [anna.id, ben.id])
      .execute();
    expect(left).toEqual([]);
    for (const one of [anna, ben]) {
      const { balance, sum } = await booksOf(services, one);
      expect(balance).toBe(sum);
    }
  }
}, 60_000);
