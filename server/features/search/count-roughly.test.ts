import { getMemberCounts } from "#contract/members.ts";
import { expect } from "#server/test.ts";
import { test } from "./test-search.ts";

test("R2.03 D11.1 the counts of landers are rounded down, and leave out the fictional, the hidden and other sites; a program was never here", async ({
  people,
  member,
  services,
  siteIds,
  visitor,
  siteHas,
}) => {
  for (let number = 0; number < 13; number += 1) await people.woman({ interests: ["sushi"] });
  for (let number = 0; number < 9; number += 1) await people.man("Shy", { interests: ["sushi"], confirmed: false });
  for (let number = 0; number < 9; number += 1) await people.woman({ interests: ["sushi"], fictional: true });
  for (let number = 0; number < 9; number += 1)
    await member({ interests: ["sushi"], siteId: siteIds[1], country: "DE" });
  await people.man("Ben", { interests: ["theater", "sex_toys"] });
  const { status, body } = await visitor().call(getMemberCounts, { query: { country: "DE" } });
  expect(status).toBe(200);
  expect(body.interests).toMatchObject({ sushi: 10, theater: 1 });
  expect(Object.keys(body.interests)).not.toContain("sex_toys");
  expect(body.regions["DE-BE"]).toBe(10);
  expect([body.members, body.lately]).toEqual([10, 10]);
  for (let number = 0; number < 11; number += 1) await people.woman({ automatic: true });

  await people.woman({ interests: ["sushi"] });
  for (let number = 0; number < 6; number += 1) await people.woman({ interests: ["sushi"] });
  services.clock.advance(11 * 60_000);
  expect((await visitor().call(getMemberCounts, { query: {} })).body).toMatchObject({ members: 30, lately: 20 });
  expect((await visitor().call(getMemberCounts, { query: { country: "DE" } })).body.interests.sushi).toBe(20);
  expect((await visitor().call(getMemberCounts, { query: { country: "FR" } })).body.regions).toEqual({});

  await siteHas({ logged_out_search: "none" });
  const refused = await visitor().call(getMemberCounts, { query: {} });
  expect([refused.status, refused.body.error?.code]).toEqual([403, "authentication_required"]);
});
