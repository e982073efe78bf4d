import fc from "fast-check";
import { likeMember } from "#contract/likes.ts";
import { blockMember } from "#contract/moderation.ts";
import { expect, type Member } from "#server/test.ts";
import { codeOf, deckIds, deckOf, like, pass, test, undo } from "./test-game.ts";

test.beforeEach(({ services }) => services.clock.set("2026-11-20T18:00:00Z"));

const likesOf = async (who: Member) => (await deckOf(who)).likes;

async function spend(player: Member, men: readonly Member[]) {
  return await Promise.all(men.map((man) => codeOf(like(player, man))));
}

test("R9.01 four likes a day; passing goes on, and a like on a profile is not one of them", async ({ game }) => {
  const { player, men } = await game();
  const [a, b, c, d, e, f] = await men(6);
  if (!a || !b || !c || !d || !e || !f) throw new Error("six men");
  for (const man of [a, b, c, d]) expect(await codeOf(like(player, man))).toBe(200);
  expect(await codeOf(like(player, e))).toBe("swipe_likes_spent");
  expect(await deckIds(player)).toContain(e.id);
  expect((await pass(player, e)).body).toMatchObject({ likes: { left: 0 } });
  expect((await player.client.call(likeMember, { body: { id: f.id } })).body).toMatchObject({ liked: true });
  expect((await likesOf(player)).left).toBe(0);
});

test("R9.01 a refused like leaves nothing behind: no like, no swipe, no event", async ({ game, events, services }) => {
  const { player, men } = await game();
  const all = await men(5);
  await spend(player, all.slice(0, 4));
  const [last] = all.slice(4);
  if (!last) throw new Error("five men");
  const heard = events(last);
  expect(await codeOf(like(player, last))).toBe("swipe_likes_spent");
  const likes = await services.db.selectFrom("likes").selectAll().where("to_id", "=", last.id).execute();
  const swipes = await services.db.selectFrom("swipes").selectAll().where("to_id", "=", last.id).execute();
  expect([heard, likes, swipes]).toEqual([[], [], []]);
});

test("R9.01 a hundred likes at once in many tabs: exactly four are spent", async ({ game, services }) => {
  const { player, men } = await game();
  const all = await men(100);
  const codes = await spend(player, all);
  expect(codes.filter((code) => code === 200)).toHaveLength(4);
  expect(codes.filter((code) => code === "swipe_likes_spent")).toHaveLength(96);
  const likes = await services.db.selectFrom("likes").selectAll().where("from_id", "=", player.id).execute();
  expect(likes).toHaveLength(4);
  expect((await likesOf(player)).left).toBe(0);
});

test("R9.01 the last like in two tabs, for the same member: spent once", async ({ game }) => {
  const { player, man } = await game();
  const ben = await man();
  const codes = await spend(
    player,
    Array.from({ length: 20 }, () => ben),
  );
  expect(new Set(codes)).toEqual(new Set([200]));
  expect((await likesOf(player)).left).toBe(3);
});

test("R9.01 new likes come at midnight in the member's time zone, to the second", async ({ game, services }) => {
  const { player, men } = await game();
  const all = await men(8);
  player.client.cookies.set("tz", "Europe/Berlin");
  await spend(player, all.slice(0, 4));
  expect(await likesOf(player)).toMatchObject({ left: 0, per_day: 4, renewed_at: "2026-11-20T23:00:00.000Z" });
  services.clock.set("2026-11-20T22:59:59.999Z");
  expect(await spend(player, all.slice(4, 5))).toEqual(["swipe_likes_spent"]);
  services.clock.set("2026-11-20T23:00:00Z");
  expect(await likesOf(player)).toMatchObject({ left: 4, per_day: 4, renewed_at: "2026-11-21T23:00:00.000Z" });
  expect(await spend(player, all.slice(4))).toEqual([200, 200, 200, 200]);
});

test("R9.01 the shortest and the longest day of the year have four likes each", async ({ game, services }) => {
  for (const [day, end] of [
    ["2027-03-27T23:00:00Z", "2027-03-28T22:00:00.000Z"],
    ["2027-10-30T22:00:00Z", "2027-10-31T23:00:00.000Z"],
  ] as const) {
    services.clock.set(day);
    const { player, men } = await game({ preferences: {} });
    const all = await men(9);
    player.client.cookies.set("tz", "Europe/Berlin");
    expect(await spend(player, all.slice(0, 4))).toEqual([200, 200, 200, 200]);
    expect(await likesOf(player)).toMatchObject({ left: 0, renewed_at: end });
    services.clock.set(new Date(Date.parse(end) - 1).toISOString());
    expect(await spend(player, all.slice(4, 5))).toEqual(["swipe_likes_spent"]);
    services.clock.set(end);
    expect(await spend(player, all.slice(4, 9))).toContain("swipe_likes_spent");
    expect((await likesOf(player)).left).toBe(0);
  }
});

test("R9.01 another time zone in the cookie brings no new likes; one that does not exist is UTC", async ({
  game,
  services,
}) => {
  const { player, men } = await game();
  const all = await men(12);
  player.client.cookies.set("tz", "Mars/Olympus");
  expect((await likesOf(player)).renewed_at).toBe("2026-11-21T00:00:00.000Z");
  await spend(player, all.slice(0, 4));
  for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", "Asia/Kolkata", "%00", ""]) {
    player.client.cookies.set("tz", zone);
    expect(await likesOf(player)).toMatchObject({ left: 0, renewed_at: "2026-11-21T00:00:00.000Z" });
    expect(await spend(player, all.slice(4, 5))).toEqual(["swipe_likes_spent"]);
  }
  // after midnight the member picks the zone whose midnight comes next
  services.clock.set("2026-11-21T00:10:00Z");
  player.client.cookies.set("tz", "Etc/GMT+1");
  expect(await spend(player, all.slice(4, 8))).toEqual([200, 200, 200, 200]);
  services.clock.set("2026-11-21T01:10:00Z");
  expect(await spend(player, all.slice(8, 9))).toEqual(["swipe_likes_spent"]);
  expect((await likesOf(player)).renewed_at).toBe("2026-11-22T01:00:00.000Z");
});

test("R9.01 undoing yesterday's like takes it back and brings today no fifth one", async ({ game, services }) => {
  const { player, men } = await game();
  const all = await men(6);
  const [first, ...rest] = all;
  if (!first) throw new Error("six men");
  await like(player, first);
  services.clock.set("2026-11-21T00:00:00Z");
  expect((await undo(player, first)).body).toMatchObject({ likes: { left: 4 } });
  expect(await spend(player, rest)).toContain("swipe_likes_spent");
});

test("R9.01 a block gives no like back", async ({ game }) => {
  const { player, men } = await game();
  const all = await men(5);
  await spend(player, all.slice(0, 4));
  for (const { id } of all.slice(0, 4)) await player.client.call(blockMember, { body: { id } });
  expect(await spend(player, all.slice(4))).toEqual(["swipe_likes_spent"]);
});

type Step = { what: "like" | "pass" | "undo"; whom: number; again: boolean };

test("R9.01 whatever a member does, also twice at once: four likes at most, and the count is that of the likes", async ({
  game,
  services,
}) => {
  const step = fc.record<Step>({
    what: fc.constantFrom("like", "like", "pass", "undo"),
    whom: fc.integer({ min: 0, max: 6 }),
    again: fc.boolean(),
  });
  const { men, man, age } = await game();
  const all = await men(7);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const player = await man({
        gender: "female",
        preferences: { prefers_min_age: age, prefers_max_age: age },
      });
      for (const { what, whom, again } of steps) {
        const target = all[whom];
        if (!target) throw new Error("seven men");
        const run = () => codeOf({ like, pass, undo }[what](player, target));
        const codes = await Promise.all(again ? [run(), run()] : [run()]);
        for (const code of codes) expect([200, "swipe_likes_spent", "swipe_not_last"]).toContain(code);
        const likes = await services.db.selectFrom("likes").select("to_id").where("from_id", "=", player.id).execute();
        const { left } = await likesOf(player);
        expect(likes.length).toBe(4 - left);
        const undoable = await services.db
          .selectFrom("swipes")
          .select("to_id")
          .where("from_id", "=", player.id)
          .where("undoable", "=", true)
          .execute();
        expect(undoable.length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 12 },
  );
});
