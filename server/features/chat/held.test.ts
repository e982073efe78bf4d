import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { redeemLink, signUp } from "#contract/account.ts";
import { deleteChat, deleteMessage, getChat, getChats, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import type { MemberEvent } from "#contract/events.ts";
import { saveQuestions } from "#contract/opening-questions.ts";
import { setSexuality } from "#contract/profiles.ts";
import { giveCredits, makeMember } from "#demo/factories.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect } from "#server/test.ts";
import { newcomerChats, sameTextMembers } from "./safety/rules.ts";

let count = 0;
const write = (
  from: { client: TestClient },
  to: { id: string },
  text: string,
  key = randomUUID(),
  more: { credits?: number } = {},
) => from.client.call(sendMessage, { body: { member: to.id, text, ...more } }, { key });

const test = base
  .extend("confirm", { scope: "file" }, ({ given }) => async (who: { client: TestClient; form: { email: string } }) => {
    const token = await activationToken(given, who.form.email);
    return (await who.client.call(redeemLink, { body: { token } })).body;
  })
  .extend("ledgerOf", { scope: "file" }, ({ services }) => (memberId: string) => {
    const entries = services.db.selectFrom("ledger").select(["amount", "cause"]).where("member_id", "=", memberId);
    return entries.orderBy("id").execute();
  })
  /** A member who has signed up and not confirmed yet. */
  .extend("newcomer", { scope: "file" }, ({ visitor }) => async () => {
    count += 1;
    const client = visitor();
    const form = signupForm({ name: `New ${count}`, email: `new${count}@example.org` });
    const { user } = (await client.call(signUp, { body: form })).body;
    return { client, id: user.id, form };
  })
  /** A newcomer, and a member to write to. */
  .extend("strangers", { scope: "file" }, ({ newcomer, member }) => async () => {
    return [await newcomer(), await member({ credits: 5 })] as const;
  })
  /** A newcomer who has bought credits, and is premium. */
  .extend("buyer", { scope: "file" }, ({ newcomer, services, siteIds }) => async () => {
    const made = await newcomer();
    await giveCredits(services, { id: made.id, siteId: siteIds[0] }, 60);
    await services.db.updateTable("profiles").set({ premium: true }).where("member_id", "=", made.id).execute();
    return made;
  })
  .extend(
    "stored",
    { scope: "file" },
    ({ services }) =>
      (table: "messages" | "held_messages", authorId: string) =>
        services.db.selectFrom(table).select(["id", "body"]).where("author_id", "=", authorId).execute(),
  );

test("R4.02 a message before the confirmation is held, costs nothing and does not arrive", async ({
  stored,
  strangers,
  services,
}) => {
  const [anna, eva] = await strangers();
  const heard: unknown[] = [];
  services.events.subscribe(eva.id, (event) => heard.push(event));
  const { status, body } = await write(anna, eva, "Hello Eva");
  expect(status).toBe(200);
  expect(body).toMatchObject({ credits: 0, message: { mine: true, text: "Hello Eva", held: true, read: false } });
  expect(heard).toEqual([]);
  expect((await eva.client.call(getChats)).body.chats).toEqual([]);
  expect(await stored("messages", anna.id)).toEqual([]);
  expect(await stored("held_messages", anna.id)).toHaveLength(1);
});

test("R7.03 the key of a held message is refused with another text", async ({ strangers }) => {
  const [anna, eva] = await strangers();
  const key = randomUUID();
  await write(anna, eva, "Only once", key);
  expect((await write(anna, eva, "Something else", key)).body.error?.code).toBe("idempotency_key_reused");
});

test("D6.1 D6.3 a message is not held if it costs more than its author saw; delivery charges no more than that", async ({
  confirm,
  stored,
  ledgerOf,
  siteHas,
  strangers,
}) => {
  const [anna, eva] = await strangers();
  await siteHas({ message_credits: 2 });
  const key = randomUUID();
  expect((await write(anna, eva, "One", key, { credits: 1 })).body.error?.code).toBe("message_price_changed");
  expect(await stored("held_messages", anna.id)).toEqual([]);
  const held = (await write(anna, eva, "One", key, { credits: 2 })).body.message;
  await siteHas({ message_credits: 3 });
  expect((await write(anna, eva, "One", key, { credits: 2 })).body.message).toEqual(held);
  await siteHas({ message_credits: 1 });
  await write(anna, eva, "Two", randomUUID(), { credits: 1 });
  await siteHas({ message_credits: 3 });
  await confirm(anna);
  const paid = (await ledgerOf(anna.id)).filter(({ cause }) => cause === "message");
  expect(paid.map(({ amount }) => amount)).toEqual([-2, -1]);
});

test("D6.3 a held message costs the lower price if the price has fallen by the time it is delivered", async ({
  confirm,
  ledgerOf,
  siteHas,
  strangers,
}) => {
  const [anna, eva] = await strangers();
  await siteHas({ message_credits: 2 });
  await write(anna, eva, "One", randomUUID(), { credits: 2 });
  await siteHas({ message_credits: 1 });
  await confirm(anna);
  expect(await ledgerOf(anna.id)).toContainEqual({ amount: -1, cause: "message" });
});

test("D6.2 D6.3 no more are held than the welcome credits pay for, also in parallel", async ({ stored, strangers }) => {
  const [anna, eva] = await strangers();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, number) => write(anna, eva, `Number ${number}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.body.error?.code]).toEqual([403, "held_limit"]);
  expect(refused?.body.error?.message).toContain("No more than 5 of your messages can wait");
  expect(await stored("held_messages", anna.id)).toHaveLength(5);
});

test("D6.2 held messages count as conversations that a newcomer has begun, until they are deleted", async ({
  newcomer,
  member,
}) => {
  const [anna, b, c] = [await newcomer(), await member({ credits: 5 }), await member({ credits: 5 })];
  const left = async (to: { id: string }) => (await chatOf(anna, to)).conversations_left;
  expect(await left(b)).toBe(2);
  const { message } = (await write(anna, b, "Hi")).body;
  await write(anna, b, "Hi again");
  expect([await left(b), await left(c)]).toEqual([null, 1]);
  await write(anna, c, "Hi");
  const d = await member({ credits: 5 });
  expect(await left(d)).toBe(0);
  expect((await write(anna, d, "Hi")).body.error?.code).toBe("conversation_limit");
  await anna.client.call(deleteMessage, { body: { message: message.id } });
  expect(await left(d)).toBe(0);
  const { conversation } = await chatOf(anna, b);
  if (conversation) await anna.client.call(deleteChat, { body: { conversation } });
  expect([await left(b), await left(d)]).toEqual([1, 1]);
});

const chatOf = async (who: { client: TestClient }, other: { id: string }) =>
  (await who.client.call(getChat, { query: { member: other.id } })).body;

test("R4.02 the author sees it in the chat and in the list; the recipient sees no chat and can't answer", async ({
  strangers,
  services,
}) => {
  const [anna, eva] = await strangers();
  const { conversation } = (await write(anna, eva, "First")).body;
  services.clock.advance(1000);
  expect((await write(anna, eva, "Second")).body.conversation).toEqual(conversation);
  const chat = await chatOf(anna, eva);
  expect([chat.conversation, chat.messages.map(({ text, held }) => [text, held])]).toEqual([
    conversation,
    [
      ["First", true],
      ["Second", true],
    ],
  ]);
  expect((await anna.client.call(getChat, { query: { conversation: conversation.id } })).body).toEqual(chat);
  expect((await anna.client.call(getChats)).body).toMatchObject({
    chats: [{ conversation, profile: { id: eva.id }, last_message: { text: "Second", held: true } }],
    undelivered: [],
  });
  for (const query of [{ member: anna.id }, { conversation: conversation.id }]) {
    expect((await eva.client.call(getChat, { query })).status).toBe(404);
  }
  expect((await write(eva, anna, "Hello?")).body.error?.code).toBe("profile_not_found");
  expect((await eva.client.call(deleteChat, { body: { conversation } })).status).toBe(404);
});

test("R4.02 D6.3 on confirmation all are delivered in order and charged, and events follow the commit", async ({
  stored,
  newcomer,
  services,
  member,
  confirm,
  ledgerOf,
}) => {
  const [anna, eva, bea] = [await newcomer(), await member({ credits: 5 }), await member({ credits: 5 })];
  const { conversation } = (await write(anna, eva, "One")).body;
  await write(anna, bea, "Two");
  const key = randomUUID();
  const held = (await write(anna, eva, "Three", key)).body.message;
  const heard: [string, MemberEvent][] = [];
  for (const who of [anna, eva, bea]) services.events.subscribe(who.id, (event) => heard.push([who.id, event]));
  services.clock.advance(60_000);
  expect(await confirm(anna)).toMatchObject({
    credits: 5,
    delivered: 3,
    undelivered: 0,
    // the chat of the first one, to which the page leads
    conversation: conversation.id,
  });
  expect(await ledgerOf(anna.id)).toEqual([
    { amount: 5, cause: "signup" },
    ...Array(3).fill({ amount: -1, cause: "message" }),
  ]);
  const chat = await chatOf(eva, anna);
  expect(chat.conversation).toEqual(conversation);
  expect(chat.messages.map(({ text, mine, held }) => [text, mine, held])).toEqual([
    ["One", false, undefined],
    ["Three", false, undefined],
  ]);
  expect((await eva.client.call(getChats)).body.chats[0]).toMatchObject({ num_unread_messages: 2 });
  expect(heard.flatMap(([who, event]) => (event.type === "message" ? [[who, event.text]] : []))).toEqual([
    [eva.id, "One"],
    [bea.id, "Two"],
    [eva.id, "Three"],
  ]);
  expect(heard.filter(([who]) => who === anna.id).at(-1)?.[1]).toEqual({
    type: "confirmed",
    delivered: 3,
    undelivered: 0,
  });
  expect((await chatOf(anna, eva)).messages.map((message) => message.held)).toEqual([undefined, undefined]);
  const late = (await write(anna, eva, "Three", key)).body;
  expect([late.credits, late.message.held, late.message.id === held.id]).toEqual([2, undefined, false]);
  expect(await stored("messages", anna.id)).toHaveLength(3);
  expect((await write(eva, anna, "Hello Anna")).status).toBe(200);
});

test("R4.02 confirming twice at once delivers once", async ({ stored, strangers, given, ledgerOf }) => {
  const [anna, eva] = await strangers();
  await write(anna, eva, "Once");
  const token = await activationToken(given, anna.form.email);
  const answers = await Promise.all(Array.from({ length: 6 }, () => anna.client.call(redeemLink, { body: { token } })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([await stored("messages", anna.id), await ledgerOf(anna.id)]).toMatchObject([[{ body: "Once" }], [{}, {}]]);
});

test("R4.02 a failed confirmation delivers nothing, the next one all", async ({
  stored,
  strangers,
  services,
  given,
  confirm,
  ledgerOf,
}) => {
  const [anna, eva] = await strangers();
  await write(anna, eva, "First");
  await write(anna, eva, "Second");
  const token = await activationToken(given, anna.form.email);
  const { db } = services;
  const heard: MemberEvent[] = [];
  const stop = services.events.subscribe(eva.id, (event) => heard.push(event));
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$`.execute(
    db,
  );
  await sql`create trigger break_off before insert on messages for each row when (new.body = 'Second') execute function break_off()`.execute(
    db,
  );
  expect((await anna.client.call(redeemLink, { body: { token } })).status).toBe(500);
  await sql`drop trigger break_off on messages`.execute(db);
  expect([await stored("messages", anna.id), await ledgerOf(anna.id), heard]).toEqual([[], [], []]);
  expect(await stored("held_messages", anna.id)).toHaveLength(2);
  expect(await confirm(anna)).toMatchObject({ delivered: 2 });
  stop();
});

test("R4.02 messages written during the confirmation are delivered or sent, once each", async ({
  stored,
  strangers,
  given,
}) => {
  const [anna, eva] = await strangers();
  const token = await activationToken(given, anna.form.email);
  const [, ...answers] = await Promise.all([
    anna.client.call(redeemLink, { body: { token } }),
    ...Array.from({ length: 5 }, (_, number) => write(anna, eva, `Number ${number}`)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect([await stored("held_messages", anna.id), (await stored("messages", anna.id)).length]).toEqual([[], 5]);
});

test("D6.3 with too few credits, those they pay for are delivered and the rest are listed, uncharged", async ({
  strangers,
  confirm,
  siteHas,
}) => {
  const [anna, eva] = await strangers();
  for (const text of ["One", "Two", "Three"]) await write(anna, eva, text);
  await siteHas({ message_credits: 2 });
  expect(await confirm(anna)).toMatchObject({ delivered: 2, undelivered: 1 });
  expect((await chatOf(anna, eva)).messages.map(({ text }) => text)).toEqual(["One", "Two"]);
  const { undelivered } = (await anna.client.call(getChats)).body;
  expect(undelivered).toMatchObject([{ text: "Three", reason: "not_enough_credits", profile: { id: eva.id } }]);
  const message = undelivered[0]?.id ?? "";
  expect((await eva.client.call(deleteMessage, { body: { message } })).status).toBe(404);
  expect((await anna.client.call(deleteMessage, { body: { message } })).body).toEqual({ deleted: true, credits: 0 });
  expect((await anna.client.call(getChats)).body.undelivered).toEqual([]);
});

test("D6.2 a site without welcome credits holds no messages", async ({
  strangers,
  services,
  siteIds,
  confirm,
  siteHas,
}) => {
  const [anna, eva] = await strangers();
  await siteHas({ signup_credits: 0 });
  const refused = await write(anna, eva, "Hi");
  expect([refused.status, refused.body.error?.code]).toEqual([403, "account_not_confirmed"]);
  await giveCredits(services, { id: anna.id, siteId: siteIds[0] }, 1);
  expect((await write(anna, eva, "Paid for")).body.message.held).toBe(true);
  expect((await write(anna, eva, "Too much")).body.error?.code).toBe("held_limit");
  expect(await confirm(anna)).toMatchObject({ credits: 0, delivered: 1 });
});

test("D6.3 a message to a hidden or erased member is undelivered, listed and uncharged", async ({
  newcomer,
  services,
  member,
  confirm,
  ledgerOf,
}) => {
  const [anna, gone, erased] = [await newcomer(), await member({ credits: 5 }), await member({ credits: 5 })];
  await write(anna, gone, "To the one who went");
  await write(anna, erased, "To the erased one");
  const { db } = services;
  await db.updateTable("profiles").set({ listed: false }).where("member_id", "=", gone.id).execute();
  expect((await anna.client.call(getChats)).body).toMatchObject({
    chats: [{ profile: { id: erased.id } }],
    undelivered: [{ text: "To the one who went", reason: "away", profile: null }],
  });
  await db.deleteFrom("accounts").where("id", "=", erased.id).execute();
  expect(await confirm(anna)).toMatchObject({ delivered: 0, undelivered: 2 });
  expect(await ledgerOf(anna.id)).toEqual([{ amount: 5, cause: "signup" }]);
  const { chats, undelivered } = (await anna.client.call(getChats)).body;
  expect([chats, undelivered.map(({ text, reason }) => [text, reason])]).toEqual([
    [],
    [
      ["To the one who went", "profile_not_found"],
      ["To the erased one", "profile_not_found"],
    ],
  ]);
});

test("D6.3 an author can delete held messages, one or the chat, and then write to another member", async ({
  newcomer,
  member,
  confirm,
}) => {
  const [anna, b, c, d] = [
    await newcomer(),
    await member({ credits: 5 }),
    await member({ credits: 5 }),
    await member({ credits: 5 }),
  ];
  const { message } = (await write(anna, b, "No")).body;
  const { conversation } = (await write(anna, c, "Never mind")).body;
  expect((await anna.client.call(deleteMessage, { body: { message: message.id } })).body).toEqual({
    deleted: true,
    credits: 0,
  });
  const again = await anna.client.call(deleteMessage, { body: { message: message.id } });
  expect([again.status, again.body.error?.code]).toEqual([404, "message_not_found"]);
  expect((await anna.client.call(deleteChat, { body: { conversation } })).body).toEqual({ deleted: true });
  expect((await anna.client.call(getChats)).body.chats).toEqual([]);
  expect([(await write(anna, d, "Hi")).status, (await write(anna, b, "Hi")).status]).toEqual([200, 200]);
  expect(await confirm(anna)).toMatchObject({ delivered: 2 });
});

test("D2.1 R1.04 no message is held to oneself, another site or an unknown member, or if too long", async ({
  stored,
  newcomer,
  services,
  siteIds,
  member,
}) => {
  const anna = await newcomer();
  const elsewhere = await makeMember(services, { siteId: siteIds[1] });
  const unconfirmed = await newcomer();
  const codeOf = async (id: string, text = "Hi") => (await write(anna, { id }, text)).body.error?.code;
  expect(await codeOf(anna.id)).toBe("own_profile");
  for (const id of [elsewhere.id, unconfirmed.id, randomUUID()]) expect(await codeOf(id)).toBe("profile_not_found");
  expect(await codeOf((await member({ credits: 5 })).id, "x".repeat(1001))).toBe("invalid_input");
  expect(await stored("held_messages", anna.id)).toEqual([]);
});

test("D6.2 a member who has bought credits may have more held, to more members", async ({
  newcomer,
  services,
  siteIds,
  member,
  confirm,
}) => {
  const anna = await newcomer();
  const siteId = siteIds[0];
  await giveCredits(services, { id: anna.id, siteId }, 2);
  await services.db.updateTable("profiles").set({ premium: true }).where("member_id", "=", anna.id).execute();
  const others = await Promise.all(Array.from({ length: 8 }, member));
  const answers = [];
  for (const other of others) answers.push((await write(anna, other, "Hi")).body.error?.code);
  expect(answers).toEqual([...Array(7).fill(undefined), "held_limit"]);
  expect(await confirm(anna)).toMatchObject({ delivered: 7, undelivered: 0 });
});

test("D6.3 D11.3 messages wait for no more new members than one confirmation may write to, and all of them arrive", async ({
  member,
  buyer,
  confirm,
  siteHas,
}) => {
  const others = await Promise.all(Array.from({ length: newcomerChats + 2 }, () => member()));
  const writeToAll = async (from: { client: TestClient }) => {
    const codes = [];
    for (const other of others) codes.push((await write(from, other, "Hi")).body.error?.code);
    return codes;
  };
  const anna = await buyer();
  expect(await writeToAll(anna)).toEqual([...Array(newcomerChats).fill(undefined), "held_limit", "held_limit"]);
  const [first = anna] = others;
  expect((await write(anna, first, "And one more thing")).status).toBe(200);
  expect(await confirm(anna)).toMatchObject({ delivered: newcomerChats + 1, undelivered: 0 });

  await siteHas({ open_first_messages: 4 });
  const bea = await buyer();
  expect((await writeToAll(bea)).filter((code) => code === undefined)).toHaveLength(4);
  expect(await confirm(bea)).toMatchObject({ delivered: 4, undelivered: 0 });
});

test("D11.3 one text waits for five members, also at once; the sixth needs another one", async ({
  member,
  buyer,
  confirm,
}) => {
  const anna = await buyer();
  const others = await Promise.all(Array.from({ length: sameTextMembers + 1 }, () => member()));
  const text = "You look wonderful, I would love to get to know you better";
  const answers = await Promise.all(others.map((other) => write(anna, other, `Dear ${other.name}, ${text}`)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body.error?.code)).toEqual(["same_text_limit"]);
  const last = others[answers.findIndex(({ status }) => status !== 200)] ?? anna;
  expect((await write(anna, last, "Your cat in the third photo looks like mine")).status).toBe(200);
  expect(await confirm(anna)).toMatchObject({ delivered: sameTextMembers + 1, undelivered: 0 });
});

test("D6.3 what a limit or a mute keeps back says so, not that the recipient is gone", async ({
  member,
  buyer,
  services,
  confirm,
  siteHas,
}) => {
  const reasonsOf = async ({ client }: { client: TestClient }) =>
    (await client.call(getChats)).body.undelivered.map(({ reason }) => reason);
  const others = await Promise.all([member(), member(), member()]);
  const anna = await buyer();
  for (const other of others) await write(anna, other, "Hi");
  await siteHas({ open_first_messages: 2 });
  expect(await confirm(anna)).toMatchObject({ delivered: 2, undelivered: 1 });
  expect(await reasonsOf(anna)).toEqual(["too_many_at_once"]);

  const bea = await buyer();
  for (const other of others.slice(1)) await write(bea, other, "Hi");
  const { db, clock } = services;
  const until = new Date(clock.now().getTime() + dayMs);
  await db.updateTable("profiles").set({ muted_until: until }).where("member_id", "=", bea.id).execute();
  expect(await confirm(bea)).toMatchObject({ delivered: 0, undelivered: 2 });
  expect(await reasonsOf(bea)).toEqual(["muted", "muted"]);

  const eva = await buyer();
  await write(eva, others[0] ?? eva, "Hi");
  await eva.client.call(setSexuality, { body: { seeks: null } });
  expect(await confirm(eva)).toMatchObject({ delivered: 0, undelivered: 1 });
  expect(await reasonsOf(eva)).toEqual(["consent_withdrawn"]);
});

test("R11.01 D6.3 a held message keeps the question that it answers, also if its owner takes it back", async ({
  newcomer,
  confirm,
  member,
}) => {
  const [anna, ben] = [await newcomer(), await member()];
  const saved = await ben.client.call(saveQuestions, { body: { chosen: ["sea"], written: [] } });
  const body = { member: ben.id, text: "The sea.", question: saved.body.own[0]?.id };
  const held = await anna.client.call(sendMessage, { body });
  expect(held.body.message).toMatchObject({ held: true, question: "Sea or mountains?" });
  await ben.client.call(saveQuestions, { body: { chosen: [], written: [] } });
  await confirm(anna);
  const { messages } = (await ben.client.call(getChat, { query: { member: anna.id } })).body;
  expect(messages).toMatchObject([{ text: "The sea.", question: "Sea or mountains?" }]);
});
