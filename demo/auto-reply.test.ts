import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { testServices } from "#server/db/test-database.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { sendGift, sendMessage } from "#server/features/chat/index.ts";
import { likeMember } from "#server/features/likes/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { answerDue, replyTo } from "./auto-reply.ts";
import { contents } from "./content.ts";
import { makeMember, makePremium } from "./factories.ts";
import { automatic } from "./start.ts";

const { services, siteIds, close } = await testServices();
afterAll(close);
const { db, clock } = services;
const siteId = siteIds[0] ?? 0;
const { site } = await siteAndCompany(db, siteId);
const emit = () => {};

const due = () => answerDue(automatic(services));
const say = (from: string, to: string, text: string) =>
  sendMessage({ db, site, now: clock.now(), emit }, { from, to, text, key: randomUUID() });
const like = (from: string, to: string) =>
  inTransaction(db, (trx) => likeMember({ db: trx, site, now: clock.now(), emit }, from, to));
const messagesOf = (author: string) =>
  db
    .selectFrom("messages")
    .select(["body", "author_kind", "credits"])
    .where("author_id", "=", author)
    .orderBy("created_at")
    .execute();

test("D11.1 an automatic member answers once, after some seconds, marked, in the sender's language, for free", async () => {
  const asker = await makeMember(services, { siteId, credits: 5, language: "de", gender: "male", sexuality: "hetero" });
  const other = await makeMember(services, { siteId, automatic: true });
  await say(asker.id, other.id, "Hallo, wie geht es dir?");
  clock.advance(1_000);
  expect(await due()).toEqual({ answers: 0, likes: 0 });
  clock.advance(10_000);
  expect((await due()).answers).toBe(1);
  clock.advance(60_000);
  expect((await due()).answers).toBe(0);
  const [answer, ...more] = await messagesOf(other.id);
  expect(more).toEqual([]);
  expect(answer).toMatchObject({ author_kind: "automatic", credits: 0 });
  // asked a question, a program says that it can't know the answer
  expect(contents.de.toQuestions).toContain(answer?.body);
  await say(asker.id, other.id, "Und sonst?");
  clock.advance(10_000);
  await due();
  expect(new Set((await messagesOf(other.id)).map((message) => message.body)).size).toBe(2);
  const side = db.selectFrom("conversation_members").select(["unread", "read_until"]).where("member_id", "=", other.id);
  expect(await side.executeTakeFirstOrThrow()).toEqual({ unread: 0, read_until: expect.any(Date) });
});

test("R1.05 an automatic member opens a gift before it answers", async () => {
  const asker = await makeMember(services, { siteId, credits: 5 });
  const other = await makeMember(services, { siteId, automatic: true });
  const gift = { from: asker.id, to: other.id, gift: "rose", text: "", key: randomUUID() } as const;
  await sendGift({ db, site, now: clock.now(), emit }, gift);
  clock.advance(10_000);
  await due();
  const opened = db.selectFrom("gifts").select("opened_at").where("recipient_id", "=", other.id);
  expect(await opened.executeTakeFirstOrThrow()).toEqual({ opened_at: clock.now() });
  expect(await messagesOf(other.id)).toHaveLength(1);
});

test("two workers at once answer once", async () => {
  const asker = await makeMember(services, { siteId, credits: 5 });
  const other = await makeMember(services, { siteId, automatic: true });
  await say(asker.id, other.id, "Hello!");
  clock.advance(10_000);
  await Promise.all([due(), due(), due()]);
  expect(await messagesOf(other.id)).toHaveLength(1);
});

test("real and fictional members never answer, nor do automatic ones answer each other", async () => {
  const asker = await makePremium(services, { siteId });
  const member = await makeMember(services, { siteId });
  const fictional = await makeMember(services, { siteId, fictional: true });
  const one = await makeMember(services, { siteId, automatic: true, credits: 5 });
  const two = await makeMember(services, { siteId, automatic: true });
  for (const to of [member, fictional]) await say(asker.id, to.id, "Hello!");
  await say(one.id, two.id, "Hello!");
  clock.advance(60_000);
  expect((await due()).answers).toBe(0);
});

test("D5.1 an automatic member likes back a member they fit with, once; that is a match", async () => {
  const man = await makeMember(services, { siteId, gender: "male", sexuality: "hetero" });
  const woman = await makeMember(services, { siteId, automatic: true, gender: "female", sexuality: "hetero" });
  const lesbian = await makeMember(services, { siteId, automatic: true, gender: "female", sexuality: "lesbian" });
  await like(man.id, woman.id);
  await like(man.id, lesbian.id);
  expect((await due()).likes).toBe(0);
  clock.advance(16_000);
  expect((await due()).likes).toBe(1);
  clock.advance(16_000);
  expect((await due()).likes).toBe(0);
  const [a_id, b_id] = [man.id, woman.id].sort();
  const matches = db
    .selectFrom("matches")
    .select(["a_id", "b_id"])
    .where((where) => where.or([where("a_id", "=", man.id), where("b_id", "=", man.id)]));
  expect(await matches.execute()).toEqual([{ a_id, b_id }]);
});

test.each(languages)("%s: a reply is repeated only after all others", (language) => {
  for (const [body, list] of [
    ["Hello", contents[language].replies],
    ["Sea or mountains?", contents[language].toQuestions],
  ] as const) {
    const replies = Array.from({ length: list.length }, (_, answers) =>
      replyTo({ conversation_id: "a conversation", answers, body }, { language, gender: "female" }),
    );
    expect(new Set(replies).size).toBe(list.length);
  }
});
