import { randomUUID } from "node:crypto";
import { getCounts, redeemLink, signUp } from "#contract/account.ts";
import { declineChat } from "#contract/answer-promise.ts";
import { sendMessage } from "#contract/chat.ts";
import { getLikes, likeMember, seeLike, unlikeMember } from "#contract/likes.ts";
import { getCard, getMember } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { makeMember } from "#demo/factories.ts";
import { planting } from "#demo/insert.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { expect, type Fixtures, test } from "#server/test.ts";

async function couple(signedUp: Fixtures["signedUp"]) {
  return { anna: await signedUp(), ben: await signedUp({ gender: "male", seeks: "female" }) };
}

test("R1.03 a like is published to the other member; liking back is a match, published once to both", async ({
  signedUp,
  events,
}) => {
  const { anna, ben } = await couple(signedUp);
  const [toAnna, toBen] = [events(anna), events(ben)];
  expect((await anna.client.call(likeMember, { body: { id: ben.id } })).body).toEqual({ liked: true, match: false });
  expect(toBen).toEqual([{ type: "like", from: anna.id, name: anna.form.name }]);
  expect((await ben.client.call(likeMember, { body: { id: anna.id } })).body).toEqual({ liked: true, match: true });
  await ben.client.call(likeMember, { body: { id: anna.id } });
  expect(toAnna).toEqual([{ type: "match", with: ben.id, name: ben.form.name }]);
  expect(toBen.slice(1)).toEqual([{ type: "match", with: anna.id, name: anna.form.name }]);
});

test("R4.07 a like is sent for one and received by the other; liking back makes it mutual, taking it back one-way again", async ({
  signedUp,
}) => {
  const { anna, ben } = await couple(signedUp);
  /** The likes of Anna's and of Ben's page: sent, received, mutual. */
  const states = () =>
    Promise.all(
      [anna, ben].map(async ({ client }) => {
        const { liked, liked_by, matches } = (await client.call(getLikes)).body;
        return [liked, liked_by, matches].map((likes) => likes.map(({ id }) => (id === anna.id ? "Anna" : "Ben")));
      }),
    );
  const nothing = [[], [], []];
  expect(await states()).toEqual([nothing, nothing]);
  await anna.client.call(likeMember, { body: { id: ben.id } });
  const oneWay = [
    [["Ben"], [], []],
    [[], ["Anna"], []],
  ];
  expect(await states()).toEqual(oneWay);
  await ben.client.call(likeMember, { body: { id: anna.id } });
  expect(await states()).toEqual([
    [["Ben"], ["Ben"], ["Ben"]],
    [["Anna"], ["Anna"], ["Anna"]],
  ]);
  await ben.client.call(unlikeMember, { body: { id: anna.id } });
  expect(await states()).toEqual(oneWay);
});

test("R3.05 R7.01 likes.php answers profiles, liked_by with like_new, liked and matches", async ({ signedUp }) => {
  const { anna, ben } = await couple(signedUp);
  await anna.client.call(likeMember, { body: { id: ben.id } });
  const received = (await ben.client.call(getLikes)).body;
  expect(received.profiles.map((profile) => profile.name)).toEqual([anna.form.name]);
  expect(received.liked_by).toEqual([
    { id: anna.id, like_new: true, automatic: false, writing: "open", created_at: expect.any(String) },
  ]);
  await ben.client.call(seeLike, { body: { id: anna.id } });
  expect((await ben.client.call(getLikes)).body.liked_by[0]?.like_new).toBe(false);
  await ben.client.call(likeMember, { body: { id: anna.id } });
  const after = (await anna.client.call(getLikes)).body;
  expect([after.liked[0]?.id, after.matches[0]?.id]).toEqual([ben.id, ben.id]);
  expect(after.profiles[0]).toMatchObject({ liked: true, match: true });
});

test("R10.01 R3.05 a match says for both that their chat is closed, and only theirs", async ({ member }) => {
  const [anna, ben, eva] = [await member({ credits: 5 }), await member(), await member()];
  for (const other of [ben, eva]) {
    await anna.client.call(likeMember, { body: { id: other.id } });
    await other.client.call(likeMember, { body: { id: anna.id } });
  }
  const hello = { member: ben.id, text: "Hello Ben" };
  const sent = await anna.client.call(sendMessage, { body: hello }, { key: randomUUID() });
  const closed = async (viewer: typeof anna) => {
    const { matches, liked, liked_by } = (await viewer.client.call(getLikes)).body;
    return [matches, liked, liked_by].map((list) =>
      list.filter(({ writing }) => writing === "closed").map(({ id }) => id),
    );
  };
  expect(await closed(anna)).toEqual([[], [], []]);
  const body = { conversation: sent.body.conversation, reason: "too_far" as const };
  expect((await ben.client.call(declineChat, { body })).status).toBe(200);
  expect(await closed(anna)).toEqual([[ben.id], [ben.id], [ben.id]]);
  expect(await closed(ben)).toEqual([[anna.id], [anna.id], [anna.id]]);
  expect(await closed(eva)).toEqual([[], [], []]);
});

test("R10.01 D6.2 list, card and profile say the same of a match that a free member may not write to any more", async ({
  member,
  services,
}) => {
  const [anna, ...others] = [await member({ credits: 20 }), await member(), await member(), await member()];
  for (const other of others) {
    await anna.client.call(likeMember, { body: { id: other.id } });
    await other.client.call(likeMember, { body: { id: anna.id } });
  }
  /** What the list says of each, once card and profile say the same. */
  const writings = async () => {
    const { matches } = (await anna.client.call(getLikes)).body;
    return await Promise.all(
      others.map(async ({ id }) => {
        const ofList = matches.find((match) => match.id === id)?.writing;
        expect((await anna.client.call(getCard, { query: { id } })).body.writing).toBe(ofList);
        expect((await anna.client.call(getMember, { query: { id } })).body.writing).toBe(ofList);
        return ofList;
      }),
    );
  };
  expect(await writings()).toEqual(["open", "open", "open"]);
  for (const { id } of others.slice(0, 2)) {
    await anna.client.call(sendMessage, { body: { member: id, text: "Hello" } }, { key: randomUUID() });
  }
  expect(await writings()).toEqual(["open", "open", "none_left"]);
  await services.db.updateTable("profiles").set({ premium: true }).where("member_id", "=", anna.id).execute();
  expect(await writings()).toEqual(["open", "open", "open"]);
});

test("R4.18 opening the profile of a member who sent a like marks that like as seen, and no other", async ({
  signedUp,
}) => {
  const { anna, ben } = await couple(signedUp);
  const eva = await signedUp();
  for (const { client } of [anna, eva]) await client.call(likeMember, { body: { id: ben.id } });
  await ben.client.call(likeMember, { body: { id: eva.id } });
  const newOf = async ({ client }: typeof ben) =>
    Object.fromEntries((await client.call(getLikes)).body.liked_by.map(({ id, like_new }) => [id, like_new]));
  const dora = await signedUp();
  await dora.client.call(likeMember, { body: { id: ben.id } });
  expect(await newOf(ben)).toEqual({ [anna.id]: true, [eva.id]: false, [dora.id]: true });
  await ben.client.call(seeLike, { body: { id: anna.id } });
  expect(await newOf(ben)).toEqual({ [anna.id]: false, [eva.id]: false, [dora.id]: true });
  expect(await newOf(eva)).toEqual({ [ben.id]: true });
});

test("R4.18 liking back marks the like as seen", async ({ signedUp }) => {
  const { anna, ben } = await couple(signedUp);
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await ben.client.call(likeMember, { body: { id: anna.id } });
  expect((await ben.client.call(getLikes)).body.liked_by[0]?.like_new).toBe(false);
});

test("D5.1 concurrent mutual likes make exactly one match", async ({ signedUp, events, services }) => {
  const { anna, ben } = await couple(signedUp);
  const heard = events(anna);
  const answers = await Promise.all([
    anna.client.call(likeMember, { body: { id: ben.id } }),
    ben.client.call(likeMember, { body: { id: anna.id } }),
  ]);
  expect(answers.map((answer) => answer.body.match).sort()).toEqual([false, true]);
  expect(heard.filter((event) => event.type === "match")).toHaveLength(1);
  const matches = await services.db.selectFrom("matches").selectAll().execute();
  expect(matches.filter((match) => [match.a_id, match.b_id].includes(anna.id))).toHaveLength(1);
});

test("D5.1 taking a like back ends the match", async ({ signedUp }) => {
  const { anna, ben } = await couple(signedUp);
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await ben.client.call(likeMember, { body: { id: anna.id } });
  expect((await anna.client.call(unlikeMember, { body: { id: ben.id } })).body.liked).toBe(false);
  expect((await ben.client.call(getLikes)).body).toMatchObject({ liked_by: [], matches: [] });
});

test("R4.01 a like of an unconfirmed member becomes visible on confirmation", async ({
  client,
  signedUp,
  events,
  services,
}) => {
  const { ben } = await couple(signedUp);
  const form = signupForm({ name: "Waiting Wanda", email: "wanda@example.org" });
  await client.call(signUp, { body: form });
  const heard = events(ben);
  await client.call(likeMember, { body: { id: ben.id } });
  expect((await ben.client.call(getLikes)).body.liked_by).toEqual([]);
  expect(heard).toEqual([]);
  await client.call(redeemLink, { body: { token: await activationToken({ services }, form.email) } });
  expect((await ben.client.call(getLikes)).body.liked_by).toHaveLength(1);
});

test("D11.1 a like of a fictional profile does not reach a member who hides those", async ({
  member,
  events,
  services,
}) => {
  const [anna, ben] = [await member(), await member({ fictional: true })];
  await services.db.updateTable("profiles").set({ hides_fictional: true }).where("member_id", "=", anna.id).execute();
  const toAnna = events(anna);
  const { status, body } = await ben.client.call(likeMember, { body: { id: anna.id } });
  expect([status, body.error?.code, body.error?.message]).toEqual([
    403,
    "hidden_from_them",
    "This member can’t see your profile, so nothing was sent.",
  ]);
  expect(toAnna).toEqual([]);
});

test("R2.21 R3.05 1,000 likes come in pages without gaps or repetitions, and all new ones are counted", async ({
  member,
  services,
}) => {
  const anna = await member();
  const { db, clock } = services;
  const now = clock.now();
  const others: string[] = [];
  for (let count = 0; count < 125; count += 1) others.push((await makeMember(services, { siteId: anna.siteId })).id);
  // several of one moment: the place in the list is the time and the id
  const created_at = (index: number) => new Date(now.getTime() - Math.floor(index / 7) * 1_000);
  await planting(db)
    .insertInto("likes")
    .values(
      others.map((id, index) => {
        return { from_id: id, to_id: anna.id, site_id: anna.siteId, created_at: created_at(index), seen: index < 10 };
      }),
    )
    .execute();
  const first = (await anna.client.call(getLikes)).body;
  expect([first.liked_by.length, first.new_likes, first.profiles.length]).toEqual([48, 115, 48]);
  expect(first.next_cursors).toEqual({ received: expect.any(String), sent: null, matches: null });
  const ids = first.liked_by.map(({ id }) => id);
  let cursor = first.next_cursors.received;
  while (cursor !== null) {
    const page = (await anna.client.call(getLikes, { query: { type: "received", cursor } })).body;
    expect([page.liked, page.matches]).toEqual([[], []]);
    ids.push(...page.liked_by.map(({ id }) => id));
    cursor = page.next_cursors.received;
  }
  expect([ids.length, new Set(ids).size]).toEqual([125, 125]);
  await anna.client.call(blockMember, { body: { id: others[0] ?? "" } });
  expect((await anna.client.call(getLikes)).body.liked_by.map(({ id }) => id)).not.toContain(others[0]);
  for (const [query, field] of [
    [{ type: "received", cursor: "x" }, "cursor"],
    [{ cursor: first.next_cursors.received ?? "" }, "type"],
  ] as const) {
    expect((await anna.client.call(getLikes, { query })).body.error?.field_codes).toHaveProperty(field);
  }
});

test("D5.1 likes and unlikes that cross, many times at once, end without a deadlock and with one state", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  const both = [
    [anna, ben],
    [ben, anna],
  ] as const;
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      both.flatMap(([from, to]) => [
        from.client.call(likeMember, { body: { id: to.id } }),
        from.client.call(unlikeMember, { body: { id: to.id } }),
        from.client.call(likeMember, { body: { id: to.id } }),
        from.client.call(seeLike, { body: { id: to.id } }),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  }
  const pairs = [anna.id, ben.id];
  const likes = await services.db.selectFrom("likes").select("from_id").where("from_id", "in", pairs).execute();
  const matches = await services.db.selectFrom("matches").select("a_id").where("a_id", "in", pairs).execute();
  expect(matches).toHaveLength(likes.length === 2 ? 1 : 0);
});

test("D11.7 likes of programs and of fictional profiles, and automatic ones, are listed and not counted as new", async ({
  member,
  signedUp,
  services,
}) => {
  const { db } = services;
  const ben = await signedUp();
  const [person, introduced] = [await member(), await member()];
  const [program, invented] = [await member({ automatic: true }), await member({ fictional: true })];
  for (const { client } of [person, program, invented, introduced]) {
    await client.call(likeMember, { body: { id: ben.id } });
  }
  await planting(db).updateTable("likes").set({ automatic: true }).where("from_id", "=", introduced.id).execute();
  const { body } = await ben.client.call(getLikes);
  expect(body.liked_by).toHaveLength(4);
  expect(body.new_likes).toBe(1);
  expect((await ben.client.call(getCounts)).body).toEqual({ unread_messages: 0, new_likes: 1 });
});
