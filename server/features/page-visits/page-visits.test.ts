import { pageHidden } from "#contract/page-visits.ts";
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
