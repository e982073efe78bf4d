import { getUser } from "#contract/account.ts";
import { declineChat } from "#contract/answer-promise.ts";
import { deleteChat, getChat, getChats } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember } from "#contract/moderation.ts";
import { type Reaction, reactToMessage } from "#contract/reactions.ts";
import { expect, type Member, test } from "#server/test.ts";
import { creditsOf, settle, show, write } from "./promise/test-promised.ts";

const react = async ({ client }: Member, message: string, reaction: Reaction | null) => {
  const { status, body } = await client.call(reactToMessage, { body: { message, reaction } });
  return body.error?.code ?? status;
};
const reactionIn = async (viewer: Member, other: Member) => (await show(viewer, other)).messages[0]?.reaction;

test("R11.02 a reaction to a received message is one, can be changed and taken away, and is live for both", async ({
  pair,
  events,
}) => {
  const [anna, ben] = await pair();
  const { conversation, message } = (await write(anna, ben)).body;
  const heard = [events(anna), events(ben)];
  for (const reaction of ["heart", "laugh", null] as const) {
    expect(await react(ben, message.id, reaction)).toBe(200);
    for (const list of heard) {
      expect(list.splice(0)).toEqual([
        { type: "reaction", conversation: conversation.id, message: message.id, reaction },
      ]);
    }
    expect(await reactionIn(anna, ben)).toBe(reaction ?? undefined);
    expect(await reactionIn(ben, anna)).toBe(reaction ?? undefined);
    // a repetition changes nothing, and tells nothing
    expect(await react(ben, message.id, reaction)).toBe(200);
    expect(heard.flat()).toEqual([]);
  }
});

test("R11.02 a reaction costs nothing, is unread by no one, is no answer, and does not keep the promise", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  const { message } = (await write(anna, ben)).body;
  await react(ben, message.id, "fire");
  expect([await creditsOf(services, anna), await creditsOf(services, ben)]).toEqual([19, 20]);
  const [entry] = (await anna.client.call(getChats)).body.chats;
  expect(entry).toMatchObject({ num_unread_messages: 0, last_message: { id: message.id, mine: true } });
  expect(await show(ben, anna)).toMatchObject({ may_decline: true, num_unread_messages: 1 });
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  expect(await creditsOf(services, anna)).toBe(20);
  expect(await services.db.selectFrom("notices").select("kind").where("member_id", "=", anna.id).execute()).toEqual([]);
});

test("R11.02 no one else reacts: not its author, not a third member, nor after a removal, a “No, thanks” or a block", async ({
  pair,
  member,
}) => {
  const [anna, ben] = await pair();
  const { conversation, message } = (await write(anna, ben)).body;
  expect(await react(anna, message.id, "heart")).toBe("message_not_found");
  expect(await react(await member(), message.id, "heart")).toBe("message_not_found");
  await ben.client.call(deleteChat, { body: { conversation } });
  expect(await react(ben, message.id, "heart")).toBe("message_not_found");
  const next = (await write(anna, ben)).body.message;
  await ben.client.call(declineChat, { body: { conversation, reason: "too_far" } });
  expect(await react(ben, next.id, "heart")).toBe("chat_closed");
  const [eva, max] = await pair();
  const other = (await write(eva, max)).body.message;
  await react(max, other.id, "wow");
  await eva.client.call(blockMember, { body: { id: max.id } });
  expect(await react(max, other.id, "heart")).toBe("message_not_found");
  expect((await max.client.call(getChat, { query: { member: eva.id } })).body.error?.code).toBe("blocked");
});

test("R11.02 a muted member does not react", async ({ pair, services }) => {
  const [anna, ben] = await pair();
  const { message } = (await write(anna, ben)).body;
  const muted_until = new Date(services.clock.now().getTime() + dayMs);
  await services.db.updateTable("profiles").set({ muted_until }).where("member_id", "=", ben.id).execute();
  expect(await react(ben, message.id, "heart")).toBe("muted");
  const mutedUntil = async () => (await ben.client.call(getUser)).body.user?.muted_until;
  expect(await mutedUntil()).toBe(muted_until.toISOString());
  services.clock.advance(dayMs);
  expect(await mutedUntil()).toBe(null);
});
