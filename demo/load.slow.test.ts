import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { checkPassword } from "#server/features/auth/index.ts";
import { reconcileLedger } from "#server/features/credits/index.ts";
import { type NewPhoto, PhotoRefused } from "#server/features/profiles/index.ts";
import { makeMember } from "./factories.ts";
import { type DemoWorld, loadDemoWorld } from "./load.ts";
import { demoLogins } from "./logins.ts";
import { demoPassword } from "./password.ts";
import { loadMorePhotos } from "./photos.ts";

const { services, siteIds, close } = await testServices();
afterAll(close);
const { db } = services;
const members = 100;

/** Inserts only a photo's row: the pipeline has tests of its own. */
async function addPhoto({ siteId, memberId, status }: NewPhoto) {
  const photo = { id: randomUUID(), width: 640, height: 800, thumbhash: "" };
  const row = { ...photo, site_id: siteId, member_id: memberId, status, created_at: services.clock.now() };
  await db.insertInto("photos").values(row).execute();
  await db
    .updateTable("profiles")
    .set({ main_photo_id: photo.id })
    .where("member_id", "=", memberId)
    .where("main_photo_id", "is", null)
    .execute();
  return photo;
}

const { config } = services;
const world: DemoWorld = {
  ...{ db, config, addPhoto, now: services.clock.now() },
  ...{ seed: "test", siteIds, members, log: () => {} },
};
const count = async (table: "accounts" | "likes" | "matches" | "messages" | "photos") =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((select) => select.fn.countAll().as("all"))
        .executeTakeFirstOrThrow()
    ).all,
  );

describe("D12.1 the demo world", () => {
  let first: boolean;
  beforeAll(async () => {
    first = await loadDemoWorld(world);
  });

  test("is loaded once, with a main photo for every listed member", async () => {
    expect(first).toBe(true);
    const before = [await count("accounts"), await count("messages"), await count("photos")];
    expect(before[0]).toBe(members + 2);
    expect(await loadDemoWorld(world)).toBe(false);
    expect([await count("accounts"), await count("messages"), await count("photos")]).toEqual(before);
    const faceless = await db.selectFrom("profiles").select("name").where("main_photo_id", "is", null).execute();
    expect(faceless).toEqual([]);
  });

  test("further photos come later, at most three for free members (R1.09), and only once", async () => {
    const ended = new AbortController();
    ended.abort();
    expect(await loadMorePhotos(world, ended.signal)).toBe(0);
    expect(await loadMorePhotos(world)).toBeGreaterThan(50);
    expect(await loadMorePhotos(world)).toBe(0);
    const most = await db
      .selectFrom("photos")
      .innerJoin("profiles", "profiles.member_id", "photos.member_id")
      .select((select) => ["premium", select.fn.countAll<string>().as("photos")])
      .groupBy(["photos.member_id", "premium"])
      .execute();
    expect(Math.max(...most.filter((one) => !one.premium).map((one) => Number(one.photos)))).toBe(3);
    expect(Math.max(...most.map((one) => Number(one.photos)))).toBeLessThanOrEqual(6);
  });

  test("R11.04 R11.05 R12.03 the logins have saved members, one who is not for them, contacts that hide no demo member, and a date", async () => {
    const marks = await db.selectFrom("member_marks").select(["owner_id", "hidden"]).execute();
    const owners = new Set(marks.map(({ owner_id }) => owner_id));
    expect(owners.size).toBe(2);
    for (const owner of owners) {
      const own = marks.filter(({ owner_id }) => owner_id === owner);
      expect(own.map(({ hidden }) => hidden).sort()).toEqual([false, false, true]);
      const ofOwner = db.selectFrom("hidden_contacts").selectAll().where("member_id", "=", owner);
      expect(await ofOwner.execute()).toHaveLength(3);
      const dates = db.selectFrom("shared_dates").selectAll().where("owner_id", "=", owner);
      expect(await dates.execute()).toHaveLength(1);
    }
    expect(await db.selectFrom("hidden_pairs").selectAll().execute()).toEqual([]);
  });

  test("D12.1 a portrait that a busy machine does not process in time is drawn by the next start", async () => {
    await db.deleteFrom("photos").execute();
    const lines: string[] = [];
    let isLate = true;
    const addLate = async (photo: NewPhoto) => {
      if (!isLate) return await addPhoto(photo);
      isLate = false;
      throw new PhotoRefused("photo_too_slow");
    };
    const busy = { ...world, addPhoto: addLate, log: (line: string) => lines.push(line), portraits: 3 };
    await loadDemoWorld(busy);
    expect(await count("photos")).toBe(2);
    expect(lines).toContain(
      "Left out 1 of the portraits, because the machine is busy: the next start draws what is missing.",
    );
    await loadDemoWorld(busy);
    expect(await count("photos")).toBe(3);
  });

  test("can have fewer portraits, of the members who were active last", async () => {
    await db.deleteFrom("photos").execute();
    for (const _ of ["first", "next"]) {
      await loadDemoWorld({ ...world, portraits: 3 });
      expect(await count("photos")).toBe(3);
    }
  });

  test("D7.1 every balance is the sum of its ledger", async () => {
    await expect(reconcileLedger.run(services, {})).resolves.toBeUndefined();
  });

  test("D11.1 writing to a program costs nothing, so no one's payments have a message or a gift to one", async () => {
    const paid = db
      .selectFrom("messages")
      .innerJoin("conversation_members as side", (join) =>
        join
          .onRef("side.conversation_id", "=", "messages.conversation_id")
          .onRef("side.member_id", "=", "messages.author_id"),
      )
      .innerJoin("profiles as other", "other.member_id", "side.other_id")
      .select(["other.automatic", (select) => select.fn.max("messages.credits").as("most")])
      .groupBy("other.automatic")
      .orderBy("other.automatic");
    const most = new Map((await paid.execute()).map((row) => [row.automatic, row.most]));
    expect(most.get(true)).toBe(0);
    expect(most.get(false)).toBeGreaterThan(1);
  });

  test("members live in real towns of their site's countries", async () => {
    const rows = await db
      .selectFrom("profiles")
      .innerJoin("cities", "cities.id", "profiles.city_id")
      .select(["profiles.country", "cities.country as town_of", "profiles.site_id", "profiles.latitude"])
      .execute();
    expect(rows).toHaveLength(members + 2);
    expect(rows.filter((row) => row.country !== row.town_of || row.latitude === null)).toEqual([]);
    const second = rows.filter((row) => row.site_id === siteIds[1]).map((row) => row.country);
    expect([...new Set(second)].sort()).toEqual(["AT", "CH", "DE"]);
  });

  test("D5.1 matches are mutual likes; D11.1 no like, visit or message of a fictional profile", async () => {
    const matches = await count("matches");
    const mutual = await db
      .selectFrom("likes as one")
      .innerJoin("likes as back", (join) =>
        join.onRef("back.from_id", "=", "one.to_id").onRef("back.to_id", "=", "one.from_id"),
      )
      .select((select) => select.fn.countAll<string>().as("all"))
      .executeTakeFirstOrThrow();
    expect(matches).toBeGreaterThan(20);
    expect(Number(mutual.all)).toBe(2 * matches);
    const sent = await db
      .selectFrom("profiles")
      .select("name")
      .where("fictional", "=", true)
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(selectFrom("likes").select("from_id").whereRef("from_id", "=", "member_id")),
          exists(selectFrom("messages").select("id").whereRef("author_id", "=", "member_id")),
          exists(selectFrom("visits").select("visitor_id").whereRef("visitor_id", "=", "member_id")),
          exists(selectFrom("visits").select("visitor_id").whereRef("visited_id", "=", "member_id")),
        ]),
      )
      .execute();
    expect(sent).toEqual([]);
  });

  test("each sign that members give each other is there, so that no screen is empty; the swipe game begins anew", async () => {
    const tables = services.pairTables.map(({ table }) => table).filter((table) => table !== "swipes");
    const empty = [];
    for (const table of tables) {
      const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
      if (rows.length === 0) empty.push(table);
    }
    expect(
      empty,
      "insert rows in demo/: signs in `likes.ts`, what members keep for themselves in `private.ts`",
    ).toEqual([]);
  });

  test("the two logins have likes, visitors, a match and an unread message waiting", async () => {
    expect(demoLogins.map(({ name, role }) => [name, role])).toEqual([
      ["Robin", "free"],
      ["Alex", "premium"],
    ]);
    for (const { email, role } of demoLogins) {
      const account = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
      expect(account).toMatchObject({ site_id: siteIds[0], status: "active" });
      expect(await checkPassword(demoPassword, account.password_hash)).toBe(true);
      expect(account.paid_since !== null).toBe(role === "premium");
      const unseen = db.selectFrom("likes").select("from_id").where("to_id", "=", account.id).where("seen", "=", false);
      expect((await unseen.execute()).length).toBeGreaterThanOrEqual(3);
      const visits = db.selectFrom("visits").select("seen").where("visited_id", "=", account.id);
      expect((await visits.where("seen", "=", false).execute()).length).toBe(3);
      expect((await visits.execute()).length).toBeGreaterThan(3);
      const chat = db.selectFrom("conversation_members").select("unread").where("member_id", "=", account.id);
      const unread = (await chat.orderBy("unread").execute()).map((row) => row.unread);
      expect(unread).toEqual(role === "premium" ? [0, 0, 1, 1] : [1]);
    }
    // the premium login shows first messages without an answer: one waits, the time of another is over
    const alex = demoLogins.find(({ role }) => role === "premium")?.email ?? "";
    const promises = db.selectFrom("answer_promises").innerJoin("accounts", "accounts.id", "author_id");
    const sent = promises
      .select(["due_at"])
      .where("email", "=", alex)
      .where("accounts.site_id", "=", siteIds[0] ?? 0);
    const due = (await sent.orderBy("due_at").execute()).map((row) => row.due_at < world.now);
    expect(due).toEqual([true, false]);
    // `/fair` has figures of men and of women, and months to compare; of a hundred members only what happens most is shown
    const days = db
      .selectFrom("fair_days")
      .select("totals")
      .where("site_id", "=", siteIds[0] ?? 0);
    const rows = await days.orderBy("day").execute();
    expect(rows.length).toBeGreaterThan(3);
    const totals = rows.at(-1)?.totals as Record<string, { count: number }>;
    for (const figure of ["no_answer_male", "no_answer_female"]) {
      expect(totals[figure]?.count, figure).toBeGreaterThanOrEqual(10);
    }
  });

  test("R10.03 R10.05 odds are counted; near each login one hides them, and one limits who writes first", async () => {
    expect(await db.selectFrom("answer_odds").select("share").execute()).not.toEqual([]);
    const special = await db
      .selectFrom("profiles")
      .select(["gender", "shows_odds", "only_fitting_write", "only_verified_write"])
      .where(({ or, eb }) => or([eb("shows_odds", "=", false), eb("only_fitting_write", "=", true)]))
      .orderBy("gender")
      .orderBy("shows_odds")
      .execute();
    const hidden = { shows_odds: false, only_fitting_write: false, only_verified_write: false };
    const limits = { shows_odds: true, only_fitting_write: true, only_verified_write: true };
    expect(special).toEqual(
      ["female", "male"].flatMap((gender) => [hidden, limits].map((row) => ({ gender, ...row }))),
    );
  });
});

test("the demo world is refused on a site that is not a demo site, or that has other members", async () => {
  const given = await testServices();
  const [one = 0, two = 0] = given.siteIds;
  const elsewhere = { ...world, db: given.services.db };
  await given.services.db.updateTable("sites").set({ demo: false }).where("id", "=", one).execute();
  await expect(loadDemoWorld({ ...elsewhere, siteIds: [one] })).rejects.toThrow("not a demo site");
  await makeMember(given.services, { siteId: two });
  await expect(loadDemoWorld({ ...elsewhere, siteIds: [two] })).rejects.toThrow("has members already");
  await given.close();
});
