import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { deleteChat, getChat, searchChats, sendMessage } from "#contract/chat.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { planting } from "#demo/insert.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";

const write = async (from: Member, to: Member, text: string) =>
  (await from.client.call(sendMessage, { body: { member: to.id, text } })).body;
const search = async (who: Member, q: string) => (await who.client.call(searchChats, { query: { q } })).body;
const texts = async (who: Member, q: string) => (await search(who, q)).messages.map(({ message }) => message.text);

/** Puts messages into a conversation, the first one the oldest. */
async function plant(
  { db, clock }: Fixtures["services"],
  author: Member,
  conversation: { id: string },
  bodies: string[],
) {
  const first = clock.now().getTime() - bodies.length * 1000;
  const rows = bodies.map((body, index) => ({
    conversation_id: conversation.id,
    author_id: author.id,
    body,
    credits: 0,
    key: randomUUID(),
    created_at: new Date(first + index * 1000),
  }));
  await planting(db).insertInto("messages").values(rows).execute();
}

test("R2.22 a search finds one's own chats by the member's name, and messages by their text, newest first", async ({
  services,
  member,
}) => {
  const anna = await member({ credits: 20, premium: true });
  const [ben, eva] = [
    await member({ name: "Benedikt", credits: 20 }),
    await member({ name: "Eva Łucja", credits: 20 }),
  ];
  const { conversation, message } = await write(anna, ben, "Shall we walk along the lake?");
  services.clock.advance(1000);
  await write(ben, anna, "The LAKE is frozen");
  services.clock.advance(1000);
  await write(anna, eva, "Ich mag Ähren und 100% Käse_brot");
  expect(await search(anna, "benedik")).toMatchObject({
    chats: [{ conversation, profile: { id: ben.id } }],
    messages: [],
  });
  expect((await search(anna, "łuc")).chats.map(({ profile }) => profile.id)).toEqual([eva.id]);
  expect(await texts(anna, "lake")).toEqual(["The LAKE is frozen", "Shall we walk along the lake?"]);
  expect((await search(anna, "walk along")).messages).toMatchObject([
    { conversation, profile: { id: ben.id }, message: { id: message.id, mine: true, author_kind: "member" } },
  ]);
  expect(await texts(anna, "ähren")).toHaveLength(1);
  // characters of patterns are found as themselves
  expect(await texts(anna, "100%")).toHaveLength(1);
  expect(await texts(anna, "e_b")).toHaveLength(1);
  for (const none of ["1%0", "e__", "\\\\", "%%"]) expect(await texts(anna, none)).toEqual([]);
  // the other party finds the same in the same conversation, and nothing of the third
  expect(await texts(ben, "ähren")).toEqual([]);
  expect(await texts(ben, "lake")).toHaveLength(2);
});

test("R2.22 a search needs two characters, and refuses what no message can hold", async ({ pair }) => {
  const [anna] = await pair();
  for (const q of ["", "a", " a ", "\u0000\u0000", "\u200b\u200b\u200b", "a".repeat(5000)]) {
    expect((await anna.client.call(searchChats, { query: { q } })).status).toBe(400);
  }
});

test("D6.6 R6.07 D2.1 a search finds nothing removed, blocked, of other members or of another site", async ({
  services,
  pair,
  member,
  siteIds,
}) => {
  const [anna, ben] = await pair();
  const { conversation } = await write(anna, ben, "a secret word: xylophone");
  const others = [await member(), await member({ siteId: siteIds[1] }), await member({ premium: true })];
  for (const other of others) expect(await search(other, "xylophone")).toEqual({ chats: [], messages: [] });
  await ben.client.call(deleteChat, { body: { conversation } });
  expect(await search(ben, "xylophone")).toEqual({ chats: [], messages: [] });
  expect(await texts(anna, "xylophone")).toHaveLength(1);
  services.clock.advance(1000);
  await write(anna, ben, "another xylophone");
  expect(await texts(ben, "xylophone")).toEqual(["another xylophone"]);
  await ben.client.call(blockMember, { body: { id: anna.id } });
  for (const party of [anna, ben]) expect(await search(party, "xylophone")).toEqual({ chats: [], messages: [] });
});

test("D11.1 a member who hides fictional profiles finds none", async ({ member, pair }) => {
  const [anna] = await pair();
  const invented = await member({ fictional: true, name: "Invented one" });
  await write(anna, invented, "a harpsichord");
  expect(await texts(anna, "harpsichord")).toHaveLength(1);
  await anna.client.call(saveProfile, { body: { hides_fictional: true } });
  expect(await search(anna, "harpsichord")).toEqual({ chats: [], messages: [] });
  expect((await search(anna, "Invented")).chats).toEqual([]);
});

test("D6.4 R9.10 a search goes back as far as the member may read, and its result opens the chat there", async ({
  services,
  pair,
}) => {
  const [anna, ben] = await pair();
  const { conversation } = await write(anna, ben, "the newest");
  const bodies = Array.from({ length: 1100 }, (_, index) => `clarinet ${index}`);
  await plant(services, ben, conversation, bodies);
  const found = await search(anna, "clarinet 42");
  // 42 is older than the newest thousand; 420 to 429 are not
  expect(found.messages.map(({ message }) => message.text)).toEqual(bodies.slice(420, 430).reverse());
  const wanted = found.messages.at(-1)?.message;
  const query = { conversation: conversation.id, message: wanted?.id };
  const chat = (await anna.client.call(getChat, { query })).body;
  expect(chat.messages[10]?.id).toBe(wanted?.id);
  expect(chat.messages.at(-1)?.text).toBe("the newest");
  expect(chat.messages).toHaveLength(1100 - 420 + 1 + 10);
  // the rest follows without a gap
  const older = (
    await anna.client.call(getChat, {
      query: { conversation: conversation.id, before: chat.older_cursor ?? "" },
    })
  ).body;
  expect(older.messages.at(-1)?.text).toBe("clarinet 409");
});

test("D6.4 R6.07 a message of another conversation, or none, opens the chat at its end", async ({ services, pair }) => {
  const [anna, ben] = await pair();
  const [eva, carl] = await pair();
  const { conversation } = await write(anna, ben, "here");
  const elsewhere = await write(eva, carl, "there");
  await plant(
    services,
    ben,
    conversation,
    Array.from({ length: 80 }, (_, index) => `line ${index}`),
  );
  for (const message of [elsewhere.message.id, randomUUID()]) {
    const chat = (await anna.client.call(getChat, { query: { conversation: conversation.id, message } })).body;
    expect(chat.messages).toHaveLength(50);
  }
  expect((await anna.client.call(getChat, { query: { conversation: conversation.id, message: "x" } })).status).toBe(
    400,
  );
});

test("R2.22 a search reads 20,000 messages at most, those of the chats that were written in last", async ({
  services,
  pair,
  member,
}) => {
  const [anna, ben] = await pair();
  await write(ben, anna, "an oboe in an old chat");
  services.clock.advance(1000);
  const others = await Promise.all(Array.from({ length: 20 }, () => member({ credits: 1 })));
  const fill = async (from: Member, count: number) => {
    const { conversation } = await write(from, anna, "an oboe in a new chat");
    await sql`insert into messages (conversation_id, author_id, body, credits, key, created_at)
      select ${conversation.id}, ${from.id}, 'noise', 0, gen_random_uuid(), ${services.clock.now()}::timestamptz
        - number * interval '1 second' from generate_series(1, ${count}::int) as number`.execute(services.db);
  };
  for (const other of others.slice(1)) await fill(other, 1_000);
  expect(await texts(anna, "oboe")).toContain("an oboe in an old chat");
  await fill(others[0] ?? ben, 1_000);
  expect(await texts(anna, "oboe")).toEqual(Array(20).fill("an oboe in a new chat"));
});

test("R2.22 searches have a limit of their own: 60 a minute, and reading goes on", async () => {
  const limits = createLimits(undefined);
  for (let count = 0; count < 60; count += 1) expect(await limits.count(searchChats.rate, "anna")).toBe(0);
  expect(await limits.count(searchChats.rate, "anna")).toBeGreaterThan(0);
  expect(await limits.count(getChat.rate, "anna")).toBe(0);
});
