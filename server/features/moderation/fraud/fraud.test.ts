import { randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { getFraudWarning } from "#contract/fraud-warnings.ts";
import { sendGift } from "#contract/gifts.ts";
import { blockMember, unblockMember } from "#contract/moderation.ts";
import { getMemberFile, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { getTransactions } from "#contract/transactions.ts";
import { getUpdates } from "#contract/updates.ts";
import { settlePromises } from "#server/features/chat/promise/settle-promise.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { warnContacts } from "./warn-contacts.ts";

const test = base.extend("mia", ({ given }) => staffMember(given, "moderator"));
type Staff = Awaited<ReturnType<typeof staffMember>>;

async function ban(by: Staff, { id }: { id: string }, ground: "scam" | "harassment" = "scam") {
  const { version } = (await by.client.call(getMemberFile, { query: { id } })).body.member;
  const body = { id, version, measure: "banned" as const, days: 7 as const, ground, words: "For money." };
  expect((await by.client.call(sanctionMember, { body })).status).toBe(200);
}
async function lift(by: Staff, { id }: { id: string }) {
  const { version } = (await by.client.call(getMemberFile, { query: { id } })).body.member;
  return await by.client.call(restoreMember, { body: { id, version, words: "A mistake" } });
}
const write = (from: Member, to: { id: string }, text: string) =>
  from.client.call(sendMessage, { body: { member: to.id, text } }, { key: randomUUID() });
const updatesOf = async ({ client }: Member) => (await client.call(getUpdates)).body.updates;

test("R10.02 everyone who wrote with a banned fraud is told once, by update and mail, and gets the credits back", async ({
  member,
  services,
  mails,
  mia,
}) => {
  const fraud = await member({ credits: 60, premium: true });
  const writers: Member[] = [];
  for (let count = 0; count < 12; count += 1) writers.push(await member({ credits: 20 }));
  const stranger = await member({ credits: 20 });
  for (const [at, writer] of writers.entries()) {
    await write(writer, fraud, `Hello number ${at}`);
    await write(fraud, writer, "Hello you");
    if (at % 2) await writer.client.call(sendGift, { body: { member: fraud.id, gift: "rose" } });
  }
  await ban(mia, fraud);
  await services.jobs.drain(services);
  for (const writer of writers) {
    expect(await balanceOf(services.db, writer.id)).toBe(20);
    const [update] = await updatesOf(writer);
    expect(update).toMatchObject({ kind: "fraud", path: expect.stringMatching(/^\/warnings\//) });
    const id = update?.path?.split("/").at(-1) ?? "";
    const { warning } = (await writer.client.call(getFraudWarning, { query: { id } })).body;
    expect(warning).toMatchObject({ name: fraud.name, ground: "scam", lifted: false });
    expect((await stranger.client.call(getFraudWarning, { query: { id } })).status).toBe(404);
  }
  expect(await updatesOf(stranger)).toEqual([]);
  const told = (await mails()).filter(({ subject }) => subject.includes("removed a profile"));
  expect(told).toHaveLength(writers.length);
  expect(told[0]?.text).toContain("Don’t send money");

  // a second run, as after a killed worker, tells and books nothing more
  const decisionId = randomUUID();
  await warnContacts.run(services, { memberId: fraud.id, decisionId, ground: "scam" });
  await services.jobs.drain(services);
  expect((await updatesOf(writers[0] as Member)).filter(({ kind }) => kind === "fraud")).toHaveLength(1);
  expect(await balanceOf(services.db, (writers[0] as Member).id)).toBe(20);

  expect((await lift(mia, fraud)).status).toBe(200);
  await services.jobs.drain(services);
  const [last] = await updatesOf(writers[0] as Member);
  expect(last).toMatchObject({ kind: "fraud_lifted" });
  expect(await balanceOf(services.db, (writers[0] as Member).id)).toBe(20);
});

test("R10.02 what came back for no answer or a rejected photo does not come back again", async ({
  pair,
  services,
  given,
}) => {
  const [anna, ben] = await pair();
  await write(anna, ben, "Hello");
  await write(anna, ben, "Still there?");
  const { db } = services;
  services.clock.advance(7 * dayMs + 1);
  await settlePromises.run(services, {});
  expect(await balanceOf(db, anna.id)).toBe(19);
  // a session of staff does not last a week
  await ban(await staffMember(given, "moderator"), ben);
  await services.jobs.drain(services);
  const { transactions, balance } = (await anna.client.call(getTransactions)).body;
  expect(balance).toBe(20);
  expect(transactions.map(({ kind }) => kind).filter((kind) => kind === "fraud" || kind === "no_answer")).toEqual([
    "fraud",
    "no_answer",
  ]);
});

test("R10.02 a ban for another reason tells no one, nor are messages before 90 days counted", async ({
  pair,
  services,
  mia,
}) => {
  const [anna, ben] = await pair();
  await write(anna, ben, "Hello");
  await ban(mia, ben, "harassment");
  await services.jobs.drain(services);
  expect(await updatesOf(anna)).toEqual([]);
  const [eva, max] = await pair();
  await write(eva, max, "Hello");
  const old = new Date(services.clock.now().getTime() - 91 * dayMs);
  await services.db
    .updateTable("conversation_members")
    .set({ last_message_at: old })
    .where("member_id", "=", max.id)
    .execute();
  await ban(mia, max);
  await services.jobs.drain(services);
  expect(await updatesOf(eva)).toEqual([]);
});

test("R10.02 who blocked the fraud before the ban, or was blocked, is told and gets all credits back, once", async ({
  member,
  services,
  mia,
}) => {
  const fraud = await member({ credits: 20, premium: true });
  const honest = await member({ credits: 20, premium: true });
  const writers: Member[] = [];
  for (let count = 0; count < 4; count += 1) writers.push(await member({ credits: 20 }));
  const [anna, ben, eva, old] = writers as [Member, Member, Member, Member];
  for (const writer of writers) {
    await write(writer, fraud, "Hello");
    await write(fraud, writer, "Hello you");
    await writer.client.call(sendGift, { body: { member: fraud.id, gift: "rose" } });
  }
  await write(anna, honest, "Hello");
  const block = (who: Member, other: Member) => who.client.call(blockMember, { body: { id: other.id } });
  await block(anna, honest);
  await block(anna, fraud);
  await block(fraud, ben);
  // written anew after a block was lifted: both chats count
  await block(eva, fraud);
  await eva.client.call(unblockMember, { body: { id: fraud.id } });
  await write(eva, fraud, "Hello again");
  await block(old, fraud);
  const before = new Date(services.clock.now().getTime() - 91 * dayMs);
  await services.db.updateTable("blocked_chats").set({ last_at: before }).where("member_id", "=", old.id).execute();
  expect(await balanceOf(services.db, eva.id)).toBe(13);
  await ban(mia, fraud);
  await Promise.all([services.jobs.drain(services), services.jobs.drain(services)]);
  for (const [writer, credits] of [[anna, 19] as const, [ben, 20] as const, [eva, 20] as const, [old, 14] as const]) {
    expect(await balanceOf(services.db, writer.id)).toBe(credits);
    const told = (await updatesOf(writer)).filter(({ kind }) => kind === "fraud");
    expect(told).toHaveLength(writer === old ? 0 : 1);
  }
  const { transactions } = (await anna.client.call(getTransactions)).body;
  expect(transactions.filter(({ kind }) => kind === "fraud").map(({ credits }) => credits)).toEqual([5, 1]);
});
