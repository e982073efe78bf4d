import type { Updateable } from "kysely";
import sharp from "sharp";
import { describe } from "vitest";
import { logIn } from "#contract/auth.ts";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import { getLikes, likeMember } from "#contract/likes.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { planting } from "#demo/insert.ts";
import type { Accounts } from "#server/db/tables.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { addPhoto } from "#server/features/profiles/index.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect } from "#server/test.ts";
import { findAcquaintances } from "./deletion-store.ts";
import { deleteOwnAccount, restoreByLink } from "./test-leaving.ts";
import type { signedUp } from "./test-signup.ts";

type Member = Awaited<ReturnType<typeof signedUp>>;
type Named = { id: string; name: string; email: string };

const test = base
  .extend("eva", { scope: "file" }, async ({ signedUp }) => {
    const eva = await signedUp({ name: "Eva Evident", seeks: "male" });
    await eva.client.call(saveProfile, { body: { shown_to_visitors: true } });
    return eva;
  })
  .extend("tom", { scope: "file" }, ({ signedUp }) => signedUp({ name: "Tom", gender: "male", seeks: "female" }))
  /** Has no contact with Eva. */
  .extend("stranger", { scope: "file" }, ({ signedUp }) =>
    signedUp({ name: "Stefan", gender: "male", seeks: "female" }),
  )
  .extend("photo", { scope: "file" }, async ({ eva, services, siteIds }) => {
    const picture = { width: 300, height: 375, channels: 3, background: "#c36" } as const;
    const image = await sharp({ create: picture }).jpeg().toBuffer();
    return (await addPhoto(services, { siteId: siteIds[0], memberId: eva.id, image, status: "active" })).id;
  })
  /** Tom and Eva match, and have written to each other. */
  .extend("conversation", { scope: "file" }, async ({ eva, tom }) => {
    const ids: string[] = [];
    for (const [from, to] of [
      [eva, tom],
      [tom, eva],
    ] as const) {
      await from.client.call(likeMember, { body: { id: to.id } });
      const text = `Hello from ${from.form.name}`;
      ids.push((await from.client.call(sendMessage, { body: { member: to.id, text } })).body.conversation.id);
    }
    return ids.at(-1) ?? "";
  })
  /** Queues the mail that one member likes another, who has not seen it yet. */
  .extend("notice", { scope: "file" }, ({ services, siteIds }) => async (to: Named, about: Named) => {
    await planting(services.db)
      .insertInto("likes")
      .values({ from_id: about.id, to_id: to.id, site_id: siteIds[0] ?? 0, created_at: services.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await services.jobs.add(services.db, sendMailJob, {
      siteId: siteIds[0],
      accountId: to.id,
      about: [about.id],
      to: to.email,
      language: "en",
      origin: "http://localhost",
      kind: "like",
      params: {
        name: to.name,
        link: "/likes",
        token: "token",
        people: [{ name: about.name, fictional: false, author: "member" }],
        count: 1,
      },
    });
  })
  /** What Tom and the stranger see of Eva, in each place where another member may see her. */
  .extend("everything", { scope: "file" }, ({ visitor, eva, tom, stranger, photo, conversation }) => async () => {
    const look = async (client: TestClient, file: string) => (await client.get(`/photos/${photo}/${file}`)).statusCode;
    const views: [string, (who: Member) => Promise<unknown>][] = [
      ["her profile", async ({ client }) => (await client.call(getMember, { query: { id: eva.id } })).body],
      ["the search", async ({ client }) => (await client.call(searchMembers, { query: { sort: "newest" } })).body],
      ["the likes", async ({ client }) => (await client.call(getLikes)).body],
      ["the chats", async ({ client }) => (await client.call(getChats)).body],
      ["the chat by her", async ({ client }) => (await client.call(getChat, { query: { member: eva.id } })).body],
      ["the chat by its id", async ({ client }) => (await client.call(getChat, { query: { conversation } })).body],
      ["her photo", ({ client }) => look(client, "full.webp")],
      ["what a visitor finds", async () => (await visitor().call(searchMembers)).body],
      ["her photo for a visitor", () => look(visitor(), "card.webp")],
    ];
    const seen: Record<string, unknown> = {};
    for (const [where, see] of views) {
      for (const who of [tom, stranger]) seen[`${where}, ${who.form.name}`] = await see(who);
    }
    return seen;
  });

test("R2.25 R4.03 others can't see a deleted member anywhere, until the account is restored", async ({
  given,
  events,
  eva,
  tom,
  stranger,
  photo,
  everything,
}) => {
  const before = await everything();
  const leaks = Object.entries(before).filter(([, seen]) => seen === 200 || JSON.stringify(seen).includes(eva.id));
  expect(leaks.map(([where]) => where)).toEqual(
    Object.keys(before).filter((where) => !/^the (likes|chats|chat by its id), Stefan/.test(where)),
  );

  // the stranger only looked at her profile, and has her in the list of visits
  const heard = [events(tom), events(stranger)];
  await deleteOwnAccount(eva.client);
  const hidden = { type: "member_hidden", member: eva.id };
  expect(heard).toEqual([[hidden], [hidden]]);
  for (const [where, seen] of Object.entries(await everything())) {
    expect(seen, where).not.toBe(200);
    for (const word of [eva.id, eva.form.name, photo, "Hello from Eva"])
      expect(JSON.stringify(seen), where).not.toContain(word);
  }

  await restoreByLink(given, eva.form.email);
  expect(await everything()).toEqual(before);
});

test("D3.9 queued mails about or to a deleted member are not sent", async ({
  given,
  services,
  visitor,
  notice,
  eva,
  tom,
  stranger,
}) => {
  const { jobs, mail } = services;
  const her = visitor();
  await her.call(logIn, { body: { login: eva.form.email, password: eva.form.password } });
  await jobs.drain(services);
  const named = ({ id, form: { name, email } }: Member) => ({ id, name, email });
  await notice(named(tom), named(eva));
  await notice(named(eva), named(tom));
  await notice(named(tom), named(stranger));
  await deleteOwnAccount(her);
  const before = mail.sent.length;
  await jobs.drain(services);
  const subjects = mail.sent.slice(before).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(["Stefan likes you", "Your Rendezvous account has been deleted"]);
  await restoreByLink(given, eva.form.email);
});

describe("a queued mail is not sent", () => {
  const banned = { status: "banned", banned_at: new Date("2026-11-20T18:00:00Z") };
  const suspended = { status: "suspended", suspended_until: new Date("2026-12-20T18:00:00Z") };
  /** What becomes of the account of the sender or the receiver; null: they block the other. */
  type Change = [title: string, who: "sender" | "receiver", account: Updateable<Accounts> | null];
  const changes: Change[] = [
    ["D11.2 about a member who was banned since", "sender", banned],
    ["D11.2 about a member who was suspended since", "sender", suspended],
    ["D11.2 to a member who was banned since", "receiver", banned],
    ["D11.2 to a member who was suspended since", "receiver", suspended],
    ["R6.07 about a member who blocked the receiver since", "sender", null],
    ["R6.07 about a member whom the receiver blocked since", "receiver", null],
  ];
  test.for(changes)("%s", async ([_, who, account], { services, member, notice, mails }) => {
    const [sender, receiver, anna, ben] = [await member(), await member(), await member(), await member()];
    await notice(receiver, sender);
    await notice(ben, anna);
    const [one, other] = who === "sender" ? [sender, receiver] : [receiver, sender];
    if (account) await services.db.updateTable("accounts").set(account).where("id", "=", one.id).execute();
    else await one.client.call(blockMember, { body: { id: other.id } });
    expect((await mails(ben.email)).map(({ subject }) => subject)).toEqual([`${anna.name} likes you`]);
    expect(await mails(receiver.email)).toEqual([]);
  });
});

test("R4.01 R6.08 only who could see a member hears that the account is gone", async ({ member, pair, services }) => {
  const told = (who: { id: string }) => findAcquaintances(services.db, services.pairTables, who.id);
  const unconfirmed = await member({ confirmed: false });
  const [visitor, ben] = await pair();
  await unconfirmed.client.call(likeMember, { body: { id: ben.id } });
  await visitor.client.call(getMember, { query: { id: ben.id } });
  expect([await told(unconfirmed), await told(visitor)]).toEqual([[], [ben.id]]);
  expect((await told(ben)).sort()).toEqual([unconfirmed.id, visitor.id].sort());
  await visitor.client.call(saveProfile, { body: { invisible: true } });
  expect(await told(visitor)).toEqual([]);
  // who likes a member makes themselves visible to them
  await visitor.client.call(likeMember, { body: { id: ben.id } });
  expect(await told(visitor)).toEqual([ben.id]);
  await services.db
    .updateTable("accounts")
    .set({ status: "deleted", deleted_at: services.clock.now() })
    .where("id", "=", visitor.id)
    .execute();
  expect(await told(visitor)).toEqual([ben.id]);
});
