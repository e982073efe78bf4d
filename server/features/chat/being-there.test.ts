import { deleteChat, getChat, readChat, sendMessage, sendTyping } from "#contract/chat.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { expect, type Member, test } from "#server/test.ts";

const write = async (from: Member, to: Member, text = "Hello") =>
  (await from.client.call(sendMessage, { body: { member: to.id, text } })).body.conversation;
const type = (who: Member, conversation: { id: string }) => who.client.call(sendTyping, { body: { conversation } });
const read = (who: Member, conversation: { id: string }) => who.client.call(readChat, { body: { conversation } });
const set = (who: Member, body: { shows_typing?: boolean; shows_read?: boolean; invisible?: boolean }) =>
  who.client.call(saveProfile, { body });
/** Which of the member's own messages to the other are marked as read. */
const seenRead = async (who: Member, other: Member) => {
  const { messages } = (await who.client.call(getChat, { query: { member: other.id } })).body;
  return messages.filter(({ mine }) => mine).map((message) => message.read);
};

test("D6.5 writing is shown to the other member of the conversation, and to no one else", async ({ pair, events }) => {
  const [anna, ben] = await pair();
  const conversation = await write(anna, ben);
  const [hers, his] = [events(anna), events(ben)];
  expect((await type(anna, conversation)).body).toEqual({});
  expect(his).toEqual([{ type: "typing", conversation: conversation.id }]);
  expect(hers).toEqual([]);
});

test("D6.5 who switches typing off neither shows nor sees it; the answer does not tell the other", async ({
  pair,
  events,
}) => {
  const [anna, ben] = await pair();
  const conversation = await write(anna, ben);
  const heard = [events(anna), events(ben)];
  expect((await anna.client.call(getOwnProfile)).body.shows_typing).toBe(true);
  expect((await set(anna, { shows_typing: false })).body.shows_typing).toBe(false);
  const [shown, hidden] = [await type(ben, conversation), await type(anna, conversation)];
  expect([shown.status, shown.body, hidden.body]).toEqual([200, {}, {}]);
  expect(heard).toEqual([[], []]);
  const chatOf = async (who: Member, other: Member) =>
    (await who.client.call(getChat, { query: { member: other.id } })).body;
  expect((await chatOf(anna, ben)).shows_typing).toBe(false);
  expect((await chatOf(ben, anna)).shows_typing).toBe(true);
  await set(anna, { shows_typing: true });
  await type(anna, conversation);
  expect(heard).toEqual([[], [{ type: "typing", conversation: conversation.id }]]);
});

test("D4.6 D6.5 an invisible member shows no one that they write, and sees it of no one", async ({ pair, events }) => {
  const [anna, ben] = await pair();
  const conversation = await write(anna, ben);
  await set(anna, { invisible: true });
  const heard = [events(anna), events(ben)];
  await type(anna, conversation);
  await type(ben, conversation);
  expect(heard).toEqual([[], []]);
});

test("D11.1 a fictional or automatic profile never types", async ({ member, pair, events }) => {
  for (const kind of [{ fictional: true }, { automatic: true }]) {
    const [invented, ben] = [await member({ credits: 20, ...kind }), (await pair())[0]];
    const conversation = await write(ben, invented);
    const heard = events(ben);
    expect((await type(invented, conversation)).status).toBe(200);
    expect(heard).toEqual([]);
  }
});

test("D6.5 receipts are mutual: read by one who shows it, seen by one who shows it", async ({
  pair,
  events,
  services,
}) => {
  const [anna, ben] = await pair();
  const conversation = await write(anna, ben);
  const heard = events(anna);
  await read(ben, conversation);
  expect(heard).toEqual([{ type: "read", conversation: conversation.id, until: services.clock.now().toISOString() }]);
  expect(await seenRead(anna, ben)).toEqual([true]);
  // she no longer shows hers, so she no longer sees his
  await set(anna, { shows_read: false });
  expect(await seenRead(anna, ben)).toEqual([false]);
  await write(ben, anna, "Hi");
  const his = events(ben);
  await read(anna, conversation);
  expect(his).toEqual([]);
  expect(await seenRead(ben, anna)).toEqual([false]);
});

test("D11.1 what a fictional or automatic profile opened is never told as read", async ({ member, pair, events }) => {
  for (const kind of [{ fictional: true }, { automatic: true }]) {
    const [invented, ben] = [await member({ credits: 20, ...kind }), (await pair())[0]];
    const conversation = await write(ben, invented);
    const heard = events(ben);
    expect((await read(invented, conversation)).body.num_unread_messages).toBe(0);
    expect(heard).toEqual([]);
    expect(await seenRead(ben, invented)).toEqual([false]);
  }
});

test("D6.5 what was read while receipts were off is not told later", async ({ pair, services }) => {
  const [anna, ben] = await pair();
  const conversation = await write(anna, ben, "before");
  await read(ben, conversation);
  services.clock.advance(1000);
  await write(anna, ben, "meanwhile");
  await set(ben, { shows_read: false });
  services.clock.advance(1000);
  await read(ben, conversation);
  expect(await seenRead(anna, ben)).toEqual([false, false]);
  await set(ben, { shows_read: true });
  expect(await seenRead(anna, ben)).toEqual([true, false]);
  services.clock.advance(1000);
  await read(ben, conversation);
  expect(await seenRead(anna, ben)).toEqual([true, true]);
});

test("D4.6 D6.6 an invisible member reads unseen, and one who removes a chat has not read it", async ({
  pair,
  events,
}) => {
  const [anna, ben] = await pair();
  const conversation = await write(anna, ben);
  await set(ben, { invisible: true });
  const heard = events(anna);
  expect((await read(ben, conversation)).body.num_unread_messages).toBe(0);
  expect(heard).toEqual([]);
  await set(ben, { invisible: false });
  expect(await seenRead(anna, ben)).toEqual([false]);
  await ben.client.call(deleteChat, { body: { conversation } });
  expect(await seenRead(anna, ben)).toEqual([false]);
});
