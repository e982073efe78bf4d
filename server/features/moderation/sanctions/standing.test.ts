import { getMemberFile, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { repeatStates } from "#server/features/privacy/index.ts";
import { expect, test } from "#server/test.ts";

test("D11.4 measures of staff outlive a restored database, and lifted ones stay lifted", async ({
  given,
  member,
  services,
}) => {
  const { db, clock, files } = services;
  const { client: staff } = await staffMember(given, "admin");
  const [anna, ben, eva] = [await member(), await member(), await member()];
  const versionOf = async (id: string) => (await staff.call(getMemberFile, { query: { id } })).body.member.version;
  const take = async (id: string, measure: "muted" | "suspended" | "banned") => {
    const body = {
      id,
      version: await versionOf(id),
      measure,
      days: 7 as const,
      ground: "harassment" as const,
      words: "Be kind.",
    };
    expect((await staff.call(sanctionMember, { body })).status).toBe(200);
    await services.jobs.drain(services);
    clock.advance(1_000);
  };
  const states = async () =>
    await db
      .selectFrom("accounts")
      .innerJoin("profiles", "member_id", "accounts.id")
      .select(["accounts.id", "status", "listed", "suspended_until", "muted_until"])
      .where("accounts.id", "in", [anna.id, ben.id, eva.id])
      .orderBy("accounts.id")
      .execute();
  // before the restored moment
  await take(eva.id, "suspended");
  const earlier = await states();
  const since = clock.now();
  clock.advance(1_000);
  await take(anna.id, "muted");
  await take(anna.id, "banned");
  await take(ben.id, "suspended");
  const words = { id: eva.id, version: await versionOf(eva.id), words: "Why" };
  expect((await staff.call(restoreMember, { body: words })).status).toBe(200);
  await services.jobs.drain(services);
  const later = await states();
  expect(later.map(({ status }) => status).toSorted()).toEqual(["active", "banned", "suspended"]);
  expect([...files.stored.keys()].join()).not.toContain(anna.id);

  // the database of that moment
  for (const { id, listed, muted_until, ...account } of earlier) {
    await db
      .updateTable("accounts")
      .set({ ...account, banned_at: null })
      .where("id", "=", id)
      .execute();
    await db.updateTable("profiles").set({ listed, muted_until }).where("member_id", "=", id).execute();
  }
  await db.deleteFrom("banned_addresses").execute();
  expect(await repeatStates(db, files, since, clock.now())).toEqual({
    departures: 0,
    measures: 3,
    consents: 0,
  });
  expect(await states()).toEqual(later);
  expect(await db.selectFrom("banned_addresses").select("site_id").execute()).toHaveLength(1);
  // again it changes nothing
  expect(await repeatStates(db, files, since, clock.now())).toEqual({
    departures: 0,
    measures: 0,
    consents: 0,
  });
});
