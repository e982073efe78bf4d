import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getUser } from "#contract/account.ts";
import { searchPage } from "#contract/constants.ts";
import type { MemberEvent } from "#contract/events.ts";
import { likeMember } from "#contract/likes.ts";
import { getCard, getMember } from "#contract/members.ts";
import { blockMember, unblockMember } from "#contract/moderation.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { getVisitors, seeVisitors } from "#contract/visitors.ts";
import { type MemberInput, makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { purgeVisits } from "./jobs.ts";

let given: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  given = await testApp();
});
beforeEach(() => given.services.clock.set("2026-11-20T18:00:00Z"));
afterAll(() => given.close());

type Member = { id: string; client: TestClient };
async function member(input: Partial<MemberInput> = {}, site = 0): Promise<Member> {
  const { id, cookie } = await makeMember(given.services, { siteId: given.siteIds[site] ?? 0, ...input });
  const client = new TestClient(given.app, site === 0 ? "localhost" : "127.0.0.1");
  client.cookies.set("auth", cookie.slice("auth=".length));
  return { id, client };
}
const pair = async () => [await member(), await member()] as const;
const visit = async (who: Member, whom: { id: string }) =>
  (await who.client.call(getMember, { query: { id: whom.id } })).status;
const list = async (who: Member, cursor?: string) =>
  (await who.client.call(getVisitors, { query: cursor === undefined ? {} : { cursor } })).body;
const visitors = async (who: Member) => (await list(who)).visitors.map((one) => one.member.id);
const count = async (who: Member) => (await who.client.call(getUser)).body.user?.new_visitors;
const see = (who: Member, ...whom: Member[]) =>
  who.client.call(seeVisitors, { body: { ids: whom.map(({ id }) => id) } });
const save = (who: Member, body: { invisible?: boolean; leaves_visits?: boolean }) =>
  who.client.call(saveProfile, { body });
function eventsOf({ id }: Member): MemberEvent[] {
  const heard: MemberEvent[] = [];
  given.services.events.subscribe(id, (event) => heard.push(event));
  return heard;
}
const nextDay = () => given.services.clock.advance(86_400_000);

describe("issue 4 a visit to my profile", () => {
  test("is listed with its day, new, counted, and published as an event", async () => {
    const [anna, ben] = await pair();
    const toAnna = eventsOf(anna);
    expect(await visit(ben, anna)).toBe(200);
    const { visitors: all, next_cursor } = await list(anna);
    expect(all).toMatchObject([{ member: { id: ben.id }, visited_on: "2026-11-20", visit_new: true }]);
    expect(next_cursor).toBeNull();
    expect(JSON.stringify(all)).not.toContain("T18:00");
    expect(await count(anna)).toBe(1);
    expect(toAnna).toEqual([{ type: "visit" }]);
    expect(await visitors(ben)).toEqual([]);
  });

  test("is listed once, however often it is repeated, and published once a day", async () => {
    const [anna, ben] = await pair();
    const toAnna = eventsOf(anna);
    await Promise.all([visit(ben, anna), visit(ben, anna), visit(ben, anna)]);
    await see(anna, ben);
    await visit(ben, anna);
    expect([await visitors(anna), await count(anna), toAnna.length]).toEqual([[ben.id], 0, 1]);
    nextDay();
    await visit(ben, anna);
    expect((await list(anna)).visitors).toMatchObject([{ visited_on: "2026-11-21", visit_new: true }]);
    expect([await count(anna), toAnna.length]).toEqual([1, 2]);
  });

  test("is new until it is marked as seen; the others stay new", async () => {
    const anna = await member();
    const [ben, carl] = await pair();
    await visit(ben, anna);
    await visit(carl, anna);
    expect((await see(anna, ben)).body).toEqual({ new_visitors: 1 });
    expect((await see(anna, ben)).body).toEqual({ new_visitors: 1 });
    const marks = (await list(anna)).visitors.map((one) => [one.member.id, one.visit_new]);
    expect(new Map(marks as [string, boolean][])).toEqual(
      new Map([
        [ben.id, false],
        [carl.id, true],
      ]),
    );
  });

  test("is not recorded for a card, for one's own profile, or for a refused profile", async () => {
    const [anna, ben] = await pair();
    await ben.client.call(getCard, { query: { id: anna.id } });
    await visit(anna, anna);
    expect(await visitors(anna)).toEqual([]);
    const elsewhere = await member({}, 1);
    expect(await visit(elsewhere, anna)).toBe(404);
    expect(await visitors(anna)).toEqual([]);
  });

  test("is not recorded from fictional, automatic or unconfirmed members, nor to fictional ones", async () => {
    const anna = await member();
    for (const input of [{ fictional: true }, { automatic: true }, { confirmed: false }]) {
      expect(await visit(await member(input), anna)).toBe(200);
    }
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    const invented = await member({ fictional: true });
    const toInvented = eventsOf(invented);
    await visit(anna, invented);
    expect([await visitors(invented), toInvented]).toEqual([[], []]);
  });

  test("pages continue after the cursor, each visitor once, skipping hidden ones", async () => {
    const anna = await member();
    const siteId = given.siteIds[0] ?? 0;
    const rows = [];
    for (let index = 0; index < 3 * searchPage; index += 1) {
      const { id } = await makeMember(given.services, { siteId });
      rows.push({ visited_id: anna.id, visitor_id: id, site_id: siteId, visited_on: `2026-11-${10 + (index % 9)}` });
    }
    const { db } = given.services;
    await db.insertInto("visits").values(rows).execute();
    const hidden = rows.slice(0, searchPage).map((row) => row.visitor_id);
    await db.updateTable("profiles").set({ listed: false, invisible: true }).where("member_id", "in", hidden).execute();
    const first = await list(anna);
    const second = await list(anna, first.next_cursor ?? "");
    expect([first.visitors.length, second.visitors.length, second.next_cursor]).toEqual([searchPage, searchPage, null]);
    const ids = [...first.visitors, ...second.visitors].map((one) => one.member.id);
    expect(new Set(ids)).toEqual(new Set(rows.slice(searchPage).map((row) => row.visitor_id)));
    const days = [...first.visitors, ...second.visitors].map((one) => one.visited_on);
    expect(days).toEqual(days.toSorted().reverse());
  });

  test("an invalid cursor is refused, and so are invalid ids", async () => {
    const anna = await member();
    const refused = await anna.client.call(getVisitors, { query: { cursor: "forged" } });
    expect([refused.status, refused.body.error?.code]).toEqual([400, "invalid_input"]);
    for (const ids of [[], ["nobody"], Array.from({ length: 101 }, () => randomUUID())]) {
      expect((await anna.client.call(seeVisitors, { body: { ids } })).status).toBe(400);
    }
    expect((await anna.client.call(seeVisitors, { body: { ids: [randomUUID()] } })).body).toEqual({ new_visitors: 0 });
  });

  test("is deleted after ninety days", async () => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    const { db } = given.services;
    const countAfterPurge = async () => {
      await purgeVisits.run(given.services, {});
      return (await db.selectFrom("visits").select("visitor_id").where("visited_id", "=", anna.id).execute()).length;
    };
    given.services.clock.set("2027-02-18T23:00:00Z");
    expect(await countAfterPurge()).toBe(1);
    nextDay();
    expect(await countAfterPurge()).toBe(0);
  });

  test("a profile is shown even if its visit can't be recorded", async () => {
    const [anna, ben] = await pair();
    const { db } = given.services;
    await db.schema.alterTable("visits").renameTo("visits_away").execute();
    try {
      const { status, body } = await ben.client.call(getMember, { query: { id: anna.id } });
      expect([status, body.profile.id]).toEqual([200, anna.id]);
    } finally {
      await db.schema.alterTable("visits_away").renameTo("visits").execute();
    }
  });
});

describe("issue 4 the switch", () => {
  test("turned off, it deletes the member's visits and stops new ones; they still see their own visitors", async () => {
    const [anna, ben] = await pair();
    expect((await ben.client.call(getOwnProfile)).body.leaves_visits).toBe(true);
    await visit(ben, anna);
    const toAnna = eventsOf(anna);
    expect((await save(ben, { leaves_visits: false })).body.leaves_visits).toBe(false);
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    await visit(ben, anna);
    expect([await visitors(anna), toAnna]).toEqual([[], []]);
    await visit(anna, ben);
    expect(await visitors(ben)).toEqual([anna.id]);
  });

  test("turned on again, it does not restore earlier visits", async () => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await save(ben, { leaves_visits: false });
    await save(ben, { leaves_visits: true });
    expect(await visitors(anna)).toEqual([]);
    await visit(ben, anna);
    expect(await visitors(anna)).toEqual([ben.id]);
  });

  test("turned off during a visit, it leaves none", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [anna, ben] = await pair();
      await Promise.all([visit(ben, anna), save(ben, { leaves_visits: false })]);
      expect(await visitors(anna)).toEqual([]);
    }
  });
});

describe("issue 4 R6.07 R6.08 D3.9 visibility rules apply to visitors", () => {
  test("an invisible member leaves no visits, and earlier ones are not listed or counted", async () => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await save(ben, { invisible: true });
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    nextDay();
    const toAnna = eventsOf(anna);
    await visit(ben, anna);
    await save(ben, { invisible: false });
    expect((await list(anna)).visitors).toMatchObject([{ visited_on: "2026-11-20" }]);
    expect(toAnna).toEqual([]);
  });

  test("an invisible member is listed to members they like", async () => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await save(ben, { invisible: true });
    await ben.client.call(likeMember, { body: { id: anna.id } });
    expect([await visitors(anna), await count(anna)]).toEqual([[ben.id], 1]);
  });

  test("a block deletes the visits of both, and lifting it restores none", async () => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await visit(anna, ben);
    await anna.client.call(blockMember, { body: { id: ben.id } });
    const heard = [eventsOf(anna), eventsOf(ben)];
    expect([await visit(ben, anna), await visit(anna, ben)]).toEqual([403, 403]);
    expect([await visitors(anna), await visitors(ben), await count(anna), await count(ben)]).toEqual([[], [], 0, 0]);
    await anna.client.call(unblockMember, { body: { id: ben.id } });
    expect([await visitors(anna), await visitors(ben), heard]).toEqual([[], [], [[], []]]);
  });

  test("a block during a visit leaves no visit", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [anna, ben] = await pair();
      await Promise.all([visit(ben, anna), anna.client.call(blockMember, { body: { id: ben.id } })]);
      await anna.client.call(unblockMember, { body: { id: ben.id } });
      expect(await visitors(anna)).toEqual([]);
    }
  });

  test("a deleted member is not listed or counted, and is again after they return", async () => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    const { db } = given.services;
    const setStatus = async (status: string, listed: boolean) => {
      const deleted_at = status === "deleted" ? given.services.clock.now() : null;
      await db.updateTable("accounts").set({ status, deleted_at }).where("id", "=", ben.id).execute();
      await db.updateTable("profiles").set({ listed }).where("member_id", "=", ben.id).execute();
    };
    await setStatus("deleted", false);
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    await setStatus("active", true);
    expect([await visitors(anna), await count(anna)]).toEqual([[ben.id], 1]);
  });
});
