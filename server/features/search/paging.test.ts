import { dayMs } from "#contract/durations.ts";
import { sorts } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { findViewer } from "#server/features/profiles/index.ts";
import { expect, type Fixtures } from "#server/test.ts";
import type { Cursor } from "./cursor.ts";
import { findPage } from "./find-page.ts";
import { toFilter } from "./rules.ts";
import { allPagesBy, type People, type Person, type Query, refusalBy, searchBy, test } from "./test-search.ts";

test.beforeEach(({ services }) => services.db.updateTable("profiles").set({ listed: false }).execute());

const berlin = 2_950_159;
const munich = 2_867_714;
const minutesAgo = (services: Fixtures["services"], minutes: number) =>
  new Date(services.clock.now().getTime() - minutes * 60_000);

async function crowd(people: People, services: Fixtures["services"], count: number): Promise<Person[]> {
  const men: Person[] = [];
  for (let number = 0; number < count; number += 1) {
    const at = minutesAgo(services, 10 + Math.floor(number / 2));
    const cityId = number % 3 ? berlin : munich;
    men.push(await people.man("there", { createdAt: at, lastActiveAt: at, cityId, interests: ["art"], photo: true }));
  }
  return men;
}

const cursorOf = async (person: Person, query: Query) => {
  const { next_cursor } = await searchBy(person.client, query);
  if (next_cursor === null) throw new Error("there is one page only");
  return next_cursor;
};

test("D4.3 a cursor for another filter, sort, place or person is refused at its field", async ({
  people,
  services,
}) => {
  const anna = await people.woman();
  const eva = await people.woman();
  await crowd(people, services, 30);
  const refused = [400, { cursor: "invalid" }];
  for (const sort of sorts) {
    const cursor = await cursorOf(anna, { sort, photo: "1" });
    expect((await refusalBy(anna.client, { sort, photo: "1", cursor }))[0]).toBe(200);
    const others: Query[] = [
      {},
      { photo: "1", online: "1" },
      { photo: "1", new: "1" },
      { photo: "1", interests: "art" },
      { photo: "1", anyone: "1" },
      { photo: "1", gender: "male" },
      { photo: "1", country: "DE" },
      { photo: "1", min_age: 18 },
      { photo: "1", distance: 1000 },
    ];
    for (const other of others) expect(await refusalBy(anna.client, { sort, ...other, cursor })).toEqual(refused);
    for (const another of sorts.filter((code) => code !== sort)) {
      expect(await refusalBy(anna.client, { sort: another, photo: "1", cursor })).toEqual(refused);
    }
    expect(await refusalBy(eva.client, { sort, photo: "1", cursor })).toEqual(refused);
  }
  const nearest = await cursorOf(anna, { sort: "nearest" });
  await anna.client.call(saveProfile, { body: { city_id: munich } });
  expect(await refusalBy(anna.client, { sort: "nearest", cursor: nearest })).toEqual(refused);
});

test("D4.3 a cursor that was forged or cut is refused at its field, and an old one still works", async ({
  people,
  services,
}) => {
  const anna = await people.woman();
  await crowd(people, services, 30);
  for (const sort of sorts) {
    const cursor = await cursorOf(anna, { sort });
    const parts = Buffer.from(cursor, "base64url").toString().split("|");
    const hostile = [
      "",
      "0",
      "-1",
      "1e400",
      "1e-400",
      "NaN",
      "99999999999999999999",
      "2026-02-31",
      "'",
      "\u0000",
      "x".repeat(60),
    ];
    for (let part = 0; part < parts.length; part += 1) {
      for (const value of hostile) {
        const forged = Buffer.from(parts.with(part, value).join("|")).toString("base64url");
        const [status, fields] = await refusalBy(anna.client, { sort, cursor: forged });
        // a value that the server could have written is only another place in the list
        expect([200, 400], `${sort} ${part} ${value}`).toContain(status);
        if (status === 400) expect(Object.keys(fields ?? {})).toEqual(["cursor"]);
      }
    }
    for (const cut of ["", "x", cursor.slice(5), cursor.slice(0, -12), "%00", "a".repeat(200)]) {
      expect(await refusalBy(anna.client, { sort, cursor: cut })).toEqual([400, { cursor: "invalid" }]);
    }
    expect(await refusalBy(anna.client, { sort, cursor: "a".repeat(201) })).toEqual([400, { cursor: "invalid" }]);
    services.clock.advance(5 * dayMs);
    expect((await searchBy(anna.client, { sort, cursor })).members).toHaveLength(6);
  }
});

test.for(sorts)(
  "D4.3 sorted by %s, a member who does not change is shown once while others come, go, block and hide",
  async (sort, { people, services }) => {
    const anna = await people.woman();
    const men = await crowd(people, services, 80);
    const changed = new Set<string>();
    let round = 0;
    const seen = await allPagesBy(anna.client, { sort }, async () => {
      round += 1;
      services.clock.advance(30_000);
      const [visitor, hider, blocker] = [men[round * 20 + 1], men[round * 20 + 2], men[round * 20 + 3]];
      for (const man of [visitor, hider, blocker]) if (man) changed.add(man.id);
      const now = services.clock.now();
      const touch = services.db.updateTable("profiles").set({ last_active_at: now });
      if (visitor) await touch.where("member_id", "=", visitor.id).execute();
      await hider?.client.call(saveProfile, { body: { invisible: true } });
      await blocker?.client.call(blockMember, { body: { id: anna.id } });
      changed.add((await people.man("joined")).id);
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(men.filter((man) => !changed.has(man.id) && !seen.includes(man.id))).toEqual([]);
  },
);

test("D4.3 sorted by the nearest, the page after a member who left continues from their place", async ({
  people,
  services,
}) => {
  const anna = await people.woman();
  const men = await crowd(people, services, 40);
  const first = await searchBy(anna.client, { sort: "nearest" });
  const last = first.members.at(-1)?.id ?? "";
  await services.db
    .updateTable("profiles")
    .set({ listed: false, city_id: null })
    .where("member_id", "=", last)
    .execute();
  const second = await searchBy(anna.client, { sort: "nearest", cursor: first.next_cursor ?? "" });
  expect(new Set([...first.members, ...second.members].map((card) => card.id)).size).toBe(men.length);
});

test("R11.06 D11.7 in no order a program or fictional profile stands before a person, however the page is found", async ({
  people,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const anna = await people.woman();
  const long = minutesAgo(services, 60 * 24 * 20);
  const person = () => people.man("far", { cityId: munich, createdAt: long, lastActiveAt: long });
  const real = [await person(), await person()].map(({ id }) => id);
  const programs = [
    await people.man("program", { automatic: true }),
    await people.man("program", { automatic: true }),
    await people.man("fictional", { fictional: true }),
  ].map(({ id }) => id);
  const viewer = await findViewer(db, anna.id);
  for (const sort of sorts) {
    const filter = toFilter({ sort }, siteIds[0], viewer, clock.now());
    for (const total of [undefined, 10_001]) {
      const ids: string[] = [];
      let after: Cursor | null = null;
      // a page of one: each page begins behind a program or a person
      for (;;) {
        const page = await findPage(db, filter, { viewer, after, total, limit: 1 });
        const [row] = page.rows;
        if (!row) break;
        ids.push(row.member_id);
        after = { ...row, id: row.member_id, total: page.total, find: page.find, lately: null };
      }
      expect(new Set(ids.slice(0, real.length)), `${sort} ${total}`).toEqual(new Set(real));
      // the best match of more than are ranked has no fictional profiles
      const rest = sort === "best" && total !== undefined ? programs.slice(0, -1) : programs;
      expect(new Set(ids.slice(real.length)), `${sort} ${total}`).toEqual(new Set(rest));
    }
  }
});
