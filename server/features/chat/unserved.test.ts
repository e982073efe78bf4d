import { randomUUID } from "node:crypto";
import { redeemLink, signUp } from "#contract/account.ts";
import { sendMessage } from "#contract/chat.ts";
import { freeConversations } from "#contract/constants.ts";
import { sendGift } from "#contract/gifts.ts";
import { getMember } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { expect, test } from "#server/test.ts";
import { picture, sendTo } from "./photos/test-photos.ts";
import { creditsOf, give, sendPicture, show, write } from "./promise/test-promised.ts";

test.for([
  { who: "a fictional profile", kind: { fictional: true } },
  { who: "a member that a program answers for", kind: { automatic: true } },
])(
  "D14.1 what a member sends to a profile that no one serves costs nothing, and promises no answer: $who",
  async ({ kind }, { member, services }) => {
    const [anna, invented] = [await member({ credits: 0 }), await member(kind)];
    expect(await show(anna, invented)).toMatchObject({ message_credits: 0, promise: null, conversations_left: null });
    for (const send of [write, give, sendPicture]) expect((await send(anna, invented)).status).toBe(200);
    // with the prices that the screens showed
    const body = { member: invented.id, text: "Hello", credits: 0 };
    expect((await anna.client.call(sendMessage, { body })).status).toBe(200);
    const gift = { member: invented.id, gift: "rose", credits: 0 } as const;
    expect((await anna.client.call(sendGift, { body: gift })).status).toBe(200);
    expect((await sendTo(anna, invented, await picture("#060", "#fff"), { credits: 0 })).status).toBe(200);
    expect(await creditsOf(services, anna)).toBe(0);
    expect(await show(anna, invented)).toMatchObject({ message_credits: 0, promise: null });
    const { db } = services;
    expect(await db.selectFrom("answer_promises").selectAll().where("author_id", "=", anna.id).execute()).toEqual([]);
    expect(await db.selectFrom("ledger").selectAll().where("member_id", "=", anna.id).execute()).toEqual([]);
  },
);

test("D14.1 a price of zero is none for a member who answers", async ({ member }) => {
  const [anna, ben] = [await member({ credits: 20 }), await member()];
  expect((await show(anna, ben)).message_credits).toBe(1);
  const sent = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello", credits: 0 } });
  expect(sent.body.error?.code).toBe("message_price_changed");
  const gift = await anna.client.call(sendGift, { body: { member: ben.id, gift: "rose", credits: 0 } });
  expect(gift.body.error?.code).toBe("gift_price_changed");
});

test("D14.1 D6.2 a chat with a profile that no one serves is none of those that a free member may begin", async ({
  member,
  services,
}) => {
  const anna = await member({ credits: 20 });
  const invented = [await member({ fictional: true }), await member({ automatic: true })];
  for (const to of invented) expect((await write(anna, to)).status).toBe(200);
  expect((await anna.client.call(blockMember, { body: { id: invented[0]?.id ?? "" } })).status).toBe(200);
  for (let count = 0; count < freeConversations; count += 1) {
    const ben = await member();
    expect((await show(anna, ben)).conversations_left).toBe(freeConversations - count);
    expect((await write(anna, ben)).status).toBe(200);
  }
  expect((await write(anna, await member())).body.error?.code).toBe("conversation_limit");
  const third = await member({ fictional: true });
  expect((await anna.client.call(getMember, { query: { id: third.id } })).body.conversations_left).toBeNull();
  for (const send of [write, give, sendPicture]) expect((await send(anna, third)).status).toBe(200);
  // one rose, for no one
  expect(await creditsOf(services, anna)).toBe(20 - freeConversations);
});

test("D14.1 D6.3 a held message to such a profile takes nothing from the others, and is delivered for nothing", async ({
  given,
  member,
  services,
  visitor,
  siteHas,
}) => {
  await siteHas({ signup_credits: 2 });
  const client = visitor();
  const form = signupForm({ name: "Unserved", email: "unserved@example.org" });
  const { id } = (await client.call(signUp, { body: form })).body.user;
  const send = async (to: { id: string }, credits: number) =>
    await client.call(sendMessage, { body: { member: to.id, text: "Hello", credits } }, { key: randomUUID() });
  const invented = [await member({ fictional: true }), await member({ fictional: true })];
  for (const to of invented) expect((await send(to, 0)).status).toBe(200);
  for (const to of [await member(), await member()]) expect((await send(to, 1)).status).toBe(200);
  expect((await send(await member(), 1)).body.error?.code).toBe("held_limit");
  await client.call(redeemLink, { body: { token: await activationToken(given, form.email) } });
  expect(await creditsOf(services, { id } as Parameters<typeof creditsOf>[1])).toBe(0);
  const sent = services.db.selectFrom("messages").select("credits").where("author_id", "=", id);
  expect((await sent.execute()).map(({ credits }) => credits).toSorted()).toEqual([0, 0, 1, 1]);
});
