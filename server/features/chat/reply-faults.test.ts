import { deleteMessage, sendMessage } from "#contract/chat.ts";
import { blockMember } from "#contract/moderation.ts";
import { type Reaction, reactToMessage } from "#contract/reactions.ts";
import { expect, type Member, test } from "#server/test.ts";
import { creditsOf, show, write } from "./promise/test-promised.ts";

type Answer = Promise<{ status: number; body: { error?: { code: string } | null } }>;
const codeOf = async (answer: Answer) => {
  const { status, body } = await answer;
  return body.error?.code ?? status;
};
const takeBack = ({ client }: Member, message: string, key?: string) =>
  codeOf(client.call(deleteMessage, { body: { message } }, key === undefined ? {} : { key }) as Answer);
const react = ({ client }: Member, message: string, reaction: Reaction | null, key?: string) =>
  codeOf(client.call(reactToMessage, { body: { message, reaction } }, key === undefined ? {} : { key }) as Answer);
const reply = ({ client }: Member, to: Member, reply: string) =>
  client.call(sendMessage, { body: { member: to.id, text: "A reply", reply } });

test("R11.02 two reactions at once leave one of them, the same for both and in the last event", async ({
  pair,
  events,
}) => {
  for (let round = 0; round < 6; round += 1) {
    const [anna, ben] = await pair();
    const { message } = (await write(anna, ben)).body;
    const heard = events(anna);
    expect(await Promise.all([react(ben, message.id, "heart"), react(ben, message.id, "fire")])).toEqual([200, 200]);
    const [hers, his] = [await show(anna, ben), await show(ben, anna)].map(({ messages }) => messages[0]?.reaction);
    expect(["heart", "fire"]).toContain(hers);
    expect(his).toBe(hers);
    expect(heard.at(-1)).toMatchObject({ type: "reaction", reaction: hers });
  }
});

test("R11.02 taken back and reacted to, or replied to, at the same instant: no server error, credits back once", async ({
  pair,
  services,
}) => {
  for (let round = 0; round < 8; round += 1) {
    const [anna, ben] = await pair();
    const { message } = (await write(anna, ben)).body;
    const acts = [
      () => takeBack(anna, message.id),
      () => react(ben, message.id, "heart"),
      async () => (await reply(ben, anna, message.id)).status,
    ];
    const order = round % 2 ? [0, 1, 2] : [2, 1, 0];
    const ended = await Promise.all(order.map((index) => acts[index]?.()));
    const [taken, reacted, replied] = [0, 1, 2].map((index) => ended[order.indexOf(index)]);
    expect([200, "too_late_to_take_back"]).toContain(taken);
    expect([200, "message_not_found"]).toContain(reacted);
    expect(replied).toBe(200);
    const { messages } = await show(ben, anna);
    const answer = messages.find(({ text }) => text === "A reply");
    expect(answer?.quote?.id).toBe(taken === 200 ? undefined : message.id);
    expect(messages.some(({ id }) => id === message.id)).toBe(taken !== 200);
    expect(await creditsOf(services, anna)).toBe(taken === 200 ? 20 : 19);
  }
});

test("R11.02 blocked and taken back, or reacted to, at the same instant: no server error, credits back at most once", async ({
  pair,
  services,
}) => {
  for (let round = 0; round < 6; round += 1) {
    const [anna, ben] = await pair();
    const { message } = (await write(anna, ben)).body;
    const acts = [
      () => takeBack(anna, message.id),
      () => react(ben, message.id, "heart"),
      async () => (await ben.client.call(blockMember, { body: { id: anna.id } })).status,
    ];
    const order = round % 2 ? [0, 1, 2] : [2, 1, 0];
    const ended = await Promise.all(order.map((index) => acts[index]?.()));
    const [taken, reacted, blocked] = [0, 1, 2].map((index) => ended[order.indexOf(index)]);
    expect(blocked).toBe(200);
    expect([200, "message_not_found"]).toContain(taken);
    expect([200, "message_not_found", "blocked_by_you"]).toContain(reacted);
    expect(await creditsOf(services, anna)).toBeLessThanOrEqual(20);
    const entries = services.db.selectFrom("ledger").select("id").where("cause_id", "=", message.id);
    expect((await entries.where("cause", "=", "taken_back").execute()).length).toBe(taken === 200 ? 1 : 0);
  }
});

test("R11.02 a request that is repeated after its answer was lost changes nothing more", async ({
  pair,
  services,
  events,
}) => {
  const [anna, ben] = await pair();
  const { message } = (await write(anna, ben)).body;
  const heard = events(anna);
  const [first, second] = ["01a2a000-0000-4000-8000-000000000001", "01a2a000-0000-4000-8000-000000000002"];
  expect([await react(ben, message.id, "wow", first), await react(ben, message.id, "wow", first)]).toEqual([200, 200]);
  expect(heard.filter(({ type }) => type === "reaction")).toHaveLength(1);
  expect([await takeBack(anna, message.id, second), await takeBack(anna, message.id, second)]).toEqual([200, 200]);
  expect(heard.filter(({ type }) => type === "taken_back")).toHaveLength(1);
  expect(await creditsOf(services, anna)).toBe(20);
});

test("R11.02 no id of another chat, of another site or with a NUL reacts, takes back or is quoted", async ({
  pair,
  member,
  siteIds,
}) => {
  const [anna, ben] = await pair();
  const [eva, max] = await pair();
  const { message } = (await write(eva, max)).body;
  const stranger = await member({ siteId: siteIds[1] });
  for (const who of [anna, stranger]) {
    expect(await react(who, message.id, "heart")).toBe("message_not_found");
    expect(await takeBack(who, message.id)).toBe("message_not_found");
  }
  // its author does not react to it, and its recipient does not take it back
  expect([await react(eva, message.id, "heart"), await takeBack(max, message.id)]).toEqual([
    "message_not_found",
    "message_not_found",
  ]);
  const hostile = `${message.id.slice(0, -1)}\u0000`;
  expect(await react(max, hostile, "heart")).toBe("invalid_input");
  expect(await takeBack(eva, hostile)).toBe("invalid_input");
  expect((await reply(anna, ben, hostile)).body).toMatchObject({ error: { code: "invalid_input" } });
  // in capitals it is the same id
  expect(await react(max, message.id.toUpperCase(), "heart")).toBe(200);
  expect((await show(eva, max)).messages[0]?.reaction).toBe("heart");
  expect((await reply(max, eva, message.id.toUpperCase())).status).toBe(200);
  expect((await show(eva, max)).messages.at(-1)?.quote).toMatchObject({ kind: "message", id: message.id });
});
