import { signUp } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { savePreferences } from "#contract/match-finder.ts";
import { getSignupMatches } from "#contract/members.ts";
import { blockMember } from "#contract/moderation.ts";
import { saveProfile } from "#contract/profiles.ts";
import type { MemberInput } from "#demo/factories.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { test as base, expect } from "#server/test.ts";

const potsdam = 2_852_458;
const munich = 2_867_714;

const test = base
  /** A woman of 32 in Berlin, just signed up, who looks for men. */
  .extend("newcomer", { scope: "file" }, ({ visitor }) => {
    let count = 0;
    return async (form: Partial<ReturnType<typeof signupForm>> = {}) => {
      count += 1;
      const client = visitor();
      const body = signupForm({ name: `New ${count}`, email: `new${count}@example.org`, ...form });
      const { user } = (await client.call(signUp, { body })).body;
      const meets = async () => (await client.call(getSignupMatches)).body.members.map((member) => member.name);
      return { client, id: user.id, meets };
    };
  })
  /** By default a man of her age in Berlin with a photo, active just now, who looks for women. */
  .extend("man", { scope: "file" }, ({ member }) => {
    let count = 0;
    return (name: string, overrides: Partial<MemberInput> = {}) => {
      count += 1;
      return member({
        name: `${name} ${count}`,
        country: "DE",
        gender: "male",
        sexuality: "hetero",
        dateOfBirth: "1994-05-17",
        photo: true,
        ...overrides,
      });
    };
  })
  .extend("days", { scope: "file" }, ({ services }) => (ago: number) => {
    return { lastActiveAt: new Date(services.clock.now().getTime() - ago * dayMs) };
  });
test.beforeEach(({ services }) => services.db.updateTable("profiles").set({ listed: false }).execute());

test("D3.7 D4.1 a new member meets members with a photo who fit both ways, even before confirming", async ({
  services,
  siteIds,
  man,
  newcomer,
}) => {
  const fits = await man("fits");
  await man("no photo", { photo: false });
  await man("looks for men", { sexuality: "gay" });
  await man("a woman", { gender: "female", sexuality: "bi" });
  await man("not confirmed", { confirmed: false });
  await man("elsewhere", { siteId: siteIds[1] });
  const inspected = await man("inspected");
  await services.db.updateTable("photos").set({ status: "inspection" }).where("member_id", "=", inspected.id).execute();
  const anna = await newcomer();
  expect(await anna.meets()).toEqual([fits.name]);
  const [card] = (await anna.client.call(getSignupMatches)).body.members;
  expect(card).toMatchObject({
    fictional: false,
    distance: 0,
    age: 32,
    main_image: { status: "active" },
    new: true,
    liked: false,
  });
});

test("D3.7 if no one who fits shows a photo, those without one are met", async ({ man, newcomer }) => {
  const plain = await man("no photo", { photo: false });
  await man("looks for men", { photo: false, sexuality: "gay" });
  const anna = await newcomer();
  expect(await anna.meets()).toEqual([plain.name]);
});

test("D3.7 D4.4 they are sorted near before far, then by the percentage on the cards, then by last activity", async ({
  man,
  newcomer,
  days,
}) => {
  const far = await man("far", { cityId: munich });
  const older = await man("older", { dateOfBirth: "1981-05-17" });
  const away = await man("away", days(20));
  const best = await man("best");
  const near = await man("near", { cityId: potsdam });
  const anna = await newcomer();
  // near before far: two of her age in Berlin, one in Potsdam, and beyond them one in Munich, then one of another age
  expect(await anna.meets()).toEqual([best, away, near, far, older].map((member) => member.name));
  const cards = (await anna.client.call(getSignupMatches)).body.members;
  expect(cards.map((card) => [card.match_percentage, card.beyond])).toEqual(
    cards.map(({ name }) => [null, name === far.name || name === older.name]),
  );
  await anna.client.call(savePreferences, { body: { prefers_distance: 25 } });
  expect(await anna.meets()).toEqual([best, away, near, far, older].map((member) => member.name));
});

test("D3.7 while no ages are wished for, the closest in age come first, and a wish replaces what is assumed", async ({
  man,
  newcomer,
}) => {
  const old = await man("old", { dateOfBirth: "1964-05-17" });
  const older = await man("older", { dateOfBirth: "1981-05-17" });
  const farAndOlder = await man("far and older", { cityId: munich, dateOfBirth: "1985-05-17" });
  const near = await man("near", { cityId: potsdam });
  const anna = await newcomer();
  expect(await anna.meets()).toEqual([near, older, farAndOlder, old].map((member) => member.name));
  await anna.client.call(savePreferences, { body: { prefers_min_age: 25, prefers_max_age: 70 } });
  expect((await anna.meets()).at(-1)).toBe(farAndOlder.name);
});

test("D3.7 D11.7 people come before programs, even if they live further away", async ({ man, newcomer }) => {
  const program = await man("program", { automatic: true });
  const far = await man("far", { cityId: munich });
  expect(await (await newcomer()).meets()).toEqual([far.name, program.name]);
});

test("D3.7 at most twelve are shown", async ({ man, newcomer }) => {
  for (let number = 0; number < 30; number += 1) await man("crowd");
  expect(await (await newcomer()).meets()).toHaveLength(12);
});

test("D11.1 fictional profiles come last, labelled, and not at all for a member who hides them", async ({
  man,
  newcomer,
  days,
}) => {
  const fictional = await man("fictional", { fictional: true });
  const far = await man("far", { cityId: munich, dateOfBirth: "1970-05-17", ...days(60) });
  const anna = await newcomer();
  expect(await anna.meets()).toEqual([far.name, fictional.name]);
  const cards = (await anna.client.call(getSignupMatches)).body.members;
  expect(cards.map((card) => card.fictional)).toEqual([false, true]);
  await anna.client.call(saveProfile, { body: { hides_fictional: true } });
  expect(await anna.meets()).toEqual([far.name]);
});

test("D3.7 without a town it is the country first, then anywhere", async ({ man, newcomer, days }) => {
  const german = await man("german", days(1));
  const dutch = await man("dutch", { country: "NL" });
  const townless = await man("townless", { cityId: null });
  expect(await (await newcomer({ city_id: undefined, country: "DE" })).meets()).toEqual([
    townless.name,
    german.name,
    dutch.name,
  ]);
});

test("R6.07 D4.6 no blocked and no invisible member is among them", async ({ man, newcomer }) => {
  const seen = await man("seen");
  const [blocked, invisible] = [await man("blocked"), await man("invisible")];
  const anna = await newcomer();
  expect(await anna.meets()).toHaveLength(3);
  const block = await anna.client.call(blockMember, { body: { id: blocked.id } });
  expect(block.status).toBe(200);
  await invisible.client.call(saveProfile, { body: { invisible: true } });
  expect(await anna.meets()).toEqual([seen.name]);
});

test("R6.03 matches are for members", async ({ client }) => {
  expect((await client.call(getSignupMatches)).status).toBe(403);
});
