import { countGraphemes } from "#contract/measure-text.ts";
import { getCard } from "#contract/members.ts";
import { makeMember } from "#demo/factories.ts";
import { expect, test } from "#server/test.ts";
import { beginningOf } from "./rules.ts";

test("R2.01 a visitor who came because of a member reads the beginning of their text, no explicit interests", async ({
  client,
  services,
  siteIds,
  siteHas,
}) => {
  const siteId = siteIds[0];
  const aboutMe = `I sail.\n\n${"On Sundays I mend old clocks. ".repeat(40)}`;
  const { id } = await makeMember(services, {
    siteId,
    aboutMe,
    interests: ["bondage", "hiking"],
    shownToVisitors: true,
  });
  expect((await client.call(getCard, { query: { id } })).body.about).toBe("");
  await siteHas({ logged_out_search: "all" });
  const { body } = await client.call(getCard, { query: { id } });
  expect(body.about).toMatch(/^I sail\. On Sundays I mend old clocks\. .+ …$/);
  expect(countGraphemes(body.about)).toBeLessThanOrEqual(242);
  expect(body.interests).toEqual(["Hiking"]);
  expect(JSON.stringify(body)).not.toMatch(/bondage/i);

  const silent = await makeMember(services, { siteId, shownToVisitors: true });
  expect((await client.call(getCard, { query: { id: silent.id } })).body.about).toBe("");

  await siteHas({ visible_profile_fields: ["interests"] });
  expect((await client.call(getCard, { query: { id } })).body.about).toBe("");
});

test("R2.01 the beginning of a text ends after a word, and in one paragraph", () => {
  expect(beginningOf("  Hello \n\n there ")).toBe("Hello there");
  expect(beginningOf("👩‍👩‍👧".repeat(240))).toBe("👩‍👩‍👧".repeat(240));
  expect(beginningOf("x".repeat(300))).toBe(`${"x".repeat(240)} …`);
  expect(beginningOf(`${"word, ".repeat(60)}`)).toMatch(/word …$/);
  expect(beginningOf("")).toBe("");
});
