import { pageHidden } from "#contract/page-visits.ts";
import { getResults } from "#contract/results.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { expect, test } from "#server/test.ts";

test("R4.21 a visitor who leaves on the first screen is counted for site, day, screen and network", async ({
  client,
  visitor,
  services,
}) => {
  const bounce = { query: { bounce: "landers-name-slug", network: "meadow" }, body: {} };
  expect((await client.call(pageHidden, bounce)).body).toEqual({ noted: true });
  await client.call(pageHidden, bounce);
  await visitor("127.0.0.1").call(pageHidden, { query: { bounce: "signup" }, body: {} });
  // without `lb` in the address the page does not say where it was
  await client.call(pageHidden, { query: {}, body: {} });
  const rows = await services.db
    .selectFrom("bounces")
    .select(["screen", "network", "visits"])
    .orderBy("site_id")
    .execute();
  expect(rows).toEqual([
    { screen: "landers-name-slug", network: "meadow", visits: 2 },
    { screen: "signup", network: "", visits: 1 },
  ]);
});

test("R4.23 a member's hidden page says when they were last here, and is no bounce", async ({ member, services }) => {
  const anna = await member();
  services.clock.advance(20 * 60_000);
  await anna.client.call(pageHidden, { query: { bounce: "members" }, body: {} });
  const { last_active_at: at } = await services.db
    .selectFrom("profiles")
    .select("last_active_at")
    .where("member_id", "=", anna.id)
    .executeTakeFirstOrThrow();
  expect(at).toEqual(services.clock.now());
  const bounces = await services.db.selectFrom("bounces").selectAll().where("screen", "=", "members").execute();
  expect(bounces).toEqual([]);
});

test("R4.21 bad input: a screen that is no id is refused", async ({ client }) => {
  for (const bounce of ["", "../x", "a".repeat(41), "Ä"]) {
    expect((await client.call(pageHidden, { query: { bounce }, body: {} })).status, bounce).toBe(400);
  }
});

test("R4.21 staff see who left on which screen, by network and within the days, for two years", async ({
  given,
  visitor,
  services,
}) => {
  const { client: admin } = await staffMember(given, "admin");
  const bouncesOf = async (query: { only?: string; from?: string; to?: string } = {}) =>
    (await admin.call(getResults, { query })).body.bounces;
  await services.db.deleteFrom("bounces").execute();
  const leave = (bounce: string, network?: string) =>
    visitor().call(pageHidden, { query: { bounce, ...(network === undefined ? {} : { network }) }, body: {} });
  for (const [bounce, network] of [["index"], ["index"], ["signup", "meadow"]] as const) await leave(bounce, network);
  await visitor("127.0.0.1").call(pageHidden, { query: { bounce: "members" }, body: {} });
  const index = { screen: "index", network: "", visits: 2 };
  const signup = { screen: "signup", network: "meadow", visits: 1 };
  expect(await bouncesOf()).toEqual([index, signup]);
  expect(await bouncesOf({ only: "network:meadow" })).toEqual([signup]);
  expect(await bouncesOf({ only: "network:" })).toEqual([index]);
  expect(await bouncesOf({ from: "2026-11-01", to: "2026-11-02" })).toEqual([]);

  services.clock.advance(731 * 86_400_000);
  await purgeOldRows.run(services, {});
  const count = async () => (await services.db.selectFrom("bounces").selectAll().execute()).length;
  expect(await count()).toBe(3);
  services.clock.advance(86_400_000);
  await purgeOldRows.run(services, {});
  expect(await count()).toBe(0);
});
