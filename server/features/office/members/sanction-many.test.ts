import { randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember, reportMember } from "#contract/moderation.ts";
import { getBanEffects, sanctionedAtOnce, sanctionMember, sanctionMembers } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { decideOn, waitingPhoto } from "#server/features/office/test-office.ts";
import { test as base, expect, type Member } from "#server/test.ts";

const ban = { measure: "banned" as const, ground: "scam" as const, words: "You sent the same advert to many." };
const asSeen = (members: readonly Pick<Member, "id">[], version = 0) => members.map(({ id }) => ({ id, version }));

const test = base
  .extend("staff", { scope: "file" }, async ({ given }) => ({
    mia: await staffMember(given, "moderator"),
    max: await staffMember(given, "moderator"),
    sam: await staffMember(given, "support"),
  }))
  .extend("wave", { scope: "file" }, ({ member }) => async (count: number) => {
    const members: Member[] = [];
    for (let made = 0; made < count; made += 1) members.push(await member());
    return members;
  })
  .extend("statements", { scope: "file" }, ({ services }) => async (members: readonly Pick<Member, "id">[]) => {
    const ids = members.map(({ id }) => id);
    const found = services.db.selectFrom("statements").select(["id", "member_id", "decision", "ground", "words"]);
    return await found.where("member_id", "in", ids).execute();
  });

test("D11.4 a measure against a wave gives each member a statement and a log entry of their own, once", async ({
  services,
  staff,
  wave,
  statements,
}) => {
  const members = await wave(3);
  const key = randomUUID();
  const body = { ...ban, members: asSeen(members) };
  for (let tries = 0; tries < 2; tries += 1) {
    const { body: answer } = await staff.mia.client.call(sanctionMembers, { body }, { key });
    expect(answer).toEqual({ taken: 3, left_out: [], ended: [] });
  }
  const stated = await statements(members);
  expect(new Set(stated.map(({ member_id }) => member_id))).toEqual(new Set(members.map(({ id }) => id)));
  expect(stated).toHaveLength(3);
  for (const one of stated) expect(one).toMatchObject({ decision: "banned", ground: ban.ground, words: ban.words });
  const log = services.db.selectFrom("audit_log").select(["member_id", "reason", "detail"]);
  const entries = await log.where("action", "=", "member_banned").execute();
  expect(entries).toHaveLength(3);
  expect(entries[0]).toMatchObject({ reason: ban.ground, detail: { together: 3, days: null } });
  // the same request again, as a new intent: no member is in the state that was seen
  const { body: again } = await staff.mia.client.call(sanctionMembers, { body });
  expect([again.taken, again.left_out.length]).toEqual([0, 3]);
  expect(await statements(members)).toHaveLength(3);
});

test("D11.4 a member whose state has changed, who is unknown or named twice, gets no second measure", async ({
  staff,
  wave,
  statements,
}) => {
  const members = await wave(2);
  const [anna, ben] = members;
  if (!anna || !ben) throw new Error("no wave");
  const warned = { ...ban, measure: "warned" as const };
  await staff.max.client.call(sanctionMember, { body: { ...warned, id: anna.id, version: 0 } });
  const unknown = randomUUID();
  const named = [...asSeen(members), ...asSeen([ben]), { id: unknown, version: 0 }];
  const { body } = await staff.mia.client.call(sanctionMembers, { body: { ...ban, members: named } });
  expect(body).toEqual({ taken: 1, ended: [], left_out: expect.arrayContaining([anna.id, unknown]) });
  expect((await statements([ben])).map(({ decision }) => decision)).toEqual(["banned"]);
  expect((await statements([anna])).map(({ decision }) => decision)).toEqual(["warned"]);
});

test("D11.4 two people who act against the same wave at once act once between them", async ({
  staff,
  wave,
  statements,
}) => {
  const members = await wave(6);
  const [there, back] = [asSeen(members), asSeen(members.toReversed())];
  const answers = await Promise.all([
    staff.mia.client.call(sanctionMembers, { body: { ...ban, members: there } }),
    staff.max.client.call(sanctionMembers, { body: { ...ban, members: back } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.taken, 0)).toBe(6);
  expect(await statements(members)).toHaveLength(6);
});

test("D11.4 a measure is taken against at most a hundred, by the roles that take measures", async ({ staff, wave }) => {
  const [anna] = await wave(1);
  if (!anna) throw new Error("no wave");
  const many = Array.from({ length: sanctionedAtOnce + 1 }, () => ({ id: randomUUID(), version: 0 }));
  const ask = (members: { id: string; version: number }[], who = staff.mia) =>
    who.client.call(sanctionMembers, { body: { ...ban, members } });
  expect((await ask(many)).body.error?.field_codes).toEqual({ members: "too_long" });
  expect((await ask([])).body.error?.field_codes).toEqual({ members: "required" });
  expect((await ask(many.slice(1))).body).toMatchObject({ taken: 0 });
  expect((await ask(asSeen([anna]), staff.sam)).body.error?.code).toBe("staff_role_missing");
});

test("R10.02 before a ban staff read how many others it warns, and how many credits these get back, also after a block", async ({
  services,
  given,
  member,
  pair,
  staff,
  wave,
}) => {
  const [anna, ben] = await pair();
  let { client } = staff.mia;
  const effects = async (...members: readonly Pick<Member, "id">[]) =>
    (await client.call(getBanEffects, { query: { members: members.map(({ id }) => id).join(",") } })).body;
  const [other] = await wave(1);
  expect(await effects(ben, other ?? ben)).toEqual({ contacts: 0, credits: 0, unspent: [], ends: [], reports: 0 });
  const paid = async (from: Member) => {
    expect((await from.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } })).status).toBe(200);
    const spent = services.db.selectFrom("messages").select("credits").where("author_id", "=", from.id);
    return (await spent.executeTakeFirstOrThrow()).credits;
  };
  const credits = await paid(anna);
  const eva = await member({ credits: 100 });
  const more = await paid(eva);
  expect(more).toBeGreaterThan(0);
  expect(await effects(ben)).toMatchObject({ contacts: 2, credits: credits + more });
  await eva.client.call(blockMember, { body: { id: ben.id } });
  expect(await effects(ben)).toMatchObject({ contacts: 2, credits: credits + more });
  const begin = services.clock.now();
  services.clock.advance(91 * dayMs);
  ({ client } = await staffMember(given, "moderator"));
  expect(await effects(ben)).toMatchObject({ contacts: 0, credits: 0 });
  services.clock.set(begin.toISOString());
  const refused = await staff.sam.client.call(getBanEffects, { query: { members: ben.id } });
  expect(refused.body.error?.code).toBe("staff_role_missing");
});

test("D11.4 a ban says before what of the member no longer waits, and after it what it ended; the closed item's log names the ban", async ({
  services,
  member,
  staff,
}) => {
  const [anna, ben, cleo, dora] = [await member(), await member(), await member(), await member()];
  const { db, clock } = services;
  const [scam, fake] = await Promise.all(
    (
      [
        ["scam", anna],
        ["fake", cleo],
      ] as const
    ).map(async ([reason, { client }]) => {
      const body = { member: ben.id, about: "profile", reason, text: "" } as const;
      return (await client.call(reportMember, { body })).body.report;
    }),
  );
  const openReview = async ({ id, siteId }: Member) => {
    const review = { site_id: siteId, member_id: id, recipients: 4, opened_at: clock.now() };
    return await db.insertInto("reviews").values(review).returning("id").executeTakeFirstOrThrow();
  };
  const review = await openReview(ben);
  for (let count = 0; count < 2; count += 1) await waitingPhoto(ben);
  await openReview(dora);
  const { client } = staff.mia;
  const effects = async () => (await client.call(getBanEffects, { query: { members: ben.id } })).body;
  const ended = [
    { queue: "photos", count: 2 },
    { queue: "reviews", count: 1 },
  ];
  expect(await effects()).toMatchObject({ ends: ended, reports: 2 });
  const decided = await decideOn(staff.mia, ben, scam ?? "", { verdict: "banned" });
  expect(decided.body).toEqual({ ok: true, note: null, ended });
  expect(await effects()).toMatchObject({ ends: [], reports: 1 });
  const log = db.selectFrom("audit_log").select(["action", "member_id", "detail"]);
  expect(await log.where("subject", "=", `review:${review.id}`).execute()).toEqual([
    { action: "review_closed", member_id: ben.id, detail: { closed_by: "ban" } },
  ]);
  // the other reporter waits for an answer of their own
  const open = db.selectFrom("reports").select("id").where("reported_id", "=", ben.id).where("status", "=", "open");
  expect(await open.execute()).toEqual([{ id: fake }]);
  // on a member's page, and for many: one whose state was another one is not counted
  const { body } = await client.call(sanctionMember, { body: { id: dora.id, version: 0, ...ban } });
  expect(body).toEqual({ ok: true, ended: [{ queue: "reviews", count: 1 }] });
  await waitingPhoto(anna);
  await waitingPhoto(cleo);
  const members = [...asSeen([anna]), ...asSeen([cleo], 7)];
  expect((await client.call(sanctionMembers, { body: { ...ban, members } })).body).toEqual({
    taken: 1,
    left_out: [cleo.id],
    ended: [{ queue: "photos", count: 1 }],
  });
});
