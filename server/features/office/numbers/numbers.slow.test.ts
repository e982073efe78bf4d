import { dayMs } from "#contract/durations.ts";
import { getNumbers, type NumberStep, numberSteps } from "#contract/numbers.ts";
import { queueNames } from "#contract/office.ts";
import { expect } from "#server/test.ts";
import { test } from "../test-office.ts";
import { startOf } from "./rules.ts";
import { insertRandomMembers } from "./test-random-members.ts";

const seeds = ["one", "two"];

test("a site without members has zeros, and no rate", async ({ admin }) => {
  const { body } = await admin.call(getNumbers, { query: { days: "364", by: "month" } });
  expect(body.rows).toHaveLength(13);
  expect(body.rows.at(-1)).toEqual({
    from: "2026-11-01",
    signups: 0,
    confirmations: 0,
    last_seen: 0,
    messages: 0,
    matches: 0,
    chats: 0,
    answered: 0,
    answer_seconds: null,
  });
  expect(body.active).toEqual({ day: 0, week: 0, month: 0 });
  // each queue of the back office, so that nothing waits unseen
  expect(body.queues.map(({ name }) => name)).toEqual(queueNames);
  expect(body.queues.every(({ waiting, oldest }) => waiting === 0 && oldest === null)).toBe(true);
});

test("bad input: a site that does not exist, and other periods and steps than those offered", async ({ admin }) => {
  for (const query of [
    { site: "nowhere" },
    { site: "\u0000" },
    { days: "8" },
    { by: "hour" },
    { site: "a".repeat(61) },
  ]) {
    expect((await admin.call(getNumbers, { query: query as never })).status, JSON.stringify(query)).toBe(400);
  }
});

test("D11.1 each number equals what the rows say one by one, without fictional and automatic profiles", async ({
  given,
  services,
  siteIds,
  admin,
}) => {
  const { db, clock } = services;
  for (const seed of seeds) {
    await insertRandomMembers(given, seed);
    clock.advance(60_000);
    const profiles = await db.selectFrom("profiles").selectAll().execute();
    const accounts = await db.selectFrom("accounts").selectAll().execute();
    const matches = await db.selectFrom("matches").selectAll().execute();
    const chats = await db.selectFrom("conversations").selectAll().execute();
    const messages = await db.selectFrom("messages").selectAll().orderBy("created_at").orderBy("id").execute();
    const keys = await db.selectFrom("sites").select(["id", "key"]).orderBy("id").execute();
    for (const site of [undefined, ...keys]) {
      const real = new Map(
        profiles
          .filter(({ fictional, automatic, site_id: id }) => !fictional && !automatic && (!site || site.id === id))
          .map((profile) => [profile.member_id, profile]),
      );
      const signedUp = accounts.filter(({ id }) => real.has(id));
      const both = (row: { a_id: string; b_id: string }) => real.has(row.a_id) && real.has(row.b_id);
      for (const by of numberSteps) {
        const query = { days: "91", by, ...(site && { site: site.key }) } as const;
        const { body } = await admin.call(getNumbers, { query });
        const within = (from: string, time: Date | null) => time !== null && startOfTime(time, by) === from;
        for (const row of body.rows) {
          const begun = chats.filter((chat) => both(chat) && within(row.from, chat.created_at));
          const waits = begun
            .flatMap((chat) => {
              const answer = messages.find((m) => m.conversation_id === chat.id && m.author_id !== chat.started_by);
              return answer ? [(answer.created_at.getTime() - chat.created_at.getTime()) / 1000] : [];
            })
            .sort((a, b) => a - b);
          expect(row, `${seed} ${site?.key} ${by} ${row.from}`).toEqual({
            from: row.from,
            signups: signedUp.filter((account) => within(row.from, account.created_at)).length,
            confirmations: signedUp.filter((account) => within(row.from, account.confirmed_at)).length,
            last_seen: [...real.values()].filter((profile) => within(row.from, profile.last_active_at)).length,
            messages: messages.filter(
              (m) => real.has(m.author_id) && m.author_kind === "member" && within(row.from, m.created_at),
            ).length,
            matches: matches.filter((match) => both(match) && within(row.from, match.created_at)).length,
            chats: begun.length,
            answered: waits.length,
            answer_seconds: medianOf(waits),
          });
        }
        const now = clock.now().getTime();
        const here = (days: number) =>
          [...real.values()].filter((profile) => profile.last_active_at.getTime() > now - days * dayMs).length;
        expect(body.active).toEqual({ day: here(1), week: here(7), month: here(30) });
        for (const { week, members, kept } of body.retention) {
          const cohort = signedUp.filter(({ created_at: at }) => startOfTime(at, "week") === week);
          expect(members).toBe(cohort.length);
          kept.forEach((count, index) => {
            const still = cohort.filter(({ id, created_at: at }) => {
              const last = real.get(id)?.last_active_at.getTime() ?? 0;
              return last - at.getTime() >= (index + 1) * 7 * dayMs;
            });
            expect(count, `${week} after ${index + 1}`).toBe(still.length);
          });
        }
        expect(body.rows.reduce((sum, { signups }) => sum + signups, 0)).toBeGreaterThan(0);
      }
    }
  }
  expect(siteIds).toHaveLength(2);
});

const startOfTime = (time: Date, by: NumberStep) => startOf(time.toISOString().slice(0, 10), by);

/** The middle of sorted numbers, or the mean of the two in the middle; null: there are none. */
function medianOf(sorted: number[]): number | null {
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

test("numbers are counted once a minute, however many people ask, and never more than a minute old", async ({
  admin,
  member,
  services,
}) => {
  services.clock.advance(61_000);
  const ask = async () => (await admin.call(getNumbers)).body;
  const before = (await ask()).rows.at(-1)?.signups ?? 0;
  await member();
  expect((await ask()).rows.at(-1)?.signups).toBe(before);
  services.clock.advance(60_000);
  const [one, two] = await Promise.all([ask(), ask()]);
  expect(one).toEqual(two);
  expect(one.rows.at(-1)?.signups).toBe(before + 1);
});

test("a queue shows how many wait, and the age of the oldest, of one site or of all", async ({
  admin,
  member,
  services,
}) => {
  const anna = await member();
  const since = services.clock.now().toISOString();
  await services.db
    .updateTable("profiles")
    .set({ about_me_inspection: "I like tea.", about_me_inspection_since: since })
    .where("member_id", "=", anna.id)
    .execute();
  services.clock.advance(600_000);
  const queueOf = async (query: { site?: string }) =>
    (await admin.call(getNumbers, { query })).body.queues.find(({ name }) => name === "texts");
  expect(await queueOf({})).toMatchObject({ name: "texts", waiting: 1, oldest: since });
  expect(await Promise.all(["rendezvous", "abendrot"].map((site) => queueOf({ site })))).toContainEqual(
    expect.objectContaining({ name: "texts", waiting: 0, oldest: null }),
  );
});
