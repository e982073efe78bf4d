import { addFictionalProfile, editFictionalProfile, getFictionalProfiles } from "#contract/fictional-profiles.ts";
import { getCard } from "#contract/members.ts";
import { getCities } from "#contract/places.ts";
import { wholeLog } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";
import { test as base } from "../test-office.ts";

const test = base.extend("form", { scope: "file" }, async ({ visitor }) => {
  const { cities } = (await visitor().call(getCities, { query: { country: "BE", text: "Gent" } })).body;
  return {
    site: "rendezvous",
    name: "Fleur Fictief",
    gender: "female" as const,
    seeks: "both" as const,
    date_of_birth: "1990-05-05",
    city_id: cities[0]?.id ?? 0,
    language: "nl" as const,
    about_me: "I was invented.",
  };
});

test("D11.1 a fictional profile that an admin adds carries its label at once, and nothing takes it off", async ({
  admin,
  form,
  member,
  services,
  mails,
}) => {
  const added = await admin.call(addFictionalProfile, { body: form });
  const [profile] = added.body.profiles;
  expect(profile).toMatchObject({ name: "Fleur Fictief", country: "BE", about_me: "I was invented.", hidden: false });
  const { client } = await member();
  const id = profile?.id ?? "";
  const card = async () => (await client.call(getCard, { query: { id } })).body;
  expect(await card()).toMatchObject({ member: { name: "Fleur Fictief", fictional: true, automatic: false } });
  const off = services.db.updateTable("profiles").set({ fictional: false }).where("member_id", "=", id).execute();
  await expect(off).rejects.toThrow("fictional can not be changed");
  expect(await mails()).toEqual([]);
  const body = { site: "rendezvous", id, about_me: "Changed.", hidden: true };
  const edited = (await admin.call(editFictionalProfile, { body })).body.profiles[0];
  expect(edited).toMatchObject({ about_me: "Changed.", hidden: true });
  expect((await client.call(getCard, { query: { id } })).status).toBe(404);
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries[0]).toMatchObject({ action: "fictional_profile_changed", member_id: id });
});

test.for<[string, Record<string, unknown>, Record<string, string>]>([
  ["a name that is taken", { name: "FLEUR fictief" }, { name: "name_taken_free" }],
  ["a name that sounds like the team", { name: "Support" }, { name: "name_reserved" }],
  ["a minor", { date_of_birth: "2010-01-01" }, { date_of_birth: "too_young" }],
  ["no town", { city_id: 0 }, { city_id: "place_unknown" }],
  ["a text too long", { about_me: "x".repeat(2001) }, { about_me: "text_too_long" }],
  ["another site", { site: "nowhere" }, { site: "not_your_site" }],
])("D11.1 a fictional profile is refused at its field: %s", async ([, wrong, fields], { admin, form }) => {
  const body = { ...form, name: "Nobody Yet", ...wrong } as typeof form;
  expect((await admin.call(addFictionalProfile, { body })).body.error?.field_codes).toEqual(fields);
});

test("D11.1 no member's profile can be edited as a fictional one, nor another site's", async ({
  admin,
  form,
  member,
  siteIds,
}) => {
  const elsewhere = await member({ siteId: siteIds[1], fictional: true });
  for (const { id } of [await member(), elsewhere]) {
    const { body } = await admin.call(editFictionalProfile, { body: { site: form.site, id, about_me: "Mine now" } });
    expect(body.error?.code).toBe("staff_item_gone");
  }
  const { profiles } = (await admin.call(getFictionalProfiles, {})).body;
  expect(profiles.map(({ id }) => id)).not.toContain(elsewhere.id);
});
