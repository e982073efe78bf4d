import { afterAll, beforeAll, expect, test } from "vitest";
import { getCard } from "#contract/members.ts";
import { countGraphemes } from "#contract/text.ts";
import { makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { TestClient } from "#server/http/test-client.ts";
import { beginningOf } from "./rules.ts";

let given: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  given = await testApp();
});
afterAll(() => given.close());

test("R2.01 a visitor who came because of a member reads the beginning of their text, no interests", async () => {
  const siteId = given.siteIds[0] ?? 0;
  const aboutMe = `I sail.\n\n${"On Sundays I mend old clocks. ".repeat(40)}`;
  const { id } = await makeMember(given.services, { siteId, aboutMe, interests: ["bondage", "hiking"] });
  const visitor = new TestClient(given.app);
  expect((await visitor.call(getCard, { query: { id } })).body.about).toBe("");
  await saveSetting(given.services.db, siteId, "logged_out_search", "all");
  given.services.clock.advance(6_000);
  const { body } = await visitor.call(getCard, { query: { id } });
  expect(body.about).toMatch(/^I sail\. On Sundays I mend old clocks\. .+ …$/);
  expect(countGraphemes(body.about)).toBeLessThanOrEqual(242);
  expect(JSON.stringify(body)).not.toMatch(/bondage|hiking/);

  const silent = await makeMember(given.services, { siteId });
  expect((await visitor.call(getCard, { query: { id: silent.id } })).body.about).toBe("");

  await saveSetting(given.services.db, siteId, "visible_profile_fields", ["interests"]);
  given.services.clock.advance(6_000);
  expect((await visitor.call(getCard, { query: { id } })).body.about).toBe("");
});

test("R2.01 the beginning of a text ends after a word, and in one paragraph", () => {
  expect(beginningOf("  Hello \n\n there ")).toBe("Hello there");
  expect(beginningOf("👩‍👩‍👧".repeat(240))).toBe("👩‍👩‍👧".repeat(240));
  expect(beginningOf("x".repeat(300))).toBe(`${"x".repeat(240)} …`);
  expect(beginningOf(`${"word, ".repeat(60)}`)).toMatch(/word …$/);
  expect(beginningOf("")).toBe("");
});
