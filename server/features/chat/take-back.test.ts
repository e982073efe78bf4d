import { randomUUID } from "node:crypto";
import { deleteChat, deleteMessage, getChats, readChat } from "#contract/chat.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { openGift } from "#contract/gifts.ts";
import { reportMember } from "#contract/moderation.ts";
import { getTransactions } from "#contract/transactions.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";
import { rejectChatPhoto } from "./photos/inspect-chat-photo.ts";
import { creditsOf, decline, give, sendPicture, settle, show, write } from "./promise/test-promised.ts";

type Services = Fixtures["services"];

const takeBack = (who: Member, message: string) => who.client.call(deleteMessage, { body: { message } });
const codeOf = async (answer: ReturnType<typeof takeBack>) => {
  const { status, body } = await answer;
  return body.error?.code ?? status;
};
const read = (who: Member, id: string) => who.client.call(readChat, { body: { conversation: { id } } });
const chatsOf = async ({ client }: Member) => (await client.call(getChats)).body.chats;
const textsOf = async (viewer: Member, other: Member) => (await show(viewer, other)).messages.map(({ text }) => text);

test("R11.02 an unread message is taken back: gone for both, its credits back, as if the chat had never begun", async ({
  pair,
  events,
  services,
}) => {
  const [anna, ben] = await pair();
  const { conversation, message } = (await write(anna, ben)).body;
  const heard = [events(anna), events(ben)];
  expect((await takeBack(anna, message.id)).body).toEqual({ deleted: true, credits: 1 });
  const event = { type: "taken_back", conversation: conversation.id, message: message.id };
  expect(heard).toEqual([[{ type: "credits", credits: 20 }, event], [event]]);
  for (const [viewer, other] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    expect(await chatsOf(viewer)).toEqual([]);
    expect(await show(viewer, other)).toMatchObject({ conversation: null, messages: [], conversations_left: 2 });
  }
  const [newest] = (await anna.client.call(getTransactions)).body.transactions;
  expect(newest).toMatchObject({ kind: "taken_back", credits: 1, balance: 20 });

  // the next message is the first one, with the promise of any first one
  expect((await show(anna, ben)).promise).toEqual({ state: "offered", days: 7 });
  expect((await write(anna, ben)).status).toBe(200);
  expect((await show(anna, ben)).promise).toMatchObject({ state: "waiting", credits: 1 });
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  expect(await creditsOf(services, anna)).toBe(20);
});

test("R11.02 only its author takes a message back, once, however many times at once", async ({ pair, services }) => {
  const [anna, ben] = await pair();
  const { id } = (await write(anna, ben)).body.message;
  expect(await codeOf(takeBack(ben, id))).toBe("message_not_found");
  const answers = await Promise.all(Array.from({ length: 6 }, () => codeOf(takeBack(anna, id))));
  expect(answers.toSorted()).toEqual([200, ...Array(5).fill("message_not_found")]);
  expect(await creditsOf(services, anna)).toBe(20);
});

type Scene = { anna: Member; ben: Member; conversation: string; message: string; services: Services };
test.for<[string, (scene: Scene) => unknown]>([
  ["a minute has passed", ({ services }) => services.clock.advance(minuteMs)],
  ["it was read", ({ ben, conversation }) => read(ben, conversation)],
  ["it was answered", ({ ben, anna }) => write(ben, anna)],
  ["its gift was opened", ({ ben, message }) => ben.client.call(openGift, { body: { message } })],
  ["the chat was closed", ({ ben, conversation }) => decline(ben, conversation)],
  [
    "the chat was removed",
    ({ ben, conversation: id }) => ben.client.call(deleteChat, { body: { conversation: { id } } }),
  ],
])("R11.02 a message stays once %s", async ([, happen], { pair, services }) => {
  const [anna, ben] = await pair();
  const { conversation, message } = (await give(anna, ben)).body;
  await happen({ anna, ben, conversation: conversation.id, message: message.id, services });
  const before = await creditsOf(services, anna);
  expect(await codeOf(takeBack(anna, message.id))).toBe("too_late_to_take_back");
  expect([(await show(anna, ben)).messages[0]?.id, await creditsOf(services, anna)]).toEqual([message.id, before]);
});

test("R11.02 read and taken back at the same instant, it is one or the other", async ({ pair, services }) => {
  for (let round = 0; round < 12; round += 1) {
    const [anna, ben] = await pair();
    const { conversation, message } = (await write(anna, ben)).body;
    const order = round % 2 ? [0, 1] : [1, 0];
    const acts = [() => codeOf(takeBack(anna, message.id)), async () => (await read(ben, conversation.id)).status];
    const ended = await Promise.all(order.map((index) => acts[index]?.()));
    const taken = ended[order.indexOf(0)];
    const isGone = (await chatsOf(ben)).length === 0;
    expect([taken, await creditsOf(services, anna)]).toEqual(isGone ? [200, 20] : ["too_late_to_take_back", 19]);
  }
});

test("R11.02 written and taken back at the same instant, no message is lost and none ends in a server error", async ({
  pair,
  services,
}) => {
  for (let round = 0; round < 8; round += 1) {
    const [anna, ben] = await pair();
    const { id } = (await write(anna, ben)).body.message;
    const [taken, ...sent] = await Promise.all([
      codeOf(takeBack(anna, id)),
      write(ben, anna, {}, "Hello Anna"),
      write(anna, ben, {}, "Hello again"),
    ]);
    expect([200, "too_late_to_take_back"]).toContain(taken);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    const texts = (await textsOf(anna, ben)).filter((text) => text.startsWith("Hello a") || text === "Hello Anna");
    expect(texts.toSorted()).toEqual(["Hello Anna", "Hello again"]);
    expect(await creditsOf(services, anna)).toBe(taken === 200 ? 19 : 18);
    expect(await creditsOf(services, ben)).toBe(19);
  }
});

test("R11.02 the chat is again as the message before left it: its last message, what is unread, and who has written", async ({
  pair,
}) => {
  const [anna, ben] = await pair();
  const { id: conversation } = (await write(anna, ben, {}, "First")).body.conversation;
  await write(anna, ben, {}, "Second");
  const third = (await write(anna, ben, {}, "Third")).body.message.id;
  expect(await codeOf(takeBack(anna, third))).toBe(200);
  expect(await chatsOf(ben)).toMatchObject([{ num_unread_messages: 2, last_message: { text: "Second" } }]);
  await read(ben, conversation);
  const answer = (await write(ben, anna, {}, "An answer")).body.message.id;
  expect((await show(ben, anna)).may_decline).toBe(false);
  expect(await codeOf(takeBack(ben, answer))).toBe(200);
  // he may still say "No, thanks", and she still waits
  expect((await show(ben, anna)).may_decline).toBe(true);
  expect((await show(anna, ben)).promise).toMatchObject({ state: "waiting" });
  expect(await textsOf(anna, ben)).toEqual(["First", "Second"]);

  // a chat that he removed comes back with a message, and goes again with it
  await ben.client.call(deleteChat, { body: { conversation: { id: conversation } } });
  const next = (await write(anna, ben)).body.message.id;
  expect(await chatsOf(ben)).toHaveLength(1);
  await takeBack(anna, next);
  expect(await chatsOf(ben)).toEqual([]);
});

test("R11.02 R10.01 the promise goes over to the message that is the first one now", async ({ pair, services }) => {
  const [anna, ben] = await pair();
  const first = (await write(anna, ben)).body.message.id;
  services.clock.advance(30_000);
  await give(anna, ben);
  expect(await codeOf(takeBack(anna, first))).toBe(200);
  const until = new Date(services.clock.now().getTime() + 7 * dayMs).toISOString();
  expect((await show(anna, ben)).promise).toEqual({ state: "waiting", credits: 5, until });
  expect(await creditsOf(services, anna)).toBe(15);
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  expect(await creditsOf(services, anna)).toBe(20);
});

test("R11.02 R10.01 an answer that is taken back was none, also if the promise had ended by it", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  await write(anna, ben);
  services.clock.advance(7 * dayMs - 1_000);
  const answer = (await write(ben, anna)).body.message.id;
  services.clock.advance(2_000);
  await settle(services);
  expect((await show(anna, ben)).promise).toBeNull();
  expect(await codeOf(takeBack(ben, answer))).toBe(200);
  await settle(services);
  expect((await show(anna, ben)).promise).toMatchObject({ state: "given_back", cause: "no_answer" });
  expect([await creditsOf(services, anna), await creditsOf(services, ben)]).toEqual([20, 20]);
});

test("R11.02 D8.2 a photo goes with its message, and what came back for it comes back once", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  const photos = services.db.selectFrom("chat_photos").select(["id", "message_id"]).where("author_id", "=", anna.id);
  const reject = async () => {
    const { id } = await photos.where("message_id", "is not", null).executeTakeFirstOrThrow();
    return await rejectChatPhoto(services, id, { reason: "other", decisionId: randomUUID() });
  };
  const first = (await sendPicture(anna, ben)).body.message.id;
  expect(await reject()).toBeDefined();
  expect(await codeOf(takeBack(anna, first))).toBe(200);
  expect(await creditsOf(services, anna)).toBe(20);
  expect(await photos.where("message_id", "is not", null).execute()).toEqual([]);
});

test("R11.02 D11.2 a message that was reported stays with staff", async ({ pair, services }) => {
  const [anna, ben] = await pair();
  const { id } = (await write(anna, ben, {}, "Something rude")).body.message;
  const body = { member: anna.id, about: "message", message: id, reason: "harassment" } as const;
  expect((await ben.client.call(reportMember, { body })).status).toBe(200);
  expect(await codeOf(takeBack(anna, id))).toBe(200);
  const report = services.db.selectFrom("reports").select("evidence").where("reporter_id", "=", ben.id);
  expect(JSON.stringify(await report.executeTakeFirst())).toContain("Something rude");
});
