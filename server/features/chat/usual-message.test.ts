import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember } from "#contract/moderation.ts";
import type { Db, DbPool } from "#server/db/pool.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import type { Draft } from "./draft.ts";
import { insertInAnsweredChat } from "./messages-store.ts";
import { sendMessage as send } from "./send-message.ts";

const write = (from: Member, to: Member, key: string = randomUUID()) =>
  from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } }, { key });

const test = base
  /** Two members who have written to each other. */
  .extend("answered", { scope: "file" }, ({ pair }) => async () => {
    const [anna, ben] = await pair();
    await write(anna, ben);
    await write(ben, anna);
    return [anna, ben] as const;
  })
  /** The number of statements that a message takes. */
  .extend("statements", { scope: "file" }, ({ services }) => async (draft: Omit<Draft, "key">) => {
    let count = 0;
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        count += 1;
        return result;
      },
    }) as DbPool;
    const { site } = await siteAndCompany(services.db, 1);
    await send({ db, site, now: services.clock.now(), emit: () => {} }, { ...draft, key: randomUUID() });
    return count;
  });

test("R1.04 the usual message, a text in a chat that the other has answered, is one statement", async ({
  answered,
  statements,
  member,
}) => {
  const [anna, ben] = await answered();
  expect(await statements({ from: anna.id, to: ben.id, text: "Hello" })).toBe(1);
  expect(await statements({ from: anna.id, to: ben.id, text: "Hello", reply: randomUUID() })).toBe(1);
  const eva = await member();
  expect(await statements({ from: anna.id, to: eva.id, text: "Hello" })).toBeGreaterThan(3);
});

test("R1.04 the usual message updates the rows of its conversation in place: no index entry is written", async ({
  answered,
  services,
}) => {
  const [anna, ben] = await answered();
  const count = async (db: Db) => {
    const { rows } = await sql<{ all: number; in_place: number }>`
      select pg_stat_get_xact_tuples_updated('conversation_members'::regclass)::int as all,
        pg_stat_get_xact_tuples_hot_updated('conversation_members'::regclass)::int as in_place`.execute(db);
    return rows[0] ?? { all: 0, in_place: 0 };
  };
  const { before, after } = await services.db.transaction().execute(async (db) => {
    const start = await count(db);
    const { site } = await siteAndCompany(db, 1);
    await insertInAnsweredChat(db, {
      ...{ siteId: site.id, from: anna.id, to: ben.id, kind: "member", text: "Hello", reply: null, attachment: null },
      ...{ credits: 1, key: randomUUID(), now: services.clock.now() },
    });
    return { before: start, after: await count(db) };
  });
  expect(after).toEqual({ all: before.all + 2, in_place: before.in_place + 2 });
});

type Obstacle = (db: Db, members: { anna: Member; ben: Member; now: Date }) => Promise<unknown>;
const setProfile = (db: Db, { id }: Member, profile: object) =>
  db.updateTable("profiles").set(profile).where("member_id", "=", id).execute();

test.for<[string, string | undefined, Obstacle]>([
  ["nothing", undefined, async () => {}],
  [
    "the author is muted",
    "muted",
    (db, { anna, now }) => setProfile(db, anna, { muted_until: new Date(now.getTime() + dayMs) }),
  ],
  ["the author was muted", undefined, (db, { anna, now }) => setProfile(db, anna, { muted_until: now })],
  ["the author is invisible", undefined, (db, { anna }) => setProfile(db, anna, { invisible: true, listed: false })],
  ["the other is invisible", undefined, (db, { ben }) => setProfile(db, ben, { invisible: true, listed: false })],
  [
    "the other is suspended",
    "profile_not_found",
    async (db, { ben, now }) => {
      await db
        .updateTable("accounts")
        .set({ status: "suspended", suspended_until: new Date(now.getTime() + dayMs) })
        .where("id", "=", ben.id)
        .execute();
      await setProfile(db, ben, { listed: false });
    },
  ],
  [
    "the other blocked the author",
    "blocked",
    (_, { anna, ben }) => ben.client.call(blockMember, { body: { id: anna.id } }),
  ],
  [
    "the credits do not suffice",
    "not_enough_credits",
    (db, { anna }) => db.updateTable("wallets").set({ credits: 0 }).where("member_id", "=", anna.id).execute(),
  ],
])("D6.1 D6.3 in an answered chat: %s", async ([, code, obstruct], { answered, services }) => {
  const [anna, ben] = await answered();
  const messages = () => services.db.selectFrom("messages").select("id").where("author_id", "=", anna.id).execute();
  const before = (await messages()).length;
  await obstruct(services.db, { anna, ben, now: services.clock.now() });
  const key = randomUUID();
  const first = await write(anna, ben, key);
  expect(first.body.error?.code).toBe(code);
  if (code !== undefined) {
    expect((await messages()).length).toBeLessThanOrEqual(before);
    return;
  }
  expect((await write(anna, ben, key)).body).toEqual(first.body);
  expect((await messages()).length).toBe(before + 1);
});

test("D11.1 a fictional profile that the author hides gets no message, also in an answered chat", async ({
  member,
  services,
}) => {
  // one that a program answers for: no one answers for the others
  const ben = await member({ fictional: true, automatic: true });
  const anna = await member({ credits: 20 });
  await write(anna, ben);
  const answered = services.db.updateTable("conversation_members").set({ wrote: true });
  await answered.where("member_id", "=", ben.id).execute();
  expect((await write(anna, ben)).status).toBe(200);
  await setProfile(services.db, anna, { hides_fictional: true });
  expect((await write(anna, ben)).body.error?.code).toBe("profile_not_found");
  // nor does one from the profile reach the member who hides it
  expect((await write(ben, anna)).body.error?.code).toBe("hidden_from_them");
});
