import { searchMembers } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import { test as base, expect } from "#server/test.ts";
import { invalidateViewer, loadCachedViewer, type ViewContext } from "./load-cards.ts";

const test = base
  /** A woman who looks for men, while no other profile is listed. */
  .extend("anna", async ({ member, services }) => {
    await services.db.updateTable("profiles").set({ listed: false }).execute();
    return await member({ country: "DE", sexuality: "hetero" });
  })
  .extend(
    "ctx",
    ({ anna, services }): ViewContext => ({
      db: services.db,
      site: { id: anna.siteId } as ViewContext["site"],
      viewer: { memberId: anna.id },
      language: "en",
      now: services.clock.now(),
    }),
  )
  .extend("found", ({ anna }) => async () => {
    const { members } = (await anna.client.call(searchMembers)).body;
    return members.map((card) => card.name);
  })
  /** Changes the setting as another process would. */
  .extend("hideFictional", ({ anna, services }) => async (hides: boolean) => {
    const profiles = services.db.updateTable("profiles").set({ hides_fictional: hides });
    await profiles.where("member_id", "=", anna.id).execute();
  })
  .extend(
    "man",
    { scope: "file" },
    ({ member }) =>
      (name: string, fictional = false) =>
        member({ country: "DE", gender: "male", sexuality: "hetero", name, fictional }),
  );

test("quality: the viewer's profile is cached for five seconds; then another process's change shows", async ({
  services,
  ctx,
  found,
  hideFictional,
  man,
}) => {
  await man("Invented 1", true);
  expect(await found()).toEqual(["Invented 1"]);
  expect((await loadCachedViewer(ctx))?.hides_fictional).toBe(false);
  await hideFictional(true);
  expect((await loadCachedViewer(ctx))?.hides_fictional).toBe(false);
  // cards load the facts themselves, so that no hidden profile shows meanwhile
  expect(await found()).toEqual([]);
  services.clock.advance(5_000);
  expect((await loadCachedViewer({ ...ctx, now: services.clock.now() }))?.hides_fictional).toBe(true);
});

test("quality: a member's change of their own profile applies to their very next search", async ({
  anna,
  found,
  man,
}) => {
  await man("Invented 2", true);
  await man("Ben");
  expect((await found()).toSorted()).toEqual(["Ben", "Invented 2"]);
  await anna.client.call(saveProfile, { body: { hides_fictional: true } });
  expect(await found()).toEqual(["Ben"]);
  await anna.client.call(saveProfile, { body: { hides_fictional: false } });
  expect((await found()).toSorted()).toEqual(["Ben", "Invented 2"]);
});

test("R6.07 a block shows in the next search of both, and is not counted", async ({ anna, found, man }) => {
  const ben = await man("Ben 2");
  const carl = await man("Carl");
  const total = async () => (await anna.client.call(searchMembers)).body.total.count;
  expect(await total()).toBe(2);
  await anna.client.call(blockMember, { body: { id: carl.id } });
  expect([await found(), await total()]).toEqual([["Ben 2"], 1]);
  await ben.client.call(blockMember, { body: { id: anna.id } });
  expect([await found(), await total()]).toEqual([[], 0]);
});

test("quality: a profile that is changed while it is being read is read again by the next search", async ({
  anna,
  ctx,
  hideFictional,
}) => {
  const reading = loadCachedViewer(ctx);
  invalidateViewer(anna.id);
  await reading;
  await hideFictional(true);
  expect((await loadCachedViewer(ctx))?.hides_fictional).toBe(true);
});
