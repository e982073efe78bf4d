import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { sendMessage } from "#contract/chat.ts";
import { getFraudWarning } from "#contract/fraud-warnings.ts";
import { getMemberFile, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { getUpdates } from "#contract/updates.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect, type Fixtures, type Member } from "#server/test.ts";
import { sanctionMember as sanction } from "../sanctions/sanction-member.ts";
import { warnContacts, withdrawWarnings } from "./warn-contacts.ts";

type Services = Fixtures["services"];

const test = base
  .extend("mia", ({ given }) => staffMember(given, "moderator"))
  /** A member, and others who wrote to them. */
  .extend("fraudWith", { scope: "file" }, ({ member }) => async (count: number) => {
    const fraud = await member();
    const writers: Member[] = [];
    for (let at = 0; at < count; at += 1) {
      const writer = await member({ credits: 5 });
      const body = { member: fraud.id, text: `Hello ${at}` };
      await writer.client.call(sendMessage, { body }, { key: randomUUID() });
      writers.push(writer);
    }
    return { fraud, writers };
  });
type Staff = Awaited<ReturnType<typeof staffMember>>;

const fileOf = async (by: Staff, id: string) => (await by.client.call(getMemberFile, { query: { id } })).body;
async function ban(by: Staff, { id }: Member) {
  const measure = { measure: "banned", days: 7, ground: "scam", words: "For money." } as const;
  const body = { id, version: (await fileOf(by, id)).member.version, ...measure };
  expect((await by.client.call(sanctionMember, { body })).status).toBe(200);
}
/** A decision on another report, beside those that stand. */
async function banBeside({ services }: Pick<Fixtures, "services">, { id }: Member, ground: "scam" | "harassment") {
  const decision = {
    measure: "banned",
    length: 7,
    ground,
    words: "",
    staffId: null,
    decisionId: randomUUID(),
  } as const;
  await services.db.transaction().execute(async (db) => {
    const ctx = { db, services, now: services.clock.now(), emit: () => undefined, invalidateSessions: () => undefined };
    await sanction(ctx, { memberId: id, ...decision });
  });
}
async function lift(by: Staff, services: Services, { id }: Member, ground?: "scam" | "harassment") {
  const { version } = (await fileOf(by, id)).member;
  const found = services.db.selectFrom("statements").select("id").where("member_id", "=", id);
  const decision =
    ground && (await found.where("ground", "=", ground).where("lifted_at", "is", null).executeTakeFirstOrThrow()).id;
  const body = { id, version, words: "A mistake", ...(decision && { decision }) };
  expect((await by.client.call(restoreMember, { body })).status).toBe(200);
}
const kindsOf = async ({ client }: Member) =>
  (await client.call(getUpdates)).body.updates.map(({ kind }) => kind).toReversed();

test("R10.02 a ban for fraud is lifted while one for something else stands: the told ones learn it, and no one else is told", async ({
  fraudWith,
  services,
  mia,
  mails,
}) => {
  const { fraud, writers } = await fraudWith(2);
  const [anna, eva] = writers as [Member, Member];
  await ban(mia, fraud);
  await services.jobs.drain(services);
  await banBeside({ services }, fraud, "harassment");
  await lift(mia, services, fraud, "scam");
  await services.jobs.drain(services);
  for (const writer of [anna, eva]) expect(await kindsOf(writer)).toEqual(["fraud", "fraud_lifted"]);
  // the profile is not back
  const lifted = (await mails(anna.email)).find(({ subject }) => subject.includes("mistake"));
  expect(lifted?.html).toContain("You keep any credits you got back.");
  expect(lifted?.html).not.toContain("is back");
  const path = (await anna.client.call(getUpdates)).body.updates[0]?.path ?? "";
  const { warning } = (await anna.client.call(getFraudWarning, { query: { id: path.split("/").at(-1) ?? "" } })).body;
  expect([warning.lifted, warning.credits]).toEqual([true, 1]);
  // a worker that was killed finds its job again
  await warnContacts.run(services, {
    memberId: fraud.id,
    decisionId: await decisionOf(services, fraud),
    ground: "scam",
  });
  for (const writer of [anna, eva]) expect(await kindsOf(writer)).toEqual(["fraud", "fraud_lifted"]);
});

test("R10.02 a warning whose mail still waits when the ban is lifted is not mailed after all", async ({
  fraudWith,
  services,
  mia,
  mails,
}) => {
  const { fraud, writers } = await fraudWith(1);
  const [anna] = writers as [Member];
  await ban(mia, fraud);
  const decisionId = await decisionOf(services, fraud);
  await warnContacts.run(services, { memberId: fraud.id, decisionId, ground: "scam" });
  await lift(mia, services, fraud);
  await withdrawWarnings.run(services, { memberId: fraud.id });
  expect((await mails(anna.email)).map(({ subject }) => subject)).toEqual(["Rendezvous: our warning was a mistake"]);
  expect(await kindsOf(anna)).toEqual(["fraud", "fraud_lifted"]);
});

const decisionOf = async ({ db }: Services, { id }: Member) => {
  const bans = db
    .selectFrom("statements")
    .select("decision_id")
    .where("member_id", "=", id)
    .where("ground", "=", "scam");
  return (await bans.orderBy("id").executeTakeFirstOrThrow()).decision_id;
};

test("R10.02 of two bans for fraud one is lifted: the warnings stand", async ({ fraudWith, services, mia }) => {
  const { fraud, writers } = await fraudWith(1);
  const [anna] = writers as [Member];
  await ban(mia, fraud);
  await services.jobs.drain(services);
  await banBeside({ services }, fraud, "scam");
  await services.jobs.drain(services);
  const first = await decisionOf(services, fraud);
  const statement = services.db.selectFrom("statements").select("id").where("decision_id", "=", first);
  const { id: decision } = await statement.where("side", "=", "owner").executeTakeFirstOrThrow();
  const body = { id: fraud.id, version: (await fileOf(mia, fraud.id)).member.version, words: "A mistake", decision };
  expect((await mia.client.call(restoreMember, { body })).status).toBe(200);
  await services.jobs.drain(services);
  expect(await kindsOf(anna)).toEqual(["fraud"]);
});

test("R10.02 a ban that is lifted and issued again is told again, and pays nothing twice", async ({
  fraudWith,
  services,
  mia,
}) => {
  const { fraud, writers } = await fraudWith(3);
  await ban(mia, fraud);
  await services.jobs.drain(services);
  await lift(mia, services, fraud);
  await services.jobs.drain(services);
  await ban(mia, fraud);
  await Promise.all([services.jobs.drain(services), services.jobs.drain(services)]);
  for (const writer of writers) {
    expect(await kindsOf(writer)).toEqual(["fraud", "fraud_lifted", "fraud"]);
    expect(await balanceOf(services.db, writer.id)).toBe(5);
  }
  // lifted and issued again before any job ran: nothing has changed for those who were told
  await lift(mia, services, fraud);
  await ban(mia, fraud);
  await withdrawWarnings.run(services, { memberId: fraud.id });
  await services.jobs.drain(services);
  for (const writer of writers) expect(await kindsOf(writer)).toEqual(["fraud", "fraud_lifted", "fraud"]);
});

test("R10.02 a warning waits for a ban that is being lifted, and is not given", async ({ fraudWith, services }) => {
  const { fraud, writers } = await fraudWith(1);
  const [anna] = writers as [Member];
  await banBeside({ services }, fraud, "harassment");
  const { warning } = await services.db.transaction().execute(async (db) => {
    await db.updateTable("accounts").set({ status: "active", banned_at: null }).where("id", "=", fraud.id).execute();
    const warned = warnContacts.run(services, { memberId: fraud.id, decisionId: randomUUID(), ground: "scam" });
    await untilWaiting(services.db);
    return { warning: warned };
  });
  await warning;
  await withdrawWarnings.run(services, { memberId: fraud.id });
  expect(await kindsOf(anna)).toEqual([]);
  expect(await balanceOf(services.db, anna.id)).toBe(4);
});

test("R10.02 a member who can’t be warned stops no one else from being told and paid back", async ({
  fraudWith,
  services,
}) => {
  const { fraud, writers } = await fraudWith(4);
  const broken = writers.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0]?.id ?? "";
  await banBeside({ services }, fraud, "harassment");
  await services.db.deleteFrom("wallets").where("member_id", "=", broken).execute();
  const run = () => warnContacts.run(services, { memberId: fraud.id, decisionId: randomUUID(), ground: "scam" });
  await expect(run()).rejects.toThrow("a member was not warned of a fraud: 1 of");
  for (const writer of writers.filter(({ id }) => id !== broken)) {
    expect(await kindsOf(writer)).toEqual(["fraud"]);
    expect(await balanceOf(services.db, writer.id)).toBe(5);
  }
});

test("R10.02 if the process that warns or withdraws is killed, another takes over after half a minute", async ({
  services,
}) => {
  const { rows } = await sql`select name, heartbeat_seconds from pgboss.queue
    where name = any(${[warnContacts.name, withdrawWarnings.name]}::text[]) order by name`.execute(services.db);
  expect(rows).toEqual([
    { name: "warn-contacts", heartbeat_seconds: 30 },
    { name: "withdraw-warnings", heartbeat_seconds: 30 },
  ]);
});
