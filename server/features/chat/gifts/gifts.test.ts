import { randomUUID } from "node:crypto";
import { signUp } from "#contract/account.ts";
import { declineChat } from "#contract/answer-promise.ts";
import { deleteChat, getChat, getChats, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { getGifts, openGift, sendGift } from "#contract/gifts.ts";
import { getMember } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { getTransactions } from "#contract/transactions.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { expect, type Member, test } from "#server/test.ts";
import { settlePromises } from "../promise/settle-promise.ts";

type Body = { gift?: "rose" | "teddy" | "ring"; text?: string };
const give = (from: Pick<Member, "client">, to: { id: string }, body: Body = {}, key: string = randomUUID()) =>
  from.client.call(sendGift, { body: { member: to.id, gift: "rose", ...body } }, { key });
const opened = (who: Member, message: string) => who.client.call(openGift, { body: { message } });
const shelfOf = async (viewer: Member, { id }: { id: string }) =>
  (await viewer.client.call(getMember, { query: { id } })).body.gifts;

test("R1.05 D6.1 a gift costs the site's price times its own factor, and arrives with its words", async ({
  member,
  events,
  services,
}) => {
  const [anna, ben] = [await member({ credits: 30 }), await member()];
  const heard = events(ben);
  const { status, body } = await give(anna, ben, { gift: "teddy", text: " For you " });
  expect([status, body.credits, await balanceOf(services.db, anna.id)]).toEqual([200, 20, 20]);
  const attachment = { kind: "gift", gift: "teddy", opened: false };
  expect(body.message).toMatchObject({ mine: true, author_kind: "member", text: "For you", attachment });
  expect(heard).toMatchObject([{ type: "message", from: anna.id, text: "For you", attachment }]);
  const [entry] = (await ben.client.call(getChats)).body.chats;
  expect(entry).toMatchObject({ num_unread_messages: 1, last_message: { text: "For you", attachment } });
  expect((await ben.client.call(getChat, { query: { member: anna.id } })).body.messages).toMatchObject([
    { mine: false, text: "For you", attachment },
  ]);
  const [newest] = (await anna.client.call(getTransactions)).body.transactions;
  expect(newest).toMatchObject({ kind: "gift", credits: -10, balance: 20 });
});

test("R1.05 a gift needs no words, and its message is empty", async ({ member }) => {
  const [anna, ben] = [await member({ credits: 5 }), await member()];
  expect((await give(anna, ben, { text: " \u200b " })).body.message.text).toBe("");
});

test.for([
  ["201 characters", "x".repeat(201), "Use up to 200 characters."],
  ["NUL", "a\u0000b", "Some of these characters can’t be used here."],
] as const)(
  "R8.01 a gift with %s is refused with an error at the field, uncharged",
  async ([, text, words], { member, services }) => {
    const [anna, ben] = [await member({ credits: 5 }), await member()];
    const { status, body } = await give(anna, ben, { text });
    expect([status, body.error?.fields]).toEqual([400, { text: words }]);
    expect(await balanceOf(services.db, anna.id)).toBe(5);
  },
);

test("D6.4 two hundred family emoji fit into a gift", async ({ member }) => {
  const [anna, ben] = [await member({ credits: 5 }), await member()];
  expect((await give(anna, ben, { text: "👨‍👩‍👧‍👦".repeat(200) })).status).toBe(200);
});

test("R1.05 without enough credits a gift is refused in the specification's words, not stored, not charged", async ({
  member,
  services,
}) => {
  const [anna, ben] = [await member({ credits: 19 }), await member()];
  const { status, body } = await give(anna, ben, { gift: "ring" });
  expect([status, body.error]).toMatchObject([
    402,
    { code: "not_enough_credits", message: "You do not have enough credits to send this message" },
  ]);
  expect(await balanceOf(services.db, anna.id)).toBe(19);
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
});

test("D6.3 a member who has not confirmed can't send gifts", async ({ client, member }) => {
  await client.call(signUp, { body: signupForm({ name: "Giver", email: "giver@example.org" }) });
  const ben = await member();
  expect((await give({ client }, ben)).body.error?.code).toBe("account_not_confirmed");
});

test("D6.2 a gift that begins a conversation counts as one, and a third is refused, uncharged", async ({
  member,
  services,
}) => {
  const anna = await member({ credits: 20 });
  const others = [await member(), await member(), await member()] as const;
  expect((await give(anna, others[0])).status).toBe(200);
  expect((await give(anna, others[1])).status).toBe(200);
  expect((await give(anna, others[2])).body.error?.code).toBe("conversation_limit");
  expect((await give(anna, others[0])).status).toBe(200);
  expect(await balanceOf(services.db, anna.id)).toBe(5);
});

test("R7.03 a gift repeated with its key, also in parallel, is given once; another gift or text is refused", async ({
  member,
  services,
}) => {
  const [anna, ben] = [await member({ credits: 50 }), await member()];
  for (const again of [false, true]) {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(anna, ben, { text: "Once" }, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect(await balanceOf(services.db, anna.id)).toBe(again ? 40 : 45);
    for (const body of [{ gift: "teddy", text: "Once" }, { text: "Twice" }] as const) {
      expect((await give(anna, ben, body, key)).body.error?.code).toBe("idempotency_key_reused");
    }
    const plain = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Once" } }, { key });
    expect(plain.body.error?.code).toBe("idempotency_key_reused");
  }
  const key = randomUUID();
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Words" } }, { key });
  expect((await give(anna, ben, { text: "Words" }, key)).status).toBe(422);
});

test("R1.05 its recipient opens a gift once; both hear of it, and the giver sees it", async ({ member, events }) => {
  const [anna, ben] = [await member({ credits: 5 }), await member()];
  const { message, conversation } = (await give(anna, ben)).body;
  const [hers, his] = [events(anna), events(ben)];
  expect((await opened(anna, message.id)).body.error?.code).toBe("gift_not_found");
  const answers = await Promise.all(Array.from({ length: 5 }, () => opened(ben, message.id)));
  expect(answers.map(({ body }) => body)).toEqual(Array(5).fill({ opened: true }));
  const event = { type: "gift_opened", conversation: conversation.id, message: message.id };
  expect([hers, his]).toEqual([[event], [event]]);
  const chat = (await anna.client.call(getChat, { query: { member: ben.id } })).body;
  expect(chat.messages[0]?.attachment).toEqual({ kind: "gift", gift: "rose", opened: true });
});

test("R1.05 a message without a gift can't be opened", async ({ pair }) => {
  const [anna, ben] = await pair({ credits: 5 });
  const { message } = (await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } })).body;
  expect((await opened(ben, message.id)).status).toBe(404);
});

test("R1.05 opened gifts stand on the shelf: others see how many, their owner also who gave them", async ({
  member,
}) => {
  const [anna, eva, ben, carl] = [
    await member({ credits: 30 }),
    await member({ credits: 10 }),
    await member(),
    await member(),
  ];
  const none = { gifts: [], givers: 0 };
  const given = [
    await give(anna, ben),
    await give(anna, ben),
    await give(eva, ben),
    await give(anna, ben, { gift: "teddy" }),
  ];
  expect(await shelfOf(carl, ben)).toEqual(none);
  for (const { body } of given) expect((await opened(ben, body.message.id)).status).toBe(200);
  const shelf = {
    gifts: [
      { gift: "rose", count: 3 },
      { gift: "teddy", count: 1 },
    ],
    givers: 2,
  };
  expect(await shelfOf(carl, ben)).toEqual(shelf);
  const { received } = (await ben.client.call(getGifts)).body;
  expect(received.map(({ gift, count, giver }) => [gift, count, giver?.id]).sort()).toEqual(
    [
      ["rose", 2, anna.id],
      ["rose", 1, eva.id],
      ["teddy", 1, anna.id],
    ].sort(),
  );
  await ben.client.call(saveProfile, { body: { shows_gifts: false } });
  expect(await shelfOf(carl, ben)).toEqual(none);
  expect(await shelfOf(ben, ben)).toEqual(none);
  expect((await ben.client.call(getGifts)).body.received).toHaveLength(3);
});

test("R1.05 R10.01 a gift whose credits came back stands on no shelf; one that was answered stays", async ({
  member,
  services,
}) => {
  const [anna, eva, tom, ben, carl] = [
    await member({ credits: 20 }),
    await member({ credits: 20 }),
    await member({ credits: 20 }),
    await member({ credits: 20 }),
    await member(),
  ];
  const given = [await give(anna, ben, { gift: "ring" }), await give(eva, ben), await give(tom, ben)] as const;
  for (const { body } of given) await opened(ben, body.message.id);
  expect(await shelfOf(carl, ben)).toMatchObject({ givers: 3 });
  const { conversation } = given[0].body;
  await ben.client.call(declineChat, { body: { conversation, reason: "too_far" } });
  expect(await balanceOf(services.db, anna.id)).toBe(20);
  const twoRoses = { gifts: [{ gift: "rose", count: 2 }], givers: 2 };
  expect(await shelfOf(carl, ben)).toEqual(twoRoses);
  await ben.client.call(sendMessage, { body: { member: eva.id, text: "Thank you" } }, { key: randomUUID() });
  services.clock.advance(8 * dayMs);
  await settlePromises.run(services, {});
  expect(await balanceOf(services.db, tom.id)).toBe(20);
  expect(await shelfOf(carl, ben)).toEqual({ gifts: [{ gift: "rose", count: 1 }], givers: 1 });
  const { received } = (await ben.client.call(getGifts)).body;
  expect(received).toMatchObject([{ gift: "rose", count: 1, giver: { id: eva.id } }]);
});

test("D6.6 a removed chat keeps the shelf; a block empties it of the other's gifts, and the gift can't be opened", async ({
  member,
}) => {
  const [anna, ben, carl] = [await member({ credits: 15 }), await member(), await member()];
  const first = (await give(anna, ben)).body;
  const second = (await give(anna, ben)).body;
  await opened(ben, first.message.id);
  await ben.client.call(deleteChat, { body: { conversation: first.conversation } });
  expect((await shelfOf(carl, ben)).givers).toBe(1);
  await anna.client.call(blockMember, { body: { id: ben.id } });
  expect(await shelfOf(carl, ben)).toEqual({ gifts: [], givers: 0 });
  expect((await ben.client.call(getGifts)).body.received).toEqual([]);
  expect((await opened(ben, second.message.id)).body.error?.code).toBe("gift_not_found");
  expect((await give(anna, ben)).body.error?.code).toBe("blocked_by_you");
});
