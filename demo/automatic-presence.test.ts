import { afterAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { markAllActive, onlineSince } from "#server/features/profiles/index.ts";
import { isActiveNow, markAutomaticActive } from "./automatic-presence.ts";
import { makeMember } from "./factories.ts";

const { services, siteIds, close } = await testServices();
afterAll(close);
const { db, clock } = services;
const [siteId = 0] = siteIds;
const minute = 60_000;
const now = () => clock.now();
const tick = () => markAutomaticActive({ db, now: now(), mark: (ids) => markAllActive(db, ids, now()) });
const online = async () => {
  const rows = await db
    .selectFrom("profiles")
    .select("member_id")
    .where("last_active_at", ">", onlineSince(now()))
    .execute();
  return rows.map((row) => row.member_id).sort();
};

test("D12.1 about one in eight is active at any time, each in turn and for ten minutes without a break", () => {
  const ids = Array.from({ length: 800 }, (_, index) => `member ${index}`);
  const at = (minutes: number) => new Date(now().getTime() + minutes * minute);
  for (const minutes of [0, 7, 60, 1441]) {
    const here = ids.filter((id) => isActiveNow(id, at(minutes))).length;
    expect(here).toBeGreaterThan(50);
    expect(here).toBeLessThan(160);
  }
  for (const id of ids.slice(0, 20)) {
    const round = Array.from({ length: 80 }, (_, minutes) => isActiveNow(id, at(minutes)));
    expect(round.filter(Boolean)).toHaveLength(10);
    const changes = round.filter((here, index) => here !== round.at(index - 1));
    expect(changes).toHaveLength(2);
  }
});

test("D12.1 an hour after the start some members are online on a demo site, and others later", async () => {
  const old = { siteId, automatic: true, lastActiveAt: new Date(now().getTime() - 60 * minute) };
  const all = new Set<string>();
  for (let count = 0; count < 40; count += 1) all.add((await makeMember(services, old)).id);
  expect(await online()).toEqual([]);
  const first = (await tick()).sort();
  expect(await online()).toEqual(first);
  expect((await tick()).sort()).toEqual(first);
  const seen = new Set(first);
  for (let passed = 0; passed < 80; passed += 1) {
    clock.advance(minute);
    const here = await tick();
    // each active one counts as online until the next run
    const counted = await online();
    for (const id of here) expect(counted).toContain(id);
    for (const id of here) seen.add(id);
  }
  expect(seen).toEqual(all);
});

test("D11.1 real members, fictional profiles and members of real sites are never marked active", async () => {
  const away = new Date(now().getTime() - 60 * minute);
  const others: string[] = [];
  for (const input of [
    {},
    { fictional: true },
    { fictional: true, automatic: true },
    { automatic: true, confirmed: false },
  ])
    others.push((await makeMember(services, { siteId, lastActiveAt: away, ...input })).id);
  const [, real = 0] = siteIds;
  await db.updateTable("sites").set({ demo: false }).where("id", "=", real).execute();
  others.push((await makeMember(services, { siteId: real, automatic: true, lastActiveAt: away })).id);
  for (let passed = 0; passed < 80; passed += 1) {
    clock.advance(minute);
    await tick();
  }
  const rows = await db.selectFrom("profiles").select("last_active_at").where("member_id", "in", others).execute();
  for (const row of rows) expect(row.last_active_at).toEqual(away);
});
