import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { sendGift } from "#contract/gifts.ts";
import { blockMember } from "#contract/moderation.ts";
import { lockPair } from "#server/db/locks.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";
import { picture, sendTo } from "../photos/test-photos.ts";
import { closeOpenReview as closeReview } from "./first-messages-store.ts";
import { purgeFirstMessages } from "./record-first-message.ts";
import { newcomerChats, reviewRecipients, sameTextMembers } from "./rules.ts";

const asking = "Please send me 50 euros, my card is blocked";
const spam = "You look wonderful, I would love to get to know you better";
const write = (from: Pick<Member, "client">, to: { id: string }, text: string, key: string = randomUUID()) =>
  from.client.call(sendMessage, { body: { member: to.id, text, without_promise: true } }, { key });
const risksOf = async (reader: Member, other: { id: string }) =>
  (await reader.client.call(getChat, { query: { member: other.id } })).body.messages.map(({ risks }) => risks ?? null);
const several = (member: Fixtures["member"], count: number) =>
  Promise.all(Array.from({ length: count }, () => member({ credits: 20 })));

test("D11.3 a first message that asks for money arrives, marked for its recipient and for no one else", async ({
  pair,
  events,
}) => {
  const [anna, ben] = await pair({ credits: 20 });
  const [toAnna, toBen] = [events(anna), events(ben)];
  const sent = (await write(ben, anna, asking)).body;
  expect(sent.message).not.toHaveProperty("risks");
  expect(toAnna).toMatchObject([{ type: "message", text: asking, risks: ["money"] }]);
  expect(JSON.stringify(toBen)).not.toContain("risks");
  expect(await risksOf(anna, ben)).toEqual([["money"]]);
  expect(await risksOf(ben, anna)).toEqual([null]);
  expect(JSON.stringify((await ben.client.call(getChats)).body)).not.toContain("risks");
});

test("D11.3 until the recipient has answered each message is a first one, then none is", async ({ pair }) => {
  const [anna, ben] = await pair({ credits: 20 });
  await write(ben, anna, "Hello");
  await write(ben, anna, "Write to ben at gmail dot com, or send me money");
  await write(anna, ben, "No thanks");
  await write(ben, anna, asking);
  await write(anna, ben, asking);
  expect(await risksOf(anna, ben)).toEqual([null, ["contact", "money"], null, null, null]);
  expect(await risksOf(ben, anna)).toEqual([null, null, null, null, null]);
});

test("D11.3 a repeated key marks and counts once; what was refused leaves nothing", async ({ pair, services }) => {
  const [anna, ben] = await pair({ credits: 20 });
  const key = randomUUID();
  await Promise.all([write(ben, anna, asking, key), write(ben, anna, asking, key)]);
  await write(ben, anna, asking, key);
  const rows = services.db.selectFrom("first_messages").select("risky").where("author_id", "=", ben.id);
  expect(await rows.execute()).toEqual([{ risky: true }]);
});

test("D11.3 marked messages to three members open one review; a block takes none of them back", async ({
  member,
  services,
}) => {
  const { db, clock } = services;
  const ben = await member({ credits: 20, premium: true, name: "Reviewed" });
  const others = await several(member, reviewRecipients + 1);
  const open = db.selectFrom("reviews").selectAll().where("closed_at", "is", null);
  const ofBen = () => open.where("member_id", "=", ben.id).execute();
  for (const [index, other] of others.entries()) {
    await write(ben, other, asking);
    await write(ben, other, `${asking} now`);
    await other.client.call(blockMember, { body: { id: ben.id } });
    expect((await ofBen()).map(({ recipients }) => recipients)).toEqual(index < 2 ? [] : [index + 1]);
  }
  const [review] = await ofBen();
  expect(await closeReview(db, review?.id ?? "", clock.now())).toBe(true);
  expect(await closeReview(db, review?.id ?? "", clock.now())).toBe(false);
  expect(await ofBen()).toEqual([]);
  clock.advance(1_000);
  // what was looked at does not count again
  const [one] = await several(member, 1);
  if (one) await write(ben, one, asking);
  expect(await ofBen()).toEqual([]);
});

test("D11.3 one text is sent to five members a day, in whatever spelling; the sixth costs nothing", async ({
  member,
  services,
}) => {
  const ben = await member({ credits: 30, premium: true });
  const others = await several(member, sameTextMembers + 2);
  const answers = await Promise.all(others.map((other, index) => write(ben, other, `${spam}${"!".repeat(index)}`)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBe(sameTextMembers);
  for (const { status, body } of refused) {
    expect([status, body.error?.code, body.error?.message]).toEqual([
      429,
      "same_text_limit",
      expect.stringContaining(`${sameTextMembers} people`),
    ]);
  }
  expect(await balanceOf(services.db, ben.id)).toBe(30 - sameTextMembers);
  const begun = services.db.selectFrom("conversations").select("id").where("started_by", "=", ben.id);
  expect(await begun.execute()).toHaveLength(sameTextMembers);
  const last = others[answers.findIndex(({ status }) => status !== 200)] ?? ben;
  expect((await write(ben, last, "Your cat in the third photo looks like mine")).status).toBe(200);
  services.clock.advance(dayMs);
  expect((await write(ben, last, spam)).status).toBe(200);
});

test("D11.3 in their first days members begin ten chats an hour, premium or not; the answer says when they go on", async ({
  member,
  services,
}) => {
  const ben = await member({ credits: 60, premium: true });
  const old = await member({ credits: 60, premium: true, createdAt: new Date("2026-01-01T00:00:00Z") });
  const others = await several(member, newcomerChats + 1);
  for (const other of others) expect((await write(old, other, "Hello")).status).toBe(200);
  for (const other of others.slice(1)) expect((await write(ben, other, "Hello")).status).toBe(200);
  services.clock.advance(10 * 60_000);
  const [last = ben, known = ben] = others;
  const { status, body, headers } = await write(ben, last, "Hello");
  expect([status, body.error?.code, headers["retry-after"]]).toEqual([429, "new_chats_limit", "3000"]);
  expect(body.error?.message).toContain("50 min.");
  expect((await write(ben, known, "And one more thing")).status).toBe(200);
  services.clock.advance(50 * 60_000);
  expect((await write(ben, last, "Hello")).status).toBe(200);
});

test("D11.3 of two members who write to each other at the same instant one begins the chat, the other answers", async ({
  pair,
  services,
}) => {
  const { db } = services;
  const [anna, ben] = await pair();
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length;
  };
  // both have found no chat, and wait for the lock of the pair
  const sent = await db.transaction().execute(async (trx) => {
    await lockPair(trx, anna.id, ben.id);
    const both = [write(anna, ben, spam), write(ben, anna, spam)];
    await expect.poll(waiting).toBe(2);
    return both;
  });
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200]);
  const begun = await db
    .selectFrom("first_messages")
    .select(["author_id", "begins"])
    .where("author_id", "in", [anna.id, ben.id])
    .execute();
  const { started_by } = await db
    .selectFrom("conversations")
    .select("started_by")
    .where("started_by", "in", [anna.id, ben.id])
    .executeTakeFirstOrThrow();
  expect(begun).toEqual([{ author_id: started_by, begins: true }]);
});

test("D11.3 the words of a photo or a gift count as a text that was written to too many", async ({ member }) => {
  const ben = await member({ credits: 60, premium: true });
  const others = await several(member, sameTextMembers + 1);
  for (const other of others.slice(1)) expect((await write(ben, other, spam)).status).toBe(200);
  const [last = ben] = others;
  const gift = { member: last.id, gift: "rose", text: spam, without_promise: true } as const;
  expect((await ben.client.call(sendGift, { body: gift }, { key: randomUUID() })).body.error?.code).toBe(
    "same_text_limit",
  );
  expect((await sendTo(ben, last, await picture(), { text: spam })).body.error?.code).toBe("same_text_limit");
});

test("R10.01 D11.3 a newcomer who may begin no chat now is not offered to send without the promise", async ({
  member,
  services,
}) => {
  const ben = await member({ credits: 60, premium: true });
  const others = await several(member, newcomerChats + 1);
  for (const other of others.slice(1)) expect((await write(ben, other, "Hello")).status).toBe(200);
  const [last = ben] = others;
  const offer = async () => (await ben.client.call(getChat, { query: { member: last.id } })).body.promise;
  const errors = async () => {
    const key = randomUUID();
    const text = await ben.client.call(sendMessage, { body: { member: last.id, text: "Hello" } }, { key });
    const gift = await ben.client.call(sendGift, { body: { member: last.id, gift: "rose" } }, { key: randomUUID() });
    const photo = await sendTo(ben, last, await picture());
    return [text, gift, photo].map(({ body }) => body.error?.code);
  };
  expect(await offer()).toBeNull();
  expect(await errors()).toEqual(Array(3).fill("new_chats_limit"));
  services.clock.advance(60 * 60_000 + 1);
  expect(await offer()).toMatchObject({ state: "used_up", waiting: newcomerChats });
  expect(await errors()).toEqual(Array(3).fill("open_first_messages"));
});

test("R7.03 D6.2 a used key begins no chat with another member: no message, no gift, no photo, in parallel neither", async ({
  member,
  services,
}) => {
  const image = await picture();
  const acts: [
    string,
    (from: Member, to: Member, key: string) => Promise<{ status: number; body: Partial<ErrorBody> }>,
  ][] = [
    ["message", (from, to, key) => write(from, to, "Hello", key)],
    ["gift", ({ client }, { id }, key) => client.call(sendGift, { body: { member: id, gift: "coffee" } }, { key })],
    ["photo", (from, to, key) => sendTo(from, to, image, { key })],
  ];
  for (const [kind, act] of acts) {
    const ben = await member({ credits: 60, premium: true });
    const others = await several(member, 16);
    const key = randomUUID();
    const answers = await Promise.all(others.map((other) => act(ben, other, key)));
    const codes = answers.map(({ body }) => body.error?.code ?? "sent").sort();
    expect({ kind, codes }).toEqual({ kind, codes: [...Array(15).fill("idempotency_key_reused"), "sent"] });
    const begun = services.db.selectFrom("conversations").select("id").where("started_by", "=", ben.id);
    expect(await begun.execute()).toHaveLength(1);
  }
});

test("D11.3 a used key does not lift the limit of new chats, nor use up a free member's two", async ({ member }) => {
  const ben = await member({ credits: 60, premium: true });
  const [first = ben, ...others] = await several(member, newcomerChats + 4);
  const key = randomUUID();
  expect((await write(ben, first, "Hello", key)).status).toBe(200);
  for (const other of others) expect((await write(ben, other, "Hello again", key)).status).toBe(422);
  const answers = await Promise.all(others.map((other, index) => write(ben, other, `Number ${index}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(newcomerChats - 1);

  const free = await member({ credits: 60 });
  const [one = ben, two = ben, three = ben] = others;
  expect((await write(free, one, "Hello", key)).status).toBe(200);
  expect((await write(free, two, "Hello again", key)).status).toBe(422);
  expect((await write(free, three, "Hello")).status).toBe(200);
});

test("D11.3 hashes are forgotten after a day, marked messages after 30", async ({ pair, services }) => {
  const [anna, ben] = await pair({ credits: 20 });
  await write(ben, anna, spam);
  await write(ben, anna, `${asking}, it is really very urgent`);
  const rows = () =>
    services.db.selectFrom("first_messages").select(["risky", "text_hash"]).where("author_id", "=", ben.id).execute();
  expect(await rows()).toHaveLength(2);
  services.clock.advance(86_400_001);
  for (const job of [purgeFirstMessages, purgeOldRows]) await job.run(services, {});
  expect(await rows()).toEqual([{ risky: true, text_hash: null }]);
  services.clock.advance(29 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await rows()).toEqual([]);
});
