import { randomUUID } from "node:crypto";
import { deleteChat, getChat, getChats, readChat, sendMessage } from "#contract/chat.ts";
import type { MemberEvent } from "#contract/events.ts";
import { getCard, getMember } from "#contract/members.ts";
import { balanceOf, book } from "#server/features/credits/index.ts";
import { test as base, expect } from "#server/test.ts";

let count = 0;

const test = base
  .extend("person", { scope: "file" }, ({ signedUp }) => async (name: string) => {
    count += 1;
    return await signedUp({ name: `${name} ${count}`, email: `${name}${count}@example.org`.toLowerCase() });
  })
  .extend("give", { scope: "file" }, ({ services, siteIds }) => async (memberId: string, amount: number) => {
    const entry = { memberId, siteId: siteIds[0] ?? 0, amount, cause: "demo" as const, causeId: randomUUID() };
    await book(services.db, { ...entry, now: services.clock.now() });
  })
  .extend(
    "balance",
    { scope: "file" },
    ({ services }) =>
      (memberId: string) =>
        balanceOf(services.db, memberId),
  )
  .extend(
    "stored",
    { scope: "file" },
    ({ services }) =>
      async (authorId: string) =>
        await services.db
          .selectFrom("messages")
          .select(["body", "credits"])
          .where("author_id", "=", authorId)
          .execute(),
  );

test("R1.04 a message costs its credits and arrives at once, and so does the answer", async ({ person, services }) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  const heard: MemberEvent[] = [];
  services.events.subscribe(eva.id, (event) => heard.push(event));
  const sent = (await anna.client.call(sendMessage, { body: { member: eva.id, text: "Hello Eva" } })).body;
  expect(sent).toMatchObject({ credits: 4, message: { mine: true, text: "Hello Eva", author_kind: "member" } });
  const conversation = sent.conversation;
  const { id, author_kind, text, created_at } = sent.message;
  expect(heard).toEqual([
    {
      type: "message",
      conversation: conversation.id,
      from: anna.id,
      name: anna.form.name,
      id,
      author_kind,
      text,
      created_at,
    },
  ]);
  const [entry] = (await eva.client.call(getChats)).body.chats;
  expect(entry).toMatchObject({
    conversation,
    num_unread_messages: 1,
    profile: { id: anna.id, fictional: false },
    last_message: { text: "Hello Eva", mine: false },
  });
  services.clock.advance(1000);
  await eva.client.call(sendMessage, { body: { member: anna.id, text: "Hello Anna" } });
  const chat = (await anna.client.call(getChat, { query: { conversation: conversation.id } })).body;
  expect(chat.messages.map((message) => [message.mine, message.text])).toEqual([
    [true, "Hello Eva"],
    [false, "Hello Anna"],
  ]);
});

test("R4.17 R7.01 opening a chat zeroes its unread count and shows the author that it was read", async ({
  person,
  services,
}) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  const { conversation } = (await anna.client.call(sendMessage, { body: { member: eva.id, text: "One" } })).body;
  expect((await anna.client.call(getChat, { query: { member: eva.id } })).body.messages[0]?.read).toBe(false);
  services.clock.advance(1000);
  await eva.client.call(readChat, { body: { conversation } });
  expect((await eva.client.call(getChats)).body.chats[0]?.num_unread_messages).toBe(0);
  expect((await anna.client.call(getChat, { query: { member: eva.id } })).body.messages[0]?.read).toBe(true);
});

test("R1.04 without credits a message is refused in the specification's words, not stored, not charged", async ({
  stored,
  balance,
  person,
}) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  for (let number = 1; number <= 5; number += 1) {
    await anna.client.call(sendMessage, { body: { member: eva.id, text: `Message ${number}` } });
  }
  const refused = await anna.client.call(sendMessage, { body: { member: eva.id, text: "One too many" } });
  expect(refused.status).toBe(402);
  expect(refused.body.error).toEqual({
    code: "not_enough_credits",
    message: "You do not have enough credits to send this message",
  });
  expect([await balance(anna.id), (await stored(anna.id)).length]).toEqual([0, 5]);
});

test("D6.1 of 200 parallel messages with credits for 37, exactly 37 are sent and charged", async ({
  stored,
  balance,
  give,
  person,
}) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  await give(anna.id, 32);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, number) =>
      anna.client.call(sendMessage, { body: { member: eva.id, text: `Parallel ${number}` } }),
    ),
  );
  const statuses = answers.map((answer) => answer.status);
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 402).length,
  ]).toEqual([37, 163]);
  expect([await balance(anna.id), (await stored(anna.id)).length]).toEqual([0, 37]);
  expect((await eva.client.call(getChats)).body.chats[0]?.num_unread_messages).toBe(37);
});

test("R7.03 the same key sends and charges once, also in parallel; with another text it is refused", async ({
  stored,
  balance,
  person,
}) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  await anna.client.call(sendMessage, { body: { member: eva.id, text: "Before" } });
  const key = randomUUID();
  const send = (text: string) => anna.client.call(sendMessage, { body: { member: eva.id, text } }, { key });
  const answers = await Promise.all(Array.from({ length: 20 }, () => send("Only once")));
  expect(new Set(answers.map((answer) => answer.body.message.id)).size).toBe(1);
  expect([await balance(anna.id), (await stored(anna.id)).length]).toEqual([3, 2]);
  const other = await send("Something else");
  expect([other.status, other.body.error?.code]).toEqual([422, "idempotency_key_reused"]);
});

test("R7.03 a first message repeated in parallel begins one conversation", async ({ stored, balance, person }) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  const key = randomUUID();
  const body = { member: eva.id, text: "First words" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => anna.client.call(sendMessage, { body }, { key })));
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
  expect([await balance(anna.id), (await stored(anna.id)).length]).toEqual([4, 1]);
});

const texts: [string, string, string][] = [
  ["of zero-width characters", "\u200b\u200c\u2060\ufeff", "This looks empty. Please write something."],
  ["of blanks", "   \n ", "Please fill this in."],
  ["of 1,001 characters", "x".repeat(1001), "A message can have up to 1000 characters."],
  ["with NUL", "a\u0000b", "Some of these characters can’t be used here."],
  ["with a lone surrogate", "a\ud800b", "Some of these characters can’t be used here."],
];
test.for(texts)(
  "R8.01 a message %s is refused with an error at its field, uncharged",
  async ([, text, message], { balance, person }) => {
    const [anna, eva] = [await person("Anna"), await person("Eva")];
    const answer = await anna.client.call(sendMessage, { body: { member: eva.id, text } });
    expect([answer.status, answer.body.error?.fields]).toEqual([400, { text: message }]);
    expect(await balance(anna.id)).toBe(5);
  },
);

test("D6.4 a thousand family emoji are a thousand characters", async ({ person }) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  const answer = await anna.client.call(sendMessage, { body: { member: eva.id, text: "👨‍👩‍👧".repeat(1000) } });
  expect(answer.status).toBe(200);
});

test("R6.04 D6.2 a free member may begin two conversations; a third is refused, an answer is not", async ({
  person,
}) => {
  const [anna, b, c, d] = [await person("Anna"), await person("Bea"), await person("Cleo"), await person("Dora")];
  const to = (id: string) => anna.client.call(sendMessage, { body: { member: id, text: "Hi" } });
  expect([(await to(b.id)).status, (await to(c.id)).status]).toEqual([200, 200]);
  const third = await to(d.id);
  expect([third.status, third.body.error?.code]).toEqual([403, "conversation_limit"]);
  await d.client.call(sendMessage, { body: { member: anna.id, text: "I begin" } });
  expect((await to(d.id)).status).toBe(200);
});

test("R6.04 D6.2 the profile and the chat show how many conversations a free member may still begin", async ({
  person,
  services,
}) => {
  const [anna, b, c, d] = [await person("Anna"), await person("Bea"), await person("Cleo"), await person("Dora")];
  const to = (id: string) => anna.client.call(sendMessage, { body: { member: id, text: "Hi" } });
  /** The number that the profile and the chat both show. */
  const left = async (id: string) => {
    const profile = (await anna.client.call(getMember, { query: { id } })).body.conversations_left;
    expect((await anna.client.call(getChat, { query: { member: id } })).body.conversations_left).toBe(profile);
    return profile;
  };
  expect(await left(b.id)).toBe(2);
  await to(b.id);
  // an existing conversation has no limit, even if it was removed from the list
  const { conversation } = (await anna.client.call(getChat, { query: { member: b.id } })).body;
  if (conversation) await anna.client.call(deleteChat, { body: { conversation } });
  expect([await left(b.id), await left(c.id)]).toEqual([null, 1]);
  await to(c.id);
  expect(await left(d.id)).toBe(0);
  // a member who got a message may answer
  await d.client.call(sendMessage, { body: { member: anna.id, text: "I begin" } });
  expect(await left(d.id)).toBe(null);
  const e = await person("Edda");
  expect(await left(e.id)).toBe(0);
  await services.db.updateTable("profiles").set({ premium: true }).where("member_id", "=", anna.id).execute();
  expect(await left(e.id)).toBe(null);
  // the viewer's own profile
  const own = await anna.client.call(getMember, { query: { id: anna.id } });
  expect(own.body.conversations_left).toBe(null);
});

test("D6.2 concurrent first messages do not pass the limit together", async ({ person }) => {
  const [anna, ...others] = [
    await person("Anna"),
    await person("B"),
    await person("C"),
    await person("D"),
    await person("E"),
  ];
  const answers = await Promise.all(
    others.map((other) => anna.client.call(sendMessage, { body: { member: other.id, text: "Hi" } })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
});

test("D6.6 R7.01 deleting a chat hides it from the member who deletes it, until a new message comes", async ({
  person,
  services,
}) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  const { conversation } = (await anna.client.call(sendMessage, { body: { member: eva.id, text: "Old" } })).body;
  services.clock.advance(1000);
  expect((await eva.client.call(deleteChat, { body: { conversation } })).body).toEqual({ deleted: true });
  expect((await eva.client.call(getChats)).body.chats).toEqual([]);
  expect((await anna.client.call(getChats)).body.chats).toHaveLength(1);
  services.clock.advance(1000);
  await anna.client.call(sendMessage, { body: { member: eva.id, text: "New" } });
  const chat = (await eva.client.call(getChat, { query: { conversation: conversation.id } })).body;
  expect(chat.messages.map((message) => message.text)).toEqual(["New"]);
});

test("R9.10 history comes in pages of 50, up to the site's limit", async ({ give, person, services, siteHas }) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  await give(anna.id, 200);
  const { clock } = services;
  await siteHas({ chat_history_limit: 100 });
  for (let number = 1; number <= 120; number += 1) {
    clock.advance(1000);
    await anna.client.call(sendMessage, { body: { member: eva.id, text: `Number ${number}` } });
  }
  const first = (await eva.client.call(getChat, { query: { member: anna.id } })).body;
  expect([first.messages[0]?.text, first.messages.at(-1)?.text]).toEqual(["Number 71", "Number 120"]);
  const before = first.older_cursor ?? "";
  const second = (await eva.client.call(getChat, { query: { member: anna.id, before } })).body;
  expect([second.messages[0]?.text, second.messages.at(-1)?.text]).toEqual(["Number 21", "Number 70"]);
  expect(second.older_cursor).toBeNull();
  const forged = await eva.client.call(getChat, { query: { member: anna.id, before: "bm9uc2Vuc2U" } });
  expect([forged.status, Object.keys(forged.body.error?.fields ?? {})]).toEqual([400, ["before"]]);
});

test("D11.1 the card, the profile and the chat label an automatic member before the first message", async ({
  person,
  services,
}) => {
  const [anna, eva] = [await person("Anna"), await person("Eva")];
  const labels = async () => [
    (await anna.client.call(getCard, { query: { id: eva.id } })).body.member.automatic,
    (await anna.client.call(getMember, { query: { id: eva.id } })).body.profile.automatic,
    (await anna.client.call(getChat, { query: { member: eva.id } })).body.profile.automatic,
  ];
  expect(await labels()).toEqual([false, false, false]);
  await services.db.updateTable("profiles").set({ automatic: true }).where("member_id", "=", eva.id).execute();
  expect(await labels()).toEqual([true, true, true]);
});

test("a profile says whether the two have chatted, to both of them", async ({ pair }) => {
  const [anna, ben] = await pair();
  const haveChatted = async () => [
    (await anna.client.call(getMember, { query: { id: ben.id } })).body.have_chatted,
    (await ben.client.call(getMember, { query: { id: anna.id } })).body.have_chatted,
  ];
  expect(await haveChatted()).toEqual([false, false]);
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  expect(await haveChatted()).toEqual([true, true]);
});
