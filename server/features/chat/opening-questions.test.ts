import { randomUUID } from "node:crypto";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import type { Language } from "#contract/constants.ts";
import { getMember } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { type QuestionCode, saveQuestions } from "#contract/opening-questions.ts";
import { expect, type Member, test } from "#server/test.ts";

const ask = async ({ client }: Member, chosen: QuestionCode[], written: string[] = []) =>
  (await client.call(saveQuestions, { body: { chosen, written } })).body.own;
const answer = (who: Member, { id: member }: Member, question: string, key?: string) =>
  who.client.call(sendMessage, { body: { member, text: "The sea, any day.", question } }, key ? { key } : {});
const seen = async (who: Member, { id }: Member, language?: Language) =>
  (await who.client.call(getMember, { query: { id } }, language ? { language } : {})).body.profile.questions;
const open = async (who: Member, { id: member }: Member) =>
  (await who.client.call(getChat, { query: { member } })).body;

test("R11.01 a first message answers a question: both read its words above it, also once its owner changes it", async ({
  pair,
  events,
}) => {
  const [anna, ben] = await pair();
  const [own] = await ask(ben, [], ["Where did you grow up?"]);
  expect(await seen(anna, ben)).toEqual([{ id: own?.id, text: "Where did you grow up?", written: true }]);
  const before = await open(anna, ben);
  expect(before.questions).toEqual(await seen(anna, ben));
  const heard = events(ben);
  const key = randomUUID();
  const sent = await answer(anna, ben, own?.id ?? "", key);
  expect(sent.body).toMatchObject({ message: { question: "Where did you grow up?" }, credits: 19 });
  expect(heard).toMatchObject([{ type: "message", question: "Where did you grow up?" }]);

  await ask(ben, ["sunday"]);
  // the credits, and what is promised, are those of any first message
  expect((await open(anna, ben)).promise).toMatchObject({ state: "waiting", credits: 1 });
  for (const who of [anna, ben]) {
    const chat = await open(who, who === anna ? ben : anna);
    expect(chat.messages).toMatchObject([{ text: "The sea, any day.", question: "Where did you grow up?" }]);
    // there is a chat: nothing is left to open with
    expect(chat.questions).toEqual([]);
    const { chats } = (await who.client.call(getChats)).body;
    expect(chats[0]?.last_message).toMatchObject({ question: "Where did you grow up?" });
  }
  // a repetition finds the message, although the question is gone
  expect((await answer(anna, ben, own?.id ?? "", key)).body).toEqual(sent.body);
  const next = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello?", question: own?.id } });
  expect(next.body.message).not.toHaveProperty("question");
});

test("R11.01 a chosen question is read in the reader's language, and stays in that of the answer", async ({ pair }) => {
  const [anna, ben] = await pair();
  const [own] = await ask(ben, ["sea"]);
  expect(await seen(anna, ben, "de")).toMatchObject([{ text: "Meer oder Berge?", written: false }]);
  expect(await seen(anna, ben, "nl")).toMatchObject([{ text: "Zee of bergen?" }]);
  const body = { member: ben.id, text: "Meer.", question: own?.id };
  const sent = await anna.client.call(sendMessage, { body }, { language: "de" });
  expect(sent.body.message.question).toBe("Meer oder Berge?");
  expect((await open(ben, anna)).messages).toMatchObject([{ question: "Meer oder Berge?" }]);
});

test("R11.01 a question that was taken back, waits, or is another member's can't be answered, and costs nothing", async ({
  pair,
  member,
}) => {
  const [anna, ben] = await pair();
  const eva = await member();
  const [gone] = await ask(ben, ["sea"]);
  const [waiting] = await ask(ben, [], ["Will you call 0171 2345678?"]);
  const [foreign] = await ask(eva, ["sea"]);
  expect(await seen(anna, ben)).toEqual([]);
  for (const id of [gone?.id, waiting?.id, foreign?.id]) {
    const refused = await answer(anna, ben, id ?? "");
    expect(refused.body.error?.code).toBe("question_not_found");
  }
  const [own] = await ask(ben, ["sea"]);
  expect((await answer(anna, ben, own?.id ?? "")).body.credits).toBe(19);
});

test("R11.01 after a block, and on a site that hides questions, no one sees or answers them", async ({
  pair,
  siteIds,
  siteHas,
}) => {
  const [eva, max] = await pair();
  const [blocked] = await ask(max, ["sea"]);
  await max.client.call(blockMember, { body: { id: eva.id } });
  expect((await answer(eva, max, blocked?.id ?? "")).body.error?.code).toBe("blocked");
  expect((await eva.client.call(getChat, { query: { member: max.id } })).body.error?.code).toBe("blocked");

  const [anna, ben] = await pair({ siteId: siteIds[1] });
  const [own] = await ask(ben, ["sea"]);
  expect(await seen(anna, ben)).toHaveLength(1);
  await siteHas({ visible_profile_fields: ["about_me"] }, siteIds[1]);
  expect(await seen(anna, ben)).toEqual([]);
  expect((await open(anna, ben)).questions).toEqual([]);
  expect((await answer(anna, ben, own?.id ?? "")).body.error?.code).toBe("question_not_found");
});

test("R11.08 the promise of a first message notes whether it answers a question", async ({ pair, services }) => {
  const noted = async (question: boolean) => {
    const [anna, ben] = await pair();
    const [own] = await ask(ben, ["sea"]);
    if (question) await answer(anna, ben, own?.id ?? "");
    else await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello there" } });
    const promise = services.db.selectFrom("answer_promises").select("with_question").where("author_id", "=", anna.id);
    return await promise.execute();
  };
  expect([await noted(true), await noted(false)]).toEqual([[{ with_question: true }], [{ with_question: false }]]);
});
