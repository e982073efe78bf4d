import { sql } from "kysely";
import { hourMs } from "#contract/durations.ts";
import { getNotifications, setNotification, setUnsubscription } from "#contract/notifications.ts";
import { getOwnProfile, saveProfile, setSexuality } from "#contract/profiles.ts";
import { unsubscribeToken } from "#server/features/notifications/unsubscribe.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";
import { repeatStates } from "./member-notes.ts";

const consentsOf = async ({ client }: Member) => {
  const { profile, explicit_consent, sexuality_consent } = (await client.call(getOwnProfile)).body;
  const { preferences, disabled } = (await client.call(getNotifications)).body;
  const { interests } = profile;
  return {
    interests,
    explicit_consent,
    sexuality_consent,
    message: preferences.message.email,
    digest: preferences.digest.email,
    disabled,
  };
};

/** Takes a copy of what the database holds of members; returns a function that restores it. */
async function backup({ db }: Fixtures["services"]) {
  const tables = ["profiles", "notification_preferences", "accounts"] as const;
  for (const table of tables)
    await sql`create table ${sql.table(`kept_${table}`)} as table ${sql.table(table)}`.execute(db);
  return async () => {
    await sql`update profiles p set (sexuality, seeks_men, seeks_women, sexuality_consent_at, explicit_consent_at, interests, listed)
      = (select sexuality, seeks_men, seeks_women, sexuality_consent_at, explicit_consent_at, interests, listed
        from kept_profiles where member_id = p.member_id)`.execute(db);
    await sql`update accounts a set notifications_disabled =
      (select notifications_disabled from kept_accounts where id = a.id)`.execute(db);
    await sql`delete from notification_preferences`.execute(db);
    await sql`insert into notification_preferences select * from kept_notification_preferences`.execute(db);
  };
}

test("D11.5 consents that members withdrew are withdrawn again after an earlier state was restored, and none is given", async ({
  services,
  member,
}) => {
  const { clock, db, files } = services;
  const make = async () => {
    const someone = await member();
    const body = { explicit_consent: true, interests: ["bondage" as const, "tea" as const] };
    expect((await someone.client.call(saveProfile, { body })).status).toBe(200);
    await someone.client.call(setNotification, { body: { kind: "digest", channel: "email", enabled: true } });
    return someone;
  };
  const [anna, ben, eva] = [await make(), await make(), await make()];
  const agreed = await consentsOf(anna);
  const restore = await backup(services);
  const since = clock.now();

  clock.advance(hourMs);
  await anna.client.call(setSexuality, { body: { seeks: null } });
  await anna.client.call(saveProfile, { body: { explicit_consent: false } });
  await anna.client.call(setNotification, { body: { kind: "digest", channel: "email", enabled: false } });
  const token = unsubscribeToken(services.config.secret, ben.id, "message");
  await ben.client.call(setUnsubscription, { body: { token, scope: "all", enabled: false } });
  // withdrawn, and given again
  await eva.client.call(setSexuality, { body: { seeks: null } });
  await services.jobs.drain(services);
  clock.advance(hourMs);
  await eva.client.call(setSexuality, { body: { seeks: "both" } });
  await services.jobs.drain(services);
  const later = { anna: await consentsOf(anna), ben: await consentsOf(ben) };
  expect([later.anna.sexuality_consent, later.anna.explicit_consent, later.ben.disabled]).toEqual([
    false,
    false,
    ["list_unsubscribe"],
  ]);
  const notes = [...files.stored].filter(([key]) => key.endsWith("state.json"));
  for (const { id } of [anna, ben, eva]) expect(JSON.stringify(notes.map(([key]) => key))).not.toContain(id);
  expect(notes.map(([, { bytes }]) => String(bytes)).join()).not.toMatch(/bondage|tea|\bbi\b/);

  await restore();
  expect(await consentsOf(anna)).toEqual(agreed);
  expect(await repeatStates(db, files, since, clock.now())).toEqual({
    departures: 0,
    measures: 0,
    consents: 2,
  });
  expect(await consentsOf(anna)).toEqual(later.anna);
  expect(await consentsOf(ben)).toEqual(later.ben);
  expect(await consentsOf(eva)).toEqual(agreed);
  // again it changes nothing
  expect(await repeatStates(db, files, since, clock.now())).toEqual({
    departures: 0,
    measures: 0,
    consents: 0,
  });
});
