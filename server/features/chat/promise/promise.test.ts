import { randomUUID } from "node:crypto";
import { deleteChat, getChats, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { getMember } from "#contract/members.ts";
import { blockMember, unblockMember } from "#contract/moderation.ts";
import { getTransactions } from "#contract/transactions.ts";
import { getUpdates } from "#contract/updates.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { takeBack } from "#server/features/credits/index.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";
import { creditsOf, decline, settle, show, write } from "./test-promised.ts";

type Services = Fixtures["services"];

test("R10.01 a first message that no one answers gives its credits back, once, with an update", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  expect((await show(anna, ben)).promise).toEqual({ state: "offered", days: 7 });
  await write(anna, ben);
  await write(anna, ben);
  expect(await creditsOf(services, anna)).toBe(18);
  const until = new Date(services.clock.now().getTime() + 7 * dayMs);
  expect((await show(anna, ben)).promise).toMatchObject({ state: "waiting", credits: 1 });
  expect((await show(ben, anna)).promise).toBeNull();
  services.clock.advance(7 * dayMs - 60_000);
  await settle(services);
  expect(await creditsOf(services, anna)).toBe(18);
  services.clock.advance(60_001);
  await Promise.all([settle(services), settle(services), settle(services)]);
  // the second message cost what it cost
  expect(await creditsOf(services, anna)).toBe(19);
  const { promise } = await show(anna, ben);
  expect(promise).toMatchObject({ state: "given_back", credits: 1, cause: "no_answer" });
  expect(new Date((promise as { at: string }).at).getTime()).toBeGreaterThanOrEqual(until.getTime());
  const { body } = await anna.client.call(getTransactions);
  expect(body.transactions[0]).toMatchObject({ kind: "no_answer", credits: 1, balance: 19 });
  const { updates } = (await anna.client.call(getUpdates)).body;
  expect(updates).toMatchObject([{ kind: "no_answer", path: expect.stringContaining("/chats/") }]);
  // a later answer takes nothing back
  await write(ben, anna);
  await settle(services);
  expect(await creditsOf(services, anna)).toBe(19);
});

test("R10.01 “No, thanks” closes the chat for both and gives the credits back at once, once", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  const { conversation } = (await write(anna, ben)).body;
  expect([(await show(ben, anna)).may_decline, (await show(anna, ben)).may_decline]).toEqual([true, false]);
  expect((await decline(anna, conversation.id)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 8 }, () => decline(ben, conversation.id)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // another reason changes nothing
  expect((await decline(ben, conversation.id, "too_busy")).body.closed.reason).toBe("too_far");
  expect(await creditsOf(services, anna)).toBe(20);
  expect(await show(anna, ben)).toMatchObject({
    promise: { state: "given_back", cause: "declined" },
    closed: { by_me: false, reason: "too_far" },
  });
  expect(await show(ben, anna)).toMatchObject({ promise: null, may_decline: false, closed: { by_me: true } });
  for (const [from, to] of [[anna, ben] as const, [ben, anna] as const]) {
    const { status, body } = await write(from, to);
    expect([status, body.error?.code]).toEqual([403, "chat_closed"]);
    // the list of chats asks neither of them for an answer
    expect((await from.client.call(getChats)).body.chats).toMatchObject([{ closed: true }]);
    expect((await from.client.call(getMember, { query: { id: to.id } })).body).toMatchObject({ writing: "closed" });
  }
  services.clock.advance(8 * dayMs);
  await settle(services);
  expect(await creditsOf(services, anna)).toBe(20);
});

test("R10.01 D6.2 a first message whose credits come back gives its place back: “No, thanks”, silence, also after a block", async ({
  member,
  services,
}) => {
  const [anna, ...others] = [
    await member({ credits: 20 }),
    ...(await Promise.all(Array.from({ length: 7 }, () => member({ credits: 1 })))),
  ];
  const [b, c, d, e, f, g, h] = others as [Member, Member, Member, Member, Member, Member, Member];
  const left = async () => (await show(anna, h)).conversations_left;
  const { conversation } = (await write(anna, b)).body;
  await write(anna, c);
  expect(await left()).toBe(0);
  await decline(b, conversation.id);
  expect(await left()).toBe(1);
  await write(anna, d);
  expect((await write(anna, h)).body.error?.code).toBe("conversation_limit");
  // one is answered, and the other one's author is blocked in silence
  await write(c, anna);
  await d.client.call(blockMember, { body: { id: anna.id } });
  services.clock.advance(7 * dayMs + 1);
  expect(await left()).toBe(0);
  await settle(services);
  expect(await left()).toBe(1);
  await write(anna, e);
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  expect((await write(anna, f)).status).toBe(200);
  expect((await write(anna, g)).body.error?.code).toBe("conversation_limit");
});

test("R11.06 D6.2 a chat without an answer gives its place back after seven days, also without a promise, and takes it again with one", async ({
  member,
  services,
}) => {
  const anna = await member({ credits: 20 });
  const [b, c, d, e] = [await member({ credits: 5 }), await member({ credits: 5 }), await member(), await member()];
  const left = async () => (await show(anna, e)).conversations_left;
  await write(anna, b);
  await write(anna, c);
  await write(c, anna);
  await services.db.deleteFrom("answer_promises").where("author_id", "=", anna.id).execute();
  services.clock.advance(7 * dayMs - 60_000);
  expect(await left()).toBe(0);
  expect((await write(anna, d)).body.error?.code).toBe("conversation_limit");
  services.clock.advance(60_000);
  expect(await left()).toBe(1);
  expect((await anna.client.call(getMember, { query: { id: d.id } })).body.conversations_left).toBe(1);
  // a late answer makes it a chat again; she can go on in all that she has
  await write(b, anna);
  expect(await left()).toBe(0);
  expect((await write(anna, b)).status).toBe(200);
  expect((await write(anna, d)).body.error?.code).toBe("conversation_limit");
});

test("R11.06 of two first messages at once in the one place that came back, one is sent", async ({ member }) => {
  const [anna, b, c, d, e] = [await member({ credits: 20 }), ...(await Promise.all([1, 2, 3, 4].map(() => member())))];
  if (!b || !c || !d || !e) throw new Error("four others");
  const { conversation } = (await write(anna, b)).body;
  await write(anna, c);
  await decline(b, conversation.id);
  const sent = await Promise.all([write(anna, d), write(anna, e)]);
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test("R7.03 R10.01 a repeated message gets its first answer also after the chat was closed", async ({ pair }) => {
  const [anna, ben] = await pair();
  const key = randomUUID();
  const send = () => anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } }, { key });
  const first = await send();
  await decline(ben, first.body.conversation.id);
  const again = await send();
  expect([again.status, again.body.message]).toEqual([200, first.body.message]);
  expect((await write(anna, ben)).body.error?.code).toBe("chat_closed");
});

test("R10.01 a chat that was answered can't be declined", async ({ pair }) => {
  const [anna, ben] = await pair();
  const { conversation } = (await write(anna, ben)).body;
  await write(ben, anna);
  const { status, body } = await decline(ben, conversation.id);
  expect([status, body.error?.code]).toEqual([409, "already_answered"]);
});

test("R10.01 nothing comes back to an author who removes the chat, blocks or is banned; it does if the other did", async ({
  pair,
  services,
}) => {
  const runs: [string, number, (anna: Member, ben: Member, conversation: string) => Promise<unknown>][] = [
    ["author removes the chat", 19, (a, _, id) => a.client.call(deleteChat, { body: { conversation: { id } } })],
    ["recipient removes the chat", 20, (_, b, id) => b.client.call(deleteChat, { body: { conversation: { id } } })],
    ["author blocks", 19, (a, b) => a.client.call(blockMember, { body: { id: b.id } })],
    ["recipient blocks", 20, (a, b) => b.client.call(blockMember, { body: { id: a.id } })],
    ["author is banned", 19, (a) => setStatus(services, a, "banned")],
    ["recipient is banned", 20, (_, b) => setStatus(services, b, "banned")],
    ["recipient deletes the account", 20, (_, b) => setStatus(services, b, "deleted")],
  ];
  for (const [name, wanted, act] of runs) {
    const [anna, ben] = await pair();
    const { conversation } = (await write(anna, ben)).body;
    await act(anna, ben, conversation.id);
    // not at once: the time must not tell a block from silence
    await settle(services);
    expect(await creditsOf(services, anna), name).toBe(19);
    services.clock.advance(7 * dayMs + 1);
    await settle(services);
    expect(await creditsOf(services, anna), name).toBe(wanted);
  }
});

test("R10.01 the list of chats says whose first message still waits, before its author removes the chat", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair({ premium: true });
  const waits = async (member: Member) => {
    return (await member.client.call(getChats)).body.chats.map((chat) => chat.promise_waits);
  };
  await write(anna, ben);
  expect([await waits(anna), await waits(ben)]).toEqual([[true], [false]]);
  await write(ben, anna);
  expect(await waits(anna)).toEqual([false]);
  const [clara, david] = await pair();
  await write(clara, david);
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  expect(await waits(clara)).toEqual([false]);
});

const setStatus = ({ db, clock }: Services, { id }: Member, status: "banned" | "deleted") =>
  db
    .updateTable("accounts")
    .set({ status, [status === "banned" ? "banned_at" : "deleted_at"]: clock.now() })
    .where("id", "=", id)
    .execute();

test("R10.01 a pair gets one promise, also after a block", async ({ pair, services }) => {
  const [anna, ben] = await pair({ premium: true });
  await write(anna, ben);
  await ben.client.call(blockMember, { body: { id: anna.id } });
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  await ben.client.call(unblockMember, { body: { id: anna.id } });
  for (const [from, to] of [[anna, ben] as const, [ben, anna] as const]) {
    expect((await show(from, to)).promise).toBeNull();
  }
  await write(ben, anna);
  services.clock.advance(8 * dayMs);
  await settle(services);
  expect([await creditsOf(services, anna), await creditsOf(services, ben)]).toEqual([20, 19]);
});

test("R10.01 of 200 first messages at once exactly ten get the promise; the others are refused or go without", async ({
  member,
  services,
}) => {
  const anna = await member({ credits: 300, premium: true });
  // new members may begin fewer chats at a time
  services.clock.advance(10 * dayMs);
  const others: Member[] = [];
  for (let count = 0; count < 200; count += 1) others.push(await member());
  const answers = await Promise.all(
    others.map((other, at) =>
      anna.client.call(
        sendMessage,
        { body: { member: other.id, text: `Dear ${at}, what about a walk to number ${at}?` } },
        { key: randomUUID() },
      ),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(409)]).toEqual([10, 190]);
  expect(await creditsOf(services, anna)).toBe(290);
  const refused = others[answers.findIndex(({ status }) => status === 409)] as Member;
  expect((await show(anna, refused)).promise).toEqual({ state: "used_up", days: 7, waiting: 10 });
  expect((await write(anna, refused, { without_promise: true })).status).toBe(200);
  expect((await show(anna, refused)).promise).toBeNull();
  // an answer makes room for the next
  const answered = others[answers.findIndex(({ status }) => status === 200)] as Member;
  await services.db.updateTable("wallets").set({ credits: 5 }).where("member_id", "=", answered.id).execute();
  await write(answered, anna);
  const next = others[answers.findLastIndex(({ status }) => status === 409)] as Member;
  expect((await show(anna, next)).promise).toEqual({ state: "offered", days: 7 });
});

test("R10.01 credits that come back settle a debt first", async ({ pair, services }) => {
  const [anna, ben] = await pair();
  await write(anna, ben);
  const common = { memberId: anna.id, siteId: anna.siteId, now: services.clock.now() };
  const reason = { ...common, cause: "chargeback", causeId: randomUUID() } as const;
  await inTransaction(services.db, (trx) => takeBack(trx, 20, reason));
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  const { body } = await anna.client.call(getTransactions);
  expect(body).toMatchObject({ balance: 0, debt: 0 });
});
