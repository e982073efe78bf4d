import { randomUUID } from "node:crypto";
import { describe } from "vitest";
import { getUser } from "#contract/account.ts";
import { searchPage } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { getCard, getMember } from "#contract/members.ts";
import { blockMember, unblockMember } from "#contract/moderation.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { getVisitors, seeVisitors } from "#contract/visitors.ts";
import { makeMember } from "#demo/factories.ts";
import { planting } from "#demo/insert.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";

test.beforeEach(({ services }) => services.clock.set("2026-11-20T18:00:00Z"));

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
const nextDay = (services: Fixtures["services"]) => services.clock.advance(dayMs);

describe("a visit to my profile", () => {
  test("is listed with its day, new, counted, and published as an event", async ({ pair, events }) => {
    const [anna, ben] = await pair();
    const toAnna = events(anna);
    expect(await visit(ben, anna)).toBe(200);
    const { visitors: all, next_cursor } = await list(anna);
    expect(all).toMatchObject([{ member: { id: ben.id }, visited_on: "2026-11-20", visit_new: true }]);
    expect(next_cursor).toBeNull();
    expect(JSON.stringify(all)).not.toContain("T18:00");
    expect(await count(anna)).toBe(1);
    expect(toAnna).toEqual([{ type: "visit" }]);
    expect(await visitors(ben)).toEqual([]);
  });

  test("is listed once, however often it is repeated, and published once a day", async ({ pair, events, services }) => {
    const [anna, ben] = await pair();
    const toAnna = events(anna);
    await Promise.all([visit(ben, anna), visit(ben, anna), visit(ben, anna)]);
    await see(anna, ben);
    await visit(ben, anna);
    expect([await visitors(anna), await count(anna), toAnna.length]).toEqual([[ben.id], 0, 1]);
    nextDay(services);
    await visit(ben, anna);
    expect((await list(anna)).visitors).toMatchObject([{ visited_on: "2026-11-21", visit_new: true }]);
    expect([await count(anna), toAnna.length]).toEqual([1, 2]);
  });

  test("is new until it is marked as seen; the others stay new", async ({ member, pair }) => {
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

  test("is not recorded for a card, for one's own profile, or for a refused profile", async ({
    member,
    pair,
    siteIds,
  }) => {
    const [anna, ben] = await pair();
    await ben.client.call(getCard, { query: { id: anna.id } });
    await visit(anna, anna);
    expect(await visitors(anna)).toEqual([]);
    const elsewhere = await member({ siteId: siteIds[1] });
    expect(await visit(elsewhere, anna)).toBe(404);
    expect(await visitors(anna)).toEqual([]);
  });

  test("is not recorded from fictional, automatic or unconfirmed members, nor to fictional ones", async ({
    member,
    events,
  }) => {
    const anna = await member();
    for (const input of [{ fictional: true }, { automatic: true }, { confirmed: false }]) {
      expect(await visit(await member(input), anna)).toBe(200);
    }
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    const invented = await member({ fictional: true });
    const toInvented = events(invented);
    await visit(anna, invented);
    expect([await visitors(invented), toInvented]).toEqual([[], []]);
  });

  test("pages continue after the cursor, each visitor once, skipping hidden ones", async ({
    member,
    services,
    siteIds,
  }) => {
    const anna = await member();
    const siteId = siteIds[0];
    const rows = [];
    for (let index = 0; index < 3 * searchPage; index += 1) {
      const { id } = await makeMember(services, { siteId });
      rows.push({ visited_id: anna.id, visitor_id: id, site_id: siteId, visited_on: `2026-11-${10 + (index % 9)}` });
    }
    const { db } = services;
    await planting(db).insertInto("visits").values(rows).execute();
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

  test("an invalid cursor is refused, and so are invalid ids", async ({ member }) => {
    const anna = await member();
    const refused = await anna.client.call(getVisitors, { query: { cursor: "forged" } });
    expect([refused.status, refused.body.error?.code]).toEqual([400, "invalid_input"]);
    for (const ids of [[], ["nobody"], Array.from({ length: 101 }, () => randomUUID())]) {
      expect((await anna.client.call(seeVisitors, { body: { ids } })).status).toBe(400);
    }
    expect((await anna.client.call(seeVisitors, { body: { ids: [randomUUID()] } })).body).toEqual({ new_visitors: 0 });
  });

  test("is deleted after ninety days", async ({ pair, services }) => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    const { db } = services;
    const countAfterPurge = async () => {
      await purgeOldRows.run(services, {});
      return (await db.selectFrom("visits").select("visitor_id").where("visited_id", "=", anna.id).execute()).length;
    };
    services.clock.set("2027-02-18T23:00:00Z");
    expect(await countAfterPurge()).toBe(1);
    nextDay(services);
    expect(await countAfterPurge()).toBe(0);
  });

  test("a profile is shown even if its visit can't be recorded", async ({ pair, services }) => {
    const [anna, ben] = await pair();
    const { db } = services;
    await db.schema.alterTable("visits").renameTo("visits_away").execute();
    try {
      const { status, body } = await ben.client.call(getMember, { query: { id: anna.id } });
      expect([status, body.profile.id]).toEqual([200, anna.id]);
    } finally {
      await db.schema.alterTable("visits_away").renameTo("visits").execute();
    }
  });
});

describe("the switch", () => {
  test("turned off, it deletes the member's visits and stops new ones; they still see their own visitors", async ({
    pair,
    events,
  }) => {
    const [anna, ben] = await pair();
    expect((await ben.client.call(getOwnProfile)).body.leaves_visits).toBe(true);
    await visit(ben, anna);
    const toAnna = events(anna);
    expect((await save(ben, { leaves_visits: false })).body.leaves_visits).toBe(false);
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    await visit(ben, anna);
    expect([await visitors(anna), toAnna]).toEqual([[], []]);
    await visit(anna, ben);
    expect(await visitors(ben)).toEqual([anna.id]);
  });

  test("turned on again, it does not restore earlier visits", async ({ pair }) => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await save(ben, { leaves_visits: false });
    await save(ben, { leaves_visits: true });
    expect(await visitors(anna)).toEqual([]);
    await visit(ben, anna);
    expect(await visitors(anna)).toEqual([ben.id]);
  });

  test("turned off during a visit, it leaves none", async ({ pair }) => {
    for (let round = 0; round < 5; round += 1) {
      const [anna, ben] = await pair();
      await Promise.all([visit(ben, anna), save(ben, { leaves_visits: false })]);
      expect(await visitors(anna)).toEqual([]);
    }
  });
});

describe("R6.07 R6.08 D3.9 visibility rules apply to visitors", () => {
  test("an invisible member leaves no visits, and earlier ones are not listed or counted", async ({
    pair,
    events,
    services,
  }) => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await save(ben, { invisible: true });
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    nextDay(services);
    const toAnna = events(anna);
    await visit(ben, anna);
    await save(ben, { invisible: false });
    expect((await list(anna)).visitors).toMatchObject([{ visited_on: "2026-11-20" }]);
    expect(toAnna).toEqual([]);
  });

  test("an invisible member is listed to members they like", async ({ pair }) => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await save(ben, { invisible: true });
    await ben.client.call(likeMember, { body: { id: anna.id } });
    expect([await visitors(anna), await count(anna)]).toEqual([[ben.id], 1]);
  });

  test("a block deletes the visits of both, and lifting it restores none", async ({ pair, events }) => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    await visit(anna, ben);
    await anna.client.call(blockMember, { body: { id: ben.id } });
    const heard = [events(anna), events(ben)];
    expect([await visit(ben, anna), await visit(anna, ben)]).toEqual([403, 403]);
    expect([await visitors(anna), await visitors(ben), await count(anna), await count(ben)]).toEqual([[], [], 0, 0]);
    await anna.client.call(unblockMember, { body: { id: ben.id } });
    expect([await visitors(anna), await visitors(ben), heard]).toEqual([[], [], [[], []]]);
  });

  test("a block during a visit leaves no visit", async ({ pair }) => {
    for (let round = 0; round < 5; round += 1) {
      const [anna, ben] = await pair();
      await Promise.all([visit(ben, anna), anna.client.call(blockMember, { body: { id: ben.id } })]);
      await anna.client.call(unblockMember, { body: { id: ben.id } });
      expect(await visitors(anna)).toEqual([]);
    }
  });

  test("a deleted member is not listed or counted, and is again after they return", async ({ pair, services }) => {
    const [anna, ben] = await pair();
    await visit(ben, anna);
    const { db } = services;
    const setStatus = async (status: string, listed: boolean) => {
      const deleted_at = status === "deleted" ? services.clock.now() : null;
      await db.updateTable("accounts").set({ status, deleted_at }).where("id", "=", ben.id).execute();
      await db.updateTable("profiles").set({ listed }).where("member_id", "=", ben.id).execute();
    };
    await setStatus("deleted", false);
    expect([await visitors(anna), await count(anna)]).toEqual([[], 0]);
    await setStatus("active", true);
    expect([await visitors(anna), await count(anna)]).toEqual([[ben.id], 1]);
  });
});
