import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { type Made, makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { forgetViewer, loadKnownViewer } from "./known-viewer.ts";
import type { ViewContext } from "./load-cards.ts";

let given: Awaited<ReturnType<typeof testApp>>;
let anna: Made;
let client: TestClient;
let ctx: ViewContext;
beforeAll(async () => {
  given = await testApp();
});
afterAll(() => given.close());
beforeEach(async () => {
  const { services, siteIds } = given;
  await services.db.updateTable("profiles").set({ listed: false }).execute();
  const siteId = siteIds[0] ?? 0;
  anna = await makeMember(services, { siteId, country: "DE", sexuality: "hetero" });
  client = new TestClient(given.app);
  client.cookies.set("auth", anna.cookie.replace("auth=", ""));
  const viewer = { memberId: anna.id };
  ctx = {
    db: services.db,
    site: { id: siteId } as ViewContext["site"],
    viewer,
    language: "en",
    now: services.clock.now(),
  };
});

const found = async () => (await client.call(searchMembers)).body.members.map((card) => card.name);
/** Changes the setting as another process would. */
const hideFictional = (hides: boolean) =>
  given.services.db.updateTable("profiles").set({ hides_fictional: hides }).where("member_id", "=", anna.id).execute();
const man = (name: string, fictional = false) =>
  makeMember(given.services, {
    ...{ siteId: anna.siteId, country: "DE", gender: "male", sexuality: "hetero", name, fictional },
  });

test("quality: the viewer's profile is cached for five seconds; then another process's change shows", async () => {
  await man("Invented 1", true);
  expect(await found()).toEqual(["Invented 1"]);
  expect((await loadKnownViewer(ctx))?.hides_fictional).toBe(false);
  await hideFictional(true);
  expect((await loadKnownViewer(ctx))?.hides_fictional).toBe(false);
  // cards load the facts themselves, so that no hidden profile shows meanwhile
  expect(await found()).toEqual([]);
  given.services.clock.advance(5_000);
  expect((await loadKnownViewer({ ...ctx, now: given.services.clock.now() }))?.hides_fictional).toBe(true);
});

test("quality: a member's change of their own profile applies to their very next search", async () => {
  await man("Invented 2", true);
  await man("Ben");
  expect((await found()).toSorted()).toEqual(["Ben", "Invented 2"]);
  await client.call(saveProfile, { body: { hides_fictional: true } });
  expect(await found()).toEqual(["Ben"]);
  await client.call(saveProfile, { body: { hides_fictional: false } });
  expect((await found()).toSorted()).toEqual(["Ben", "Invented 2"]);
});

test("R6.07 a block shows in the next search of both, and is not counted", async () => {
  const ben = await man("Ben 2");
  const carl = await man("Carl");
  const total = async () => (await client.call(searchMembers)).body.total.count;
  expect(await total()).toBe(2);
  await client.call(blockMember, { body: { id: carl.id } });
  expect([await found(), await total()]).toEqual([["Ben 2"], 1]);
  const other = new TestClient(given.app);
  other.cookies.set("auth", ben.cookie.replace("auth=", ""));
  await other.call(blockMember, { body: { id: anna.id } });
  expect([await found(), await total()]).toEqual([[], 0]);
});

test("quality: a profile that is changed while it is being read is read again by the next search", async () => {
  const reading = loadKnownViewer(ctx);
  forgetViewer(anna.id);
  await reading;
  await hideFictional(true);
  expect((await loadKnownViewer(ctx))?.hides_fictional).toBe(true);
});
