import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logIn } from "#contract/auth.ts";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import type { MemberEvent } from "#contract/events.ts";
import { getLikes, likeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { testApp } from "#server/db/test-database.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { addPhoto } from "#server/features/photos/index.ts";
import { TestClient } from "#server/http/test-client.ts";
import { comeBack, leave } from "./test-leaving.ts";
import { signedUp } from "./test-signup.ts";

type Member = Awaited<ReturnType<typeof signedUp>>;

let given: Awaited<ReturnType<typeof testApp>>;
let eva: Member;
/** Tom chats and matches with Eva; the stranger has no contact with her. */
let tom: Member;
let stranger: Member;
let photo: string;
let conversation: string;
beforeAll(async () => {
  given = await testApp();
  eva = await signedUp(given, { name: "Eva Evident", email: "eva@example.org", seeks: "male" });
  tom = await signedUp(given, { name: "Tom", email: "tom@example.org", gender: "male", seeks: "female" });
  stranger = await signedUp(given, { name: "Stefan", email: "stefan@example.org", gender: "male", seeks: "female" });
  const image = await sharp({ create: { width: 300, height: 375, channels: 3, background: "#c36" } })
    .jpeg()
    .toBuffer();
  photo = (await addPhoto(given.services, { siteId: given.siteIds[0] ?? 0, memberId: eva.id, image, status: "active" }))
    .id;
  for (const [from, to] of [
    [eva, tom],
    [tom, eva],
  ] as const) {
    await from.client.call(likeMember, { body: { id: to.id } });
    const sent = await from.client.call(sendMessage, { body: { member: to.id, text: `Hello from ${from.form.name}` } });
    conversation = sent.body.conversation.id;
  }
});
afterAll(() => given.close());

const look = (client: TestClient, path: string) =>
  given.app.inject({ url: path, headers: { host: "localhost", cookie: `auth=${client.cookies.get("auth") ?? ""}` } });

/** Where another member may see Eva. */
const views: [string, (who: Member) => Promise<unknown>][] = [
  ["her profile", async ({ client }) => (await client.call(getMember, { query: { id: eva.id } })).body],
  ["the search", async ({ client }) => (await client.call(searchMembers, { query: { sort: "newest" } })).body],
  ["the likes", async ({ client }) => (await client.call(getLikes)).body],
  ["the chats", async ({ client }) => (await client.call(getChats)).body],
  ["the chat by her", async ({ client }) => (await client.call(getChat, { query: { member: eva.id } })).body],
  ["the chat by its id", async ({ client }) => (await client.call(getChat, { query: { conversation } })).body],
  ["her photo", async ({ client }) => (await look(client, `/photos/${photo}/full.webp`)).statusCode],
  ["what a visitor finds", async () => (await new TestClient(given.app).call(searchMembers)).body],
  [
    "her photo for a visitor",
    async () => (await look(new TestClient(given.app), `/photos/${photo}/card.webp`)).statusCode,
  ],
];

const everything = async () => {
  const seen: Record<string, unknown> = {};
  for (const [where, see] of views) {
    for (const who of [tom, stranger]) seen[`${where}, ${who.form.name}`] = await see(who);
  }
  return seen;
};

test("R2.25 R4.03 others can't see a deleted member anywhere, until the account is restored", async () => {
  const before = await everything();
  const found = Object.entries(before).filter(([, seen]) => seen === 200 || JSON.stringify(seen).includes(eva.id));
  expect(found.map(([where]) => where)).toEqual(
    Object.keys(before).filter((where) => !/^the (likes|chats|chat by its id), Stefan/.test(where)),
  );

  const events: MemberEvent[] = [];
  given.services.events.subscribe(tom.id, (event) => events.push(event));
  // who only looked at her profile has her in the list of visits
  given.services.events.subscribe(stranger.id, (event) => events.push(event));
  await leave(eva.client);
  expect(events).toEqual([
    { type: "member_hidden", member: eva.id },
    { type: "member_hidden", member: eva.id },
  ]);
  for (const [where, seen] of Object.entries(await everything())) {
    expect(seen, where).not.toBe(200);
    for (const word of [eva.id, eva.form.name, photo, "Hello from Eva"])
      expect(JSON.stringify(seen), where).not.toContain(word);
  }

  await comeBack(given, eva.form.email);
  expect(await everything()).toEqual(before);
});

test("D3.9 queued mails about or to a deleted member are not sent", async () => {
  const { db, jobs, mail } = given.services;
  const her = new TestClient(given.app);
  await her.call(logIn, { body: { login: eva.form.email, password: eva.form.password } });
  await jobs.drain(given.services);
  const notice = (to: Member, about: Member) =>
    jobs.add(db, sendMailJob, {
      siteId: given.siteIds[0] ?? 0,
      accountId: to.id,
      about: [about.id],
      to: to.form.email,
      language: "en",
      origin: "http://localhost",
      kind: "like",
      params: {
        name: to.form.name,
        link: "/likes",
        token: "token",
        people: [{ name: about.form.name, fictional: false, author: "member" }],
        count: 1,
      },
    });
  await notice(tom, eva);
  await notice(eva, tom);
  await notice(tom, stranger);
  await leave(her);
  const before = mail.sent.length;
  await jobs.drain(given.services);
  const subjects = mail.sent.slice(before).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(["Stefan likes you", "Your Rendezvous account is deleted"]);
  await comeBack(given, eva.form.email);
});

describe("D3.9 other members can't act on a deleted member", () => {
  const actions: [string, (client: TestClient) => Promise<{ status: number; body: { error?: { code: string } } }>][] = [
    ["write to her", (client) => client.call(sendMessage, { body: { member: eva.id, text: "Are you there?" } })],
    ["like her", (client) => client.call(likeMember, { body: { id: eva.id } })],
    ["block her", (client) => client.call(blockMember, { body: { id: eva.id } })],
  ];
  test.each(actions)("%s", async (_, act) => {
    const her = new TestClient(given.app);
    await her.call(logIn, { body: { login: eva.form.email, password: eva.form.password } });
    expect((await leave(her)).status).toBe(200);
    for (const { client } of [tom, stranger]) {
      const answer = await act(client);
      expect([answer.status, answer.body.error?.code]).toEqual([404, "profile_not_found"]);
    }
    await comeBack(given, eva.form.email);
  });
});
