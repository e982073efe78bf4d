import { randomUUID } from "node:crypto";
import { getChats } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { blockMember, unblockMember } from "#contract/moderation.ts";
import { getMemberFile, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { siteAndCompany, toSite } from "#server/features/sites/index.ts";
import { readMemberTable } from "#server/member-data.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import type { AuthorKind } from "../draft.ts";
import { memberData } from "../member-data.ts";
import { sendMessage as sendFromProgram } from "../send-message.ts";
import { creditsOf, decline, give, sendPicture, settle, show, write } from "./test-promised.ts";

type Services = Fixtures["services"];
type Staff = Awaited<ReturnType<typeof staffMember>>;

const test = base
  /** Two members; the first one wrote to the second. */
  .extend("written", { scope: "file" }, ({ pair }) => async () => {
    const [anna, ben] = await pair();
    const { conversation } = (await write(anna, ben)).body;
    return { anna, ben, conversation: conversation.id };
  });

const fileOf = async (by: Staff, { id }: Member) =>
  (await by.client.call(getMemberFile, { query: { id } })).body.member.version;
async function ban(by: Staff, member: Member) {
  const measure = { measure: "banned", days: 7, ground: "harassment", words: "Rude" } as const;
  const body = { id: member.id, version: await fileOf(by, member), ...measure };
  expect((await by.client.call(sanctionMember, { body })).status).toBe(200);
}
async function lift(by: Staff, member: Member) {
  const body = { id: member.id, version: await fileOf(by, member), words: "A mistake" };
  expect((await by.client.call(restoreMember, { body })).status).toBe(200);
}
async function sendAs(services: Services, from: Member, to: Member, kind: AuthorKind) {
  const { db, clock } = services;
  const { site: row } = await siteAndCompany(db, from.siteId);
  const ctx = { db, site: toSite(services, row), now: clock.now(), emit: () => undefined };
  await sendFromProgram(ctx, { from: from.id, to: to.id, text: "I am away", key: randomUUID(), kind });
}

test("R10.01 an answer in the last moment of the promise counts, one a millisecond later does not", async ({
  written,
  services,
}) => {
  for (const late of [0, 1]) {
    const { anna, ben } = await written();
    services.clock.advance(7 * dayMs);
    // the time is not over: the job finds nothing
    await settle(services);
    expect(await creditsOf(services, anna)).toBe(19);
    services.clock.advance(late);
    await write(ben, anna);
    services.clock.advance(1);
    await settle(services);
    expect(await creditsOf(services, anna)).toBe(19 + late);
  }
});

test("R10.01 a “No, thanks” to a banned author gives nothing back; nor does the deadline, unless the ban was a mistake", async ({
  written,
  services,
  given,
}) => {
  for (const declined of [false, true]) {
    const { anna, ben, conversation } = await written();
    await ban(await staffMember(given), anna);
    if (declined) expect((await decline(ben, conversation)).status).toBe(200);
    services.clock.advance(7 * dayMs + 1);
    await settle(services);
    expect(await creditsOf(services, anna)).toBe(19);
    await lift(await staffMember(given), anna);
    await Promise.all([settle(services), settle(services)]);
    expect(await creditsOf(services, anna)).toBe(20);
  }
});

test("R10.01 a “No, thanks” still stands after its author was blocked and unblocked: nothing is sent or paid", async ({
  written,
  services,
}) => {
  const { anna, ben, conversation } = await written();
  await decline(ben, conversation);
  await anna.client.call(blockMember, { body: { id: ben.id } });
  await anna.client.call(unblockMember, { body: { id: ben.id } });
  for (const send of [write, give, sendPicture]) {
    const { status, body } = await send(anna, ben, { without_promise: true });
    expect([status, body.error?.code]).toEqual([403, "chat_closed"]);
  }
  expect(await creditsOf(services, anna)).toBe(20);
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
  // the one who said it may begin anew
  expect((await write(ben, anna)).status).toBe(200);
  expect((await write(anna, ben)).status).toBe(200);
});

test("R6.07 R10.01 the author’s data tell no block from silence or an answer, before the deadline and after", async ({
  written,
  services,
}) => {
  const table = memberData.find(({ part }) => part === "answer_promises");
  if (!table || !("table" in table)) throw new Error("no table");
  const dataOf = async ({ id }: Member) => {
    const [row] = await readMemberTable(services.db, table, id);
    const { recipient_id, conversation_id, sent_at, due_at, ended_at, ...rest } = row ?? {};
    return { ...rest, ended: ended_at === null ? null : Number(ended_at) - Number(due_at) };
  };
  for (const answered of [false, true]) {
    const [one, other] = [await written(), await written()];
    if (answered) for (const { anna, ben } of [one, other]) await write(ben, anna);
    services.clock.advance(dayMs);
    await one.ben.client.call(blockMember, { body: { id: one.anna.id } });
    expect(await dataOf(one.anna)).toEqual(await dataOf(other.anna));
    services.clock.advance(7 * dayMs);
    await settle(services);
    expect(await dataOf(one.anna)).toEqual({ ...(await dataOf(other.anna)) });
    expect(await creditsOf(services, one.anna)).toBe(answered ? 19 : 20);
  }
});

test("R10.01 a like, an automatic reply and an operator are no answers, nor is what a fictional profile sends", async ({
  member,
  services,
}) => {
  for (const kind of ["like", "automatic", "operator"] as const) {
    for (const fictional of [false, true]) {
      const [anna, ben] = [await member({ credits: 20 }), await member({ fictional, credits: 5 })];
      expect((await show(anna, ben)).promise).toEqual(fictional ? null : { state: "offered", days: 7 });
      await write(anna, ben);
      if (kind === "like") await ben.client.call(likeMember, { body: { id: anna.id } });
      else await sendAs(services, ben, anna, kind);
      services.clock.advance(7 * dayMs + 1);
      await settle(services);
      expect(await creditsOf(services, anna)).toBe(20);
    }
  }
});

test("R10.01 a second account that never answers gains nothing: all that came back is what was paid", async ({
  member,
  services,
}) => {
  const anna = await member({ credits: 20, premium: true });
  services.clock.advance(10 * dayMs);
  for (let week = 0; week < 3; week += 1) {
    for (let count = 0; count < 4; count += 1) await write(anna, await member(), {}, `Week ${week}, number ${count}`);
    services.clock.advance(7 * dayMs + 1);
    await Promise.all([settle(services), settle(services)]);
    expect(await creditsOf(services, anna)).toBe(20);
  }
  const { rows } = await services.pool.query(
    "select sum(amount)::int as sum from ledger where member_id = $1 and cause in ('message', 'no_answer')",
    [anna.id],
  );
  expect(rows).toEqual([{ sum: 0 }]);
});

test("R10.01 an author whose account was deleted and restored meanwhile has the credits", async ({
  written,
  services,
}) => {
  const { anna } = await written();
  const account = services.db.updateTable("accounts").where("id", "=", anna.id);
  await account.set({ status: "deleted", deleted_at: services.clock.now() }).execute();
  services.clock.advance(7 * dayMs + 1);
  await settle(services);
  await account.set({ status: "active", deleted_at: null }).execute();
  expect(await creditsOf(services, anna)).toBe(20);
});

test("R10.01 what was promised holds when the site’s days change, and when the clock is set back", async ({
  written,
  pair,
  services,
  siteHas,
}) => {
  const change = async (days: number) => {
    await siteHas({ answer_days: days });
  };
  const open: (Awaited<ReturnType<typeof written>> & { until: string })[] = [];
  for (const days of [0, 1, 13]) {
    const until = new Date(services.clock.now().getTime() + 7 * dayMs).toISOString();
    open.push({ ...(await written()), until });
    await change(days);
    for (const { anna, ben, ...each } of open) {
      expect((await show(anna, ben)).promise).toMatchObject({ state: "waiting", until: each.until });
    }
    const [eva, max] = await pair();
    expect((await show(eva, max)).promise).toEqual(days === 0 ? null : { state: "offered", days });
    await change(7);
  }
  // a message is never earlier than the one before it, so an answer under a wrong clock is no earlier either
  services.clock.advance(-30 * dayMs);
  await settle(services);
  const [answered, ...silent] = open;
  if (answered) await write(answered.ben, answered.anna);
  services.clock.advance(37 * dayMs);
  await change(0);
  await settle(services);
  for (const { anna } of silent) expect(await creditsOf(services, anna)).toBe(20);
  if (answered) expect(await creditsOf(services, answered.anna)).toBe(19);
});
