import { randomUUID } from "node:crypto";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { swipeMember } from "#contract/swipe.ts";
import { getTransactions } from "#contract/transactions.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { addCredits, book, takeBack } from "#server/features/credits/index.ts";
import { expect, type Fixtures, test } from "#server/test.ts";

type Entry = Parameters<typeof book>[1];

/** Books for a member, each change a minute after the one before. */
function booker({ db, clock }: Fixtures["services"], member: { id: string; siteId: number }) {
  const common = () => {
    clock.advance(60_000);
    return { memberId: member.id, siteId: member.siteId, now: clock.now() };
  };
  return {
    book: (amount: number, cause: Entry["cause"], causeId: string = randomUUID()) =>
      book(db, { ...common(), amount, cause, causeId }),
    add: (credits: number, cause: "purchase" | "refund_failed", causeId: string = randomUUID()) =>
      inTransaction(db, (trx) => addCredits(trx, credits, { ...common(), cause, causeId })),
    take: (credits: number, cause: "refund" | "chargeback", causeId: string = randomUUID()) =>
      inTransaction(db, (trx) => takeBack(trx, credits, { ...common(), cause, causeId })),
  };
}

test("D7.1 D7.8 a member reads every change of their credits, newest first, and the balance after each", async ({
  member,
  services,
}) => {
  const anna = await member();
  const { book: change, add, take } = booker(services, anna);
  await change(5, "signup");
  await add(10, "purchase");
  await change(-1, "message");
  await take(4, "refund");
  const { body } = await anna.client.call(getTransactions);
  expect(body.transactions.map(({ kind, credits, balance }) => [kind, credits, balance])).toEqual([
    ["refund", -4, 10],
    ["message", -1, 14],
    ["purchase", 10, 15],
    ["signup", 5, 5],
  ]);
  expect(body).toMatchObject({ balance: 10, debt: 0, next_cursor: null });
  expect(body.transactions.at(-1)?.created_at).toBe("2026-11-20T18:01:00.000Z");
});

test("D7.1 an entry of the history names the recipient of a message, while the viewer may see them", async ({
  pair,
}) => {
  const [anna, ben] = await pair();
  const key = randomUUID();
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } }, { key });
  const named = async () =>
    (await anna.client.call(getTransactions)).body.transactions.map(({ kind, profile }) => [kind, profile?.id ?? null]);
  expect((await named())[0]).toEqual(["message", ben.id]);
  await ben.client.call(blockMember, { body: { id: anna.id } });
  expect((await named())[0]).toEqual(["message", null]);
});

test("D7.1 a chargeback of spent credits is shown as a debt, which the next purchase settles", async ({
  member,
  services,
}) => {
  const ben = await member();
  const { add, take } = booker(services, ben);
  await add(3, "purchase");
  await take(10, "chargeback");
  expect((await ben.client.call(getTransactions)).body).toMatchObject({ balance: 0, debt: 7 });
  await add(10, "purchase");
  const { body } = await ben.client.call(getTransactions);
  expect(body).toMatchObject({ balance: 3, debt: 0 });
  expect(body.transactions.slice(0, 2).map(({ kind, credits }) => [kind, credits])).toEqual([
    ["debt", -7],
    ["purchase", 10],
  ]);
});

test("D7.8 older changes come page by page, and new ones do not shift the pages", async ({ member, services }) => {
  const eva = await member();
  const { book: change } = booker(services, eva);
  for (let count = 1; count <= 65; count += 1) await change(count, "demo");
  const page = async (before?: string) =>
    (await eva.client.call(getTransactions, before === undefined ? {} : { query: { before } })).body;
  const first = await page();
  expect(first.transactions.map(({ credits }) => credits)).toEqual(Array.from({ length: 30 }, (_, n) => 65 - n));
  await change(100, "demo");
  const second = await page(first.next_cursor ?? "");
  expect(second.transactions.map(({ credits }) => credits)).toEqual(Array.from({ length: 30 }, (_, n) => 35 - n));
  const third = await page(second.next_cursor ?? "");
  expect(third.transactions.map(({ credits }) => credits)).toEqual([5, 4, 3, 2, 1]);
  expect(third.next_cursor).toBeNull();
});

test("D7.8 a cursor that is not ours is refused", async ({ member }) => {
  const { client } = await member();
  const { status, body } = await client.call(getTransactions, { query: { before: "x" } });
  expect([status, body.error?.field_codes]).toEqual([400, { before: "invalid" }]);
});

test("D7.1 searching, looking at profiles, liking, swiping and reading cost nothing", async ({ member, services }) => {
  const [anna, ben, cleo] = [await member({ credits: 0 }), await member({ credits: 5 }), await member()];
  const body = { member: anna.id, text: "Hello" };
  expect((await ben.client.call(sendMessage, { body })).status).toBe(200);
  const answers = [
    await anna.client.call(searchMembers, { query: {} }),
    await anna.client.call(getMember, { query: { id: ben.id } }),
    await anna.client.call(likeMember, { body: { id: ben.id } }),
    await anna.client.call(swipeMember, { body: { id: cleo.id, like: true } }),
    await anna.client.call(getChats),
    await anna.client.call(getChat, { query: { member: ben.id } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
  expect(await services.db.selectFrom("ledger").select("cause").where("member_id", "=", anna.id).execute()).toEqual([]);
});
