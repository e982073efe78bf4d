import { getUser, signUp } from "#contract/account.ts";
import { consentVersion } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { setSexuality } from "#contract/profiles.ts";
import { agree } from "#contract/terms.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";

const test = base.extend("announce", { scope: "file" }, ({ services, siteIds }) => async (asks: boolean) => {
  const { db, clock } = services;
  await db.deleteFrom("terms_versions").execute();
  const applies_on = dayOf(new Date(clock.now().getTime() + 31 * dayMs));
  const version = { site_id: siteIds[0], texts: "{}", announced_at: clock.now(), applies_on, asks };
  await db.insertInto("terms_versions").values(version).execute();
  return applies_on;
});

type Client = Awaited<ReturnType<Fixtures["member"]>>["client"];
const asked = async (client: Client) => (await client.call(getUser)).body.user?.to_agree;

test("D11.5 members who agreed to earlier words are asked, and what they agree to is recorded", async ({
  member,
  visitor,
  services,
}) => {
  const { db } = services;
  const anna = await member();
  expect(await asked(anna.client)).toEqual({ consent: false, terms: null });
  const profile = db.updateTable("profiles").set({ consent_version: consentVersion - 1 });
  await profile.where("member_id", "=", anna.id).execute();
  expect((await asked(anna.client))?.consent).toBe(true);
  for (let time = 0; time < 2; time += 1) {
    const { body } = await anna.client.call(agree, { body: { to: "consent" } });
    expect(body.user.to_agree.consent).toBe(false);
  }
  const consents = db.selectFrom("consents").select(["given", "words"]).where("member_id", "=", anna.id);
  expect(await consents.execute()).toEqual([
    { given: true, words: expect.stringContaining("my likes, messages and photos") },
  ]);
  const { body } = await visitor().call(signUp, { body: signupForm() });
  expect(body.user.to_agree.consent).toBe(false);
});

test("D11.5 without a consent nothing is asked, and one that is given again is to the present words", async ({
  member,
  services,
}) => {
  const { client, id } = await member();
  await services.db.updateTable("profiles").set({ consent_version: 1 }).where("member_id", "=", id).execute();
  await client.call(setSexuality, { body: { seeks: null } });
  expect((await asked(client))?.consent).toBe(false);
  await client.call(agree, { body: { to: "consent" } });
  await client.call(setSexuality, { body: { seeks: "male" } });
  expect((await asked(client))?.consent).toBe(false);
});

test("R9.05 terms that take something ask each member, who may wait until they apply", async ({
  member,
  signedUp,
  services,
  announce,
}) => {
  const { clock, db } = services;
  const anna = await member();
  const ben = await member();
  expect(await announce(false)).toBeDefined();
  expect((await asked(anna.client))?.terms).toBeNull();
  const day = await announce(true);
  expect((await asked(anna.client))?.terms).toBe(day);
  const later = await anna.client.call(agree, { body: { to: "terms_later" } });
  expect(later.body.user.to_agree.terms).toBeNull();
  clock.advance(8 * dayMs);
  expect((await asked(anna.client))?.terms, "after a week again").toBe(day);
  expect((await ben.client.call(agree, { body: { to: "terms" } })).body.user.to_agree.terms).toBeNull();

  clock.advance(23 * dayMs);
  await db.updateTable("terms_versions").set({ applied_at: clock.now() }).execute();
  clock.advance(1_000);
  const late = await anna.client.call(agree, { body: { to: "terms_later" } });
  expect(late.body.user.to_agree.terms, "once they apply there is no later").toBe(day);
  const cleo = await signedUp({ name: "Cleo", email: "cleo@example.org" });
  expect((await asked(cleo.client))?.terms, "accepted at the signup").toBeNull();
  const agreed = db.selectFrom("terms_notices").select("account_id").where("agreed_at", "is not", null);
  expect(await agreed.execute()).toEqual([{ account_id: ben.id }]);
});
