import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { expect, type Fixtures, test } from "#server/test.ts";

const run = async (services: Fixtures["services"], name: string) => {
  const job = allJobs.find((one) => one.name === name);
  // twice: the second run changes nothing more
  for (let times = 0; times < 2; times += 1) await job?.run(services, {});
};
const ago = ({ clock }: Fixtures["services"], days: number) => new Date(clock.now().getTime() - days * dayMs);

test("D11.2 statements go after two years, not while a measure, an objection or a closed account needs them", async ({
  services,
  member,
}) => {
  const { db } = services;
  const ben = await member();
  const add = async (days: number, decision: string, more: object = {}) => {
    const statement = { site_id: ben.siteId, member_id: ben.id, decision_id: randomUUID(), side: "owner", decision };
    const { id } = await db
      .insertInto("statements")
      .values({ ...statement, created_at: ago(services, days), ...more })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const objected = { objection: "No", objected_at: ago(services, 740) };
  const answered = { ...objected, upheld: false, answer: "Yes" };
  await add(731, "warned");
  await add(900, "warned", { ...answered, answered_at: ago(services, 366) });
  await add(900, "suspended", { until: ago(services, 1) });
  const stay = [
    await add(729, "warned"),
    await add(900, "banned"),
    await add(900, "warned", objected),
    await add(900, "warned", { ...answered, answered_at: ago(services, 364) }),
    await add(900, "suspended", { until: ago(services, -1) }),
  ];
  await run(services, "purge-old-rows");
  const left = await db.selectFrom("statements").select("id").where("member_id", "=", ben.id).execute();
  expect(left.map(({ id }) => id).sort()).toEqual(stay.sort());
});

test("D8.2 D12.1 hashes of rejected photos go after five years, the outbox after 30 days", async ({
  services,
  siteIds,
}) => {
  const { db } = services;
  const [site_id] = siteIds;
  for (const days of [5 * 365 + 1, 5 * 365 - 1]) {
    const body_hash = Buffer.from(String(days));
    const rejected = { site_id, body_hash, decision_id: randomUUID(), rejected_at: ago(services, days) };
    await db.insertInto("rejected_photos").values(rejected).execute();
  }
  for (const days of [31, 29]) {
    const message = { site_id, channel: "mail", recipient: "a@example.org", subject: String(days), body_text: "" };
    await db
      .insertInto("outbox")
      .values({ ...message, created_at: ago(services, days) })
      .execute();
  }
  await run(services, "purge-old-rows");
  const hashes = await db.selectFrom("rejected_photos").select("body_hash").execute();
  expect(hashes.map(({ body_hash }) => body_hash?.toString())).toEqual([String(5 * 365 - 1)]);
  expect(await db.selectFrom("outbox").select("subject").execute()).toEqual([{ subject: "29" }]);
});

test("D11.4 staff leave nothing behind: sessions, invitations, claims, and in the end their login", async ({
  services,
}) => {
  const { db } = services;
  const add = async (email: string, enabled: boolean, days: number) => {
    const secrets = enabled ? { password_hash: "x", totp_secret: Buffer.from("x") } : {};
    const row = { email, name: email, role: "support", enabled, created_at: ago(services, days), ...secrets };
    return (await db.insertInto("staff").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };
  const here = await add("here@example.org", true, 2000);
  const named = await add("named@example.org", false, 2000);
  // an entry refers to this one, whose name goes all the same
  await add("left@example.org", false, 2000);
  const lately = await add("lately@example.org", false, 100);
  const entry = { staff_id: named, role: "support", action: "x", at: ago(services, 10) };
  await db.insertInto("audit_log").values(entry).execute();
  for (const days of [1, -1]) {
    const ends = { staff_id: here, expires_at: ago(services, days) };
    const session = { ...ends, created_at: ago(services, 2), used_at: ago(services, 2), user_agent: "x" };
    await db
      .insertInto("staff_sessions")
      .values({ ...session, token_hash: Buffer.from(`${days}`) })
      .execute();
    await db
      .insertInto("staff_claims")
      .values({ queue: "photos", item: randomUUID(), staff_id: here, until: ago(services, days) })
      .execute();
  }
  const invited = { staff_id: lately, expires_at: ago(services, 1), token_hash: Buffer.from("x") };
  await db.insertInto("staff_invitations").values(invited).execute();
  for (const name of ["purge-old-rows", "purge-audit-log"]) await run(services, name);
  const count = async (table: "staff_sessions" | "staff_claims" | "staff_invitations") =>
    (await sql`select from ${sql.table(table)}`.execute(db)).rows.length;
  expect([await count("staff_sessions"), await count("staff_claims"), await count("staff_invitations")]).toEqual([
    1, 1, 0,
  ]);
  const staff = await db.selectFrom("staff").select(["id", "name", "email"]).where("name", "<>", "former").execute();
  expect(staff.map(({ id }) => id).sort()).toEqual([here, lately].sort());
  expect(await db.selectFrom("staff").select("id").where("email", "like", "left@%").execute()).toEqual([]);
});

test("D11.4 audit entries go after five years, the oldest first; the rest is still a chain, and later entries join it", async ({
  given,
}) => {
  const { services } = given;
  const { db } = services;
  const write = (action: string, days: number) =>
    db
      .insertInto("audit_log")
      .values({ action, at: ago(services, days) })
      .execute();
  const check = async () => {
    await run(services, "verify-audit-log");
    const last = db.selectFrom("audit_checks").select("broken_id").orderBy("id", "desc").limit(1);
    return (await last.executeTakeFirstOrThrow()).broken_id;
  };
  const actions = async () =>
    (await db.selectFrom("audit_log").select("action").orderBy("id").execute()).map(({ action }) => action);
  await db.transaction().execute(async (trx) => {
    await sql`alter table audit_log disable trigger user`.execute(trx);
    await sql`delete from audit_log`.execute(trx);
    await sql`delete from audit_checks`.execute(trx);
    await sql`alter table audit_log enable trigger user`.execute(trx);
  });
  await write("first", 5 * 366 + 3);
  await write("second", 5 * 366 + 2);
  await write("third", 100);
  // its time is wrong, but it stands behind a newer one
  await write("fourth", 5 * 366 + 2);
  expect(await check()).toBeNull();
  await expect(sql`delete from audit_log where action = 'second'`.execute(db)).rejects.toThrow("append-only");
  await expect(sql`delete from audit_log where action = 'third'`.execute(db)).rejects.toThrow("append-only");
  await run(services, "purge-audit-log");
  expect(await actions()).toEqual(["third", "fourth"]);
  expect(await check()).toBeNull();
  await write("fifth", 0);
  expect(await check()).toBeNull();
  // a row that was taken off the beginning is missed
  await db.transaction().execute(async (trx) => {
    await sql`alter table audit_log disable trigger user`.execute(trx);
    await sql`delete from audit_log where action = 'third'`.execute(trx);
    await sql`alter table audit_log enable trigger user`.execute(trx);
  });
  expect(await check()).not.toBeNull();
});
