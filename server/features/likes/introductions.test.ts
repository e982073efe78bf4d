import { resendActivation, signUp } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { autoLike, getLikes, likeMember, seeLike, unlikeMember } from "#contract/likes.ts";
import { setMark } from "#contract/marks.ts";
import { savePreferences } from "#contract/match-finder.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { swipeMember } from "#contract/swipe.ts";
import type { MemberInput } from "#demo/factories.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";

let count = 0;
type Newcomer = Awaited<ReturnType<Fixtures["signedUp"]>>;

const ask = async ({ client }: Newcomer) => (await client.call(autoLike)).body.profile;

const test = base
  /** A new member: a woman in Germany who seeks men. */
  .extend("newcomer", { scope: "file" }, ({ signedUp }) => async () => {
    count += 1;
    return await signedUp({ name: `Anna ${count}`, email: `anna${count}@example.org` });
  })
  .extend(
    "introducer",
    { scope: "file" },
    ({ member }) =>
      async (input: Partial<MemberInput> = {}, introduces = true) => {
        const created = await member({ country: "DE", gender: "male", sexuality: "hetero", ...input });
        if (introduces) await created.client.call(saveProfile, { body: { introduces } });
        return created;
      },
  );

/** Keeps the members of earlier tests from being introduced. */
const clear = ({ db }: Fixtures["services"]) => db.updateTable("profiles").set({ introduces: false }).execute();
test.beforeEach(async ({ services }) => {
  await clear(services);
});

test("R4.20 D5.3 a new member gets one automatic like, from a fitting member who wants introductions", async ({
  introducer,
  newcomer,
  events,
}) => {
  const ben = await introducer();
  await introducer({ sexuality: "gay" });
  await introducer({ gender: "female", sexuality: "lesbian" });
  await introducer({ country: "NL" });
  await introducer({}, false);
  await introducer({ confirmed: false });
  const anna = await newcomer();
  const heard = events(anna);
  expect(await ask(anna)).toMatchObject({ id: ben.id, main_image: null, fictional: false, liked: false });
  expect(heard).toEqual([]);
  const { liked_by } = (await anna.client.call(getLikes)).body;
  expect(liked_by).toMatchObject([{ id: ben.id, like_new: true, automatic: true }]);
  const page = (await anna.client.call(getMember, { query: { id: ben.id } })).body.profile;
  expect(page).toMatchObject({ likes_you: true, introduced: true });
});

test("R11.05 D5.3 no member is introduced to another if one of them is not for the other", async ({
  introducer,
  newcomer,
}) => {
  const [ben, carl] = [await introducer(), await introducer()];
  const anna = await newcomer();
  const markBen = (kind: "hidden" | "none") => anna.client.call(setMark, { body: { id: ben.id, kind } });
  await markBen("hidden");
  await carl.client.call(setMark, { body: { id: anna.id, kind: "hidden" } });
  expect(await ask(anna)).toBeNull();
  await markBen("none");
  expect(await ask(anna)).toMatchObject({ id: ben.id });
});

test("R4.20 repeated concurrent requests return the same member and one like", async ({ introducer, newcomer }) => {
  for (const _ of [1, 2, 3, 4]) await introducer();
  const anna = await newcomer();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(anna)));
  expect(new Set(answers.map((profile) => profile?.id)).size).toBe(1);
  expect((await anna.client.call(getLikes)).body.liked_by).toHaveLength(1);
});

test("D5.3 after the like is seen there is no other until the next day, and none after a week", async ({
  introducer,
  newcomer,
  services,
}) => {
  const [first, second] = [await introducer(), await introducer()];
  const anna = await newcomer();
  const one = await ask(anna);
  await anna.client.call(seeLike, { body: { id: one?.id ?? "" } });
  expect(await ask(anna)).toBeNull();
  services.clock.advance(dayMs);
  const two = await ask(anna);
  expect([one?.id, two?.id].sort()).toEqual([first.id, second.id].sort());
  await introducer();
  services.clock.advance(7 * dayMs);
  expect(await ask(anna)).toBeNull();
});

test("D5.3 after a block of the introduced member there is no other that day", async ({ introducer, newcomer }) => {
  for (const _ of [1, 2]) await introducer();
  const anna = await newcomer();
  await anna.client.call(blockMember, { body: { id: (await ask(anna))?.id ?? "" } });
  expect(await ask(anna)).toBeNull();
});

test("D5.2 D5.3 no automatic like comes from a member who passed the new one, or was passed by them", async ({
  introducer,
  newcomer,
}) => {
  const [ben, tom] = [await introducer(), await introducer()];
  const anna = await newcomer();
  await ben.client.call(swipeMember, { body: { id: anna.id, like: false } });
  await anna.client.call(swipeMember, { body: { id: tom.id, like: false } });
  expect(await ask(anna)).toBeNull();
});

test("R1.03 D5.3 liking back is a match; before that it is not a like that the other member gave", async ({
  introducer,
  newcomer,
  events,
}) => {
  const ben = await introducer();
  const anna = await newcomer();
  await ask(anna);
  const before = (await ben.client.call(getLikes)).body;
  expect([before.liked, before.profiles]).toEqual([[], []]);
  const [found] = (await ben.client.call(searchMembers, { query: { gender: "female" } })).body.members.filter(
    ({ id }) => id === anna.id,
  );
  expect(found).toMatchObject({ liked: false, match: false });
  const heard = events(ben);
  expect(found).toMatchObject({ introduced: false });
  expect((await anna.client.call(likeMember, { body: { id: ben.id } })).body.match).toBe(true);
  expect(heard).toMatchObject([{ type: "match", with: anna.id }]);
  const [hers, his] = [(await anna.client.call(getLikes)).body, (await ben.client.call(getLikes)).body];
  // the label stays after the match, for both (D5.3)
  expect([hers.matches, his.matches]).toMatchObject([
    [{ id: ben.id, automatic: true }],
    [{ id: anna.id, automatic: true }],
  ]);
  expect([hers.profiles, his.profiles]).toMatchObject([
    [{ id: ben.id, match: true, introduced: true }],
    [{ id: anna.id, match: true, introduced: true }],
  ]);
});

test("D5.3 a member's own like replaces the introduction and is published", async ({
  introducer,
  newcomer,
  events,
}) => {
  const ben = await introducer();
  const anna = await newcomer();
  await ask(anna);
  await anna.client.call(seeLike, { body: { id: ben.id } });
  const heard = events(anna);
  await ben.client.call(likeMember, { body: { id: anna.id } });
  expect(heard).toMatchObject([{ type: "like", from: ben.id }]);
  const { liked_by, profiles } = (await anna.client.call(getLikes)).body;
  expect(liked_by).toMatchObject([{ automatic: false, like_new: true }]);
  expect(profiles).toMatchObject([{ id: ben.id, introduced: false }]);
  await ben.client.call(unlikeMember, { body: { id: anna.id } });
  expect((await anna.client.call(getLikes)).body.liked_by).toEqual([]);
});

test("D11.1 if no member fits, a labelled fictional profile is introduced, unless the viewer hides those", async ({
  introducer,
  newcomer,
}) => {
  const invented = await introducer({ fictional: true }, false);
  const [anna, eva] = [await newcomer(), await newcomer()];
  await eva.client.call(saveProfile, { body: { hides_fictional: true } });
  expect(await ask(anna)).toMatchObject({ id: invented.id, fictional: true });
  expect(await ask(eva)).toBeNull();
});

test("D5.3 D4.4 both members are of the ages that the other wants", async ({ introducer, newcomer, services }) => {
  // the clock is at 2026-11; new members are born on 1994-05-17, so they are 32
  services.clock.set("2026-11-20T18:00:00Z");
  await services.db.deleteFrom("profiles").where("fictional", "=", true).execute();
  const introduced = async (
    wanted: Partial<Record<"prefers_min_age" | "prefers_max_age", number>>,
    input: Partial<MemberInput>,
  ) => {
    await clear(services);
    const ben = await introducer(input);
    const anna = await newcomer();
    await anna.client.call(savePreferences, { body: wanted });
    return (await ask(anna))?.id === ben.id;
  };
  // 40 years old tomorrow
  const ben = { dateOfBirth: "1986-11-21" };
  expect(await introduced({}, ben)).toBe(true);
  expect(await introduced({ prefers_min_age: 39 }, ben)).toBe(true);
  expect(await introduced({ prefers_min_age: 40 }, ben)).toBe(false);
  expect(await introduced({ prefers_max_age: 39 }, ben)).toBe(true);
  expect(await introduced({ prefers_max_age: 38 }, ben)).toBe(false);
  expect(await introduced({ prefers_min_age: 39, prefers_max_age: 39 }, ben)).toBe(true);
  expect(await introduced({}, { preferences: { prefers_min_age: 32, prefers_max_age: 32 } })).toBe(true);
  expect(await introduced({}, { preferences: { prefers_min_age: 33 } })).toBe(false);
  expect(await introduced({}, { preferences: { prefers_max_age: 31 } })).toBe(false);
  const invented = { fictional: true, preferences: { prefers_max_age: 31 } };
  expect(await introduced({}, invented)).toBe(false);
});

test("D5.3 R6.08 no introduction if invisible, unconfirmed, blocked, or away for a month", async ({
  introducer,
  newcomer,
  services,
  visitor,
}) => {
  await services.db.deleteFrom("profiles").where("fictional", "=", true).execute();
  const now = services.clock.now().getTime();
  await introducer({ createdAt: new Date(now - 90 * dayMs), lastActiveAt: new Date(now - 31 * dayMs) });
  await services.db
    .updateTable("profiles")
    .set({ last_active_at: new Date(now - 31 * dayMs) })
    .where("introduces", "=", true)
    .execute();
  expect(await ask(await newcomer())).toBeNull();
  const ben = await introducer();
  const [hidden, blocked] = [await newcomer(), await newcomer()];
  await hidden.client.call(saveProfile, { body: { invisible: true } });
  expect(await ask(hidden)).toBeNull();
  await ben.client.call(blockMember, { body: { id: blocked.id } });
  expect(await ask(blocked)).toBeNull();
  await ben.client.call(saveProfile, { body: { invisible: true } });
  expect(await ask(await newcomer())).toBeNull();
  const fresh = visitor();
  await fresh.call(signUp, { body: signupForm({ name: "Fresh", email: "fresh@example.org" }) });
  expect((await fresh.call(resendActivation)).status).toBe(200);
  expect((await fresh.call(autoLike)).body.profile).toBeNull();
});
