import { randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { blockMember } from "#contract/moderation.ts";
import type { Db, DbPool } from "#server/db/pool.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import type { Draft } from "./draft.ts";
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
  const eva = await member();
  expect(await statements({ from: anna.id, to: eva.id, text: "Hello" })).toBeGreaterThan(3);
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
  statements,
}) => {
  // one that a program answers for: no one answers for the others
  const ben = await member({ fictional: true, automatic: true });
  const anna = await member({ credits: 20 });
  await write(anna, ben);
  const answered = services.db.updateTable("conversation_members").set({ wrote: true });
  await answered.where("member_id", "=", ben.id).execute();
  expect(await statements({ from: anna.id, to: ben.id, text: "Hello" })).toBe(1);
  await setProfile(services.db, anna, { hides_fictional: true });
  expect((await write(anna, ben)).body.error?.code).toBe("profile_not_found");
  // nor does one from the profile reach the member who hides it
  expect((await write(ben, anna)).body.error?.code).toBe("hidden_from_them");
});
