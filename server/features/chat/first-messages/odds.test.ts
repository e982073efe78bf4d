import fc from "fast-check";
import { getChat, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import type { AnswerOdds } from "#contract/first-messages.ts";
import { getMember } from "#contract/members.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { type Made, makeMember } from "#demo/factories.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import type { AuthorKind } from "../draft.ts";
import { countAnswerOdds } from "./count-odds.ts";
import { oddsOf } from "./odds-rules.ts";
import { plantOdds, plantReceived } from "./test-received.ts";

type Services = Fixtures["services"];
const authorCount = 16;

const test = base
  /** Members who write first messages; the last one was banned since. */
  .extend("authors", { scope: "file" }, async ({ services, siteIds }) => {
    const made: string[] = [];
    for (let index = 0; index < authorCount; index += 1) {
      made.push((await makeMember(services, { siteId: siteIds[0] })).id);
    }
    await services.db
      .updateTable("accounts")
      .set({ status: "banned", banned_at: services.clock.now() })
      .where("id", "=", made.at(-1) ?? "")
      .execute();
    return made;
  });

const count = (services: Services) => countAnswerOdds.run(services, {});
const seenBy = async (viewer: Member, member: { id: string }) => ({
  chat: (await viewer.client.call(getChat, { query: { member: member.id } })).body.answer_odds,
  page: (await viewer.client.call(getMember, { query: { id: member.id } })).body.answer_odds,
});
const stored = async ({ db }: Services, ids: readonly string[]) =>
  new Map(
    (
      await db
        .selectFrom("answer_odds")
        .selectAll()
        .where("member_id", "in", [...ids])
        .execute()
    ).map((row) => [row.member_id, { share: row.share, within_a_day: row.within_a_day }]),
  );

test("R10.03 the steps at their edges: ten first messages, a third, two thirds, more than half within a day", () => {
  const step = (received: number, answered: number, within_a_day = 0) => oddsOf({ received, answered, within_a_day });
  expect(step(9, 9, 9)).toBeUndefined();
  expect(step(10, 0)).toEqual({ share: "seldom", within_a_day: false });
  // two of three answers within a day say little about a member who seldom answers
  expect(step(10, 3, 3)).toEqual({ share: "seldom", within_a_day: false });
  expect(step(12, 4, 3)).toEqual({ share: "half", within_a_day: true });
  expect(step(12, 3)).toMatchObject({ share: "seldom" });
  expect(step(12, 7)).toMatchObject({ share: "half" });
  expect(step(12, 8, 4)).toEqual({ share: "most", within_a_day: false });
  expect(step(12, 8, 5)).toEqual({ share: "most", within_a_day: true });
  expect(step(10, 10, 10)).toEqual({ share: "most", within_a_day: true });
});

/** A first message and what became of it, with times at the edges of what counts. */
const received = fc.record({
  ago: fc.oneof(
    fc.constantFrom(60 * dayMs, 60 * dayMs - 1, 60 * dayMs + 1, 7 * dayMs, 7 * dayMs - 1, 7 * dayMs + 1),
    fc.integer({ min: 0, max: 70 * dayMs }),
    fc.integer({ min: 8 * dayMs, max: 59 * dayMs }),
  ),
  kind: fc.constantFrom<AuthorKind>("member", "member", "member", "member", "member", "operator"),
  answer: fc.option(
    fc.record({
      after: fc.oneof(
        fc.constantFrom(dayMs, dayMs + 1, 7 * dayMs, 7 * dayMs + 1),
        fc.integer({ min: 1, max: 2 * dayMs }),
        fc.integer({ min: 1, max: 9 * dayMs }),
      ),
      kind: fc.constantFrom<AuthorKind>("member", "member", "member", "automatic"),
    }),
    { nil: undefined },
  ),
  begunByThem: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
});
type Planted = typeof received extends fc.Arbitrary<infer T> ? T : never;

/** The odds by a plain count; the author of the last one is banned. */
function naive(chats: readonly Planted[]): AnswerOdds | undefined {
  let [all, answered, quick] = [0, 0, 0];
  for (const [index, { ago, kind, answer, begunByThem }] of chats.entries()) {
    if (!begunByThem || kind !== "member" || index === authorCount - 1) continue;
    if (ago >= 60 * dayMs || ago < 7 * dayMs) continue;
    all += 1;
    if (answer?.kind !== "member" || answer.after > 7 * dayMs) continue;
    answered += 1;
    if (answer.after <= dayMs) quick += 1;
  }
  if (all < 10) return undefined;
  const share = answered / all;
  if (share < 1 / 3) return { share: "seldom", within_a_day: false };
  return { share: share < 2 / 3 ? "half" : "most", within_a_day: quick > answered / 2 };
}

test("R10.03 the odds that the job stores are those of a plain count, whatever was planted", async ({
  services,
  siteIds,
  authors,
}) => {
  const chats = fc.array(received, { minLength: 8, maxLength: authorCount });
  const seen = new Set<string>();
  // chance alone does not plant a member who answers every second one in each run
  const half = Array.from({ length: 12 }, (_, index): Planted => {
    const answer = index % 2 === 0 ? { after: dayMs, kind: "member" as const } : undefined;
    return { ago: 10 * dayMs, kind: "member", answer, begunByThem: true };
  });
  await fc.assert(
    fc.asyncProperty(fc.array(chats, { minLength: 1, maxLength: 3 }), async (towns) => {
      const members: Made[] = [];
      for (const planted of towns) {
        const member = await makeMember(services, { siteId: siteIds[0] });
        members.push(member);
        for (const [index, { begunByThem, ...one }] of planted.entries()) {
          const from = authors[index] ?? "";
          if (begunByThem) await plantReceived(services, siteIds[0], member.id, { ...one, from });
          else await plantReceived(services, siteIds[0], from, { ...one, from: member.id });
        }
      }
      await count(services);
      const found = await stored(
        services,
        members.map(({ id }) => id),
      );
      for (const [index, planted] of towns.entries()) {
        const expected = naive(planted);
        seen.add(expected?.share ?? "nothing");
        expect(found.get(members[index]?.id ?? "")).toEqual(expected);
      }
    }),
    { numRuns: 25, examples: [[[half, half.slice(0, 9)]]] },
  );
  expect([...seen].sort()).toEqual(expect.arrayContaining(["half", "nothing"]));
});

test("R10.03 others see the odds before they write, on the profile and in the empty chat, and no numbers", async ({
  services,
  authors,
  member,
}) => {
  const [anna, ben] = [await member({ credits: 20 }), await member()];
  expect(await seenBy(anna, ben)).toEqual({ chat: null, page: null });
  await plantOdds(services, ben, authors, { received: 12, answered: 9 });
  expect(await seenBy(anna, ben)).toEqual({ chat: null, page: null });
  await count(services);
  const odds = { share: "most", within_a_day: true };
  expect(await seenBy(anna, ben)).toEqual({ chat: odds, page: odds });
  // a second run, and two at once, change nothing
  await Promise.all([count(services), count(services)]);
  expect(await seenBy(anna, ben)).toEqual({ chat: odds, page: odds });
  await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  expect(await seenBy(anna, ben)).toEqual({ chat: null, page: null });
});

test("R10.03 a member may hide their odds, and sees them in the settings all the same", async ({
  services,
  authors,
  member,
}) => {
  const [anna, ben] = [await member(), await member()];
  await plantOdds(services, ben, authors, { received: 10, answered: 5, after: 2 * dayMs });
  await count(services);
  const odds = { share: "half", within_a_day: false };
  expect(await seenBy(anna, ben)).toEqual({ chat: odds, page: odds });
  const hidden = (await ben.client.call(saveProfile, { body: { shows_odds: false } })).body;
  expect(hidden).toMatchObject({ shows_odds: false, answer_odds: odds });
  expect(await seenBy(anna, ben)).toEqual({ chat: null, page: null });
  await count(services);
  expect(await seenBy(anna, ben)).toEqual({ chat: null, page: null });
  expect((await ben.client.call(saveProfile, { body: { shows_odds: true } })).body.shows_odds).toBe(true);
  expect(await seenBy(anna, ben)).toEqual({ chat: odds, page: odds });
  expect((await anna.client.call(getOwnProfile)).body).toMatchObject({ shows_odds: true, answer_odds: null });
});

test("R10.03 no odds of a fictional profile, of a member whose answers a program writes, or once too few count", async ({
  services,
  authors,
  member,
}) => {
  const anna = await member();
  const [invented, program, ben] = [
    await member({ fictional: true }),
    await member({ automatic: true }),
    await member(),
  ];
  for (const each of [invented, program, ben]) {
    await plantOdds(services, each, authors, { received: 10, answered: 10 });
  }
  await count(services);
  expect((await seenBy(anna, ben)).page).toEqual({ share: "most", within_a_day: true });
  for (const each of [invented, program]) expect(await seenBy(anna, each)).toEqual({ chat: null, page: null });
  expect((await stored(services, [invented.id, program.id])).size).toBe(0);
  // a program answers for Ben from now on: what was counted before is not shown
  const profile = services.db.updateTable("profiles").where("member_id", "=", ben.id);
  await profile.set({ automatic: true }).execute();
  expect(await seenBy(anna, ben)).toEqual({ chat: null, page: null });
  await profile.set({ automatic: false }).execute();
  services.clock.advance(41 * dayMs);
  await count(services);
  expect((await stored(services, [ben.id])).size).toBe(0);
  services.clock.advance(-41 * dayMs);
});
