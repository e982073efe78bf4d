import { sendMessage } from "#contract/chat.ts";
import { getCompanyInfo, getSettings } from "#contract/sites.ts";
import { checkSetting, completeSettings, settingDefinitions } from "#server/site-settings.ts";
import { expect, type Fixtures, test } from "#server/test.ts";
import { createSiteFinder } from "./find-site.ts";
import { saveSetting } from "./sites-store.ts";

const facts = "height children wants_children smoking drinking education languages goals";

const settingsOf = async (visitor: Fixtures["visitor"], host: string) =>
  (await visitor(host).call(getSettings, { query: { route: "/members" } })).body.settings;

test("R3.04 R7.04 settings.php answers every key of the specification for the request's host, with its value", async ({
  visitor,
  services,
}) => {
  const settings = await settingsOf(visitor, "localhost");
  const { countries, minimum_message_costs: costs } = settings;
  expect(settings).toMatchObject({
    name: "Rendezvous",
    domain: "localhost",
    domain_language: "",
    cdn_prefix: "",
    niche: 1,
    company_id: 1,
    mail_name: "Rendezvous",
    description: "Search, like, match and chat with adults near you, and see every price first.",
    index_title: "Rendezvous – honest dating",
    countries: "DK DE AT CH GB IE ES FI FR BE IT NO NL PL SE".split(" "),
    signups: "all",
    logged_out_search: "limited",
    logged_out_search_trafficsource: "limited",
    geoip_country: null,
    geoip_selected_country: null,
    message_length: 1000,
    message_credits: 1,
    photo_credits: 3,
    voice_credits: 3,
    voice_messages: true,
    voice_introductions: true,
    call_minute_credits: 0,
    gift_credits: 5,
    signup_credits: 5,
    support_phone: "",
    support_email: "help@rendezvous.invalid",
    push_public_key: services.push.publicKey,
    enable_site_entry_popup: true,
    fictional_icon: "🎭",
    fictional_warning: "Fictional profile",
    fictional_singular: "fictional profile",
    fictional_plural: "fictional profiles",
    visible_profile_fields:
      `hair_color eye_color body_type relationship_status tattoos interests about_me questions ${facts}`.split(" "),
    visible_profile_notes: ["online", "new", "distance", "shared_interests", "verified"],
    search_fields:
      `gender country countryregion age distance interests online new photo people not_fictional verified anyone ${facts}`.split(
        " ",
      ),
    refund_days: 14,
    member_resell: false,
  });
  expect(Object.keys(costs)).toEqual(expect.arrayContaining(countries));
  expect([costs.DE?.currency, costs.GB?.currency]).toEqual(["EUR", "GBP"]);
  expect(settings).not.toHaveProperty("mail_address");
});

test("D2.1 two hosts are two sites, each with its own name, colours and language", async ({ visitor }) => {
  const [one, two] = [await settingsOf(visitor, "localhost"), await settingsOf(visitor, "127.0.0.1")];
  expect([one.name, one.theme, one.domain_language]).toEqual(["Rendezvous", "rose", ""]);
  expect([two.name, two.theme, two.domain_language]).toEqual(["Abendrot", "plum", "de"]);
});

test("R3.04 R7.01 settings.php has the country of the caller's IP address, and none if it is unknown", async ({
  visitor,
}) => {
  const countryAt = async (address: string) =>
    (await visitor().call(getSettings, {}, { address })).body.settings.geoip_country;
  expect(await countryAt("193.0.6.139")).toBe("NL");
  expect(await countryAt("2001:67c:2e8:22::c100:68b")).toBe("NL");
  expect(await countryAt("127.0.0.1")).toBeNull();
});

test("R3.08 R7.01 companyinfo.php answers every field of the company that runs the site, with its value", async ({
  visitor,
  services,
  siteIds,
}) => {
  const company = {
    name: "Meadow B.V.",
    address1: "Weidelaan 1",
    address2: "Gebouw C",
    address3: "1234 AB Utrecht",
    kvk: "12345678",
    city: "Utrecht",
    country: "NL",
    tradenames: ["Meadow", "Weide"],
    vat_numbers: ["NL123456789B01", "DE123456789"],
    support_phone: "+31 30-123 45 67",
    delete_discount: 15,
  };
  const { db } = services;
  const added = new Date("2024-02-29T12:00:00Z");
  const { id } = await db
    .insertInto("companies")
    .values({ ...company, added })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ofSite = db.selectFrom("sites").select("company_id").where("id", "=", siteIds[0]);
  const { company_id: before } = await ofSite.executeTakeFirstOrThrow();
  await db.updateTable("sites").set({ company_id: id }).where("id", "=", siteIds[0]).execute();
  services.clock.advance(6_000);
  expect((await visitor().call(getCompanyInfo)).body.company).toEqual({ ...company, added: added.toISOString() });
  // the company of another site is another one
  expect((await visitor("127.0.0.1").call(getCompanyInfo)).body.company.name).toBe("Rendezvous Demo B.V.");
  await db.updateTable("sites").set({ company_id: before }).where("id", "=", siteIds[0]).execute();
});

test("D2.2 each setting has a schema, a valid default and a description; saving an invalid value fails", async ({
  visitor,
  services,
  siteIds,
  siteHas,
}) => {
  for (const [key, definition] of Object.entries(settingDefinitions)) {
    expect(definition.schema.safeParse(definition.default).success, key).toBe(true);
    expect(definition.description.length, key).toBeGreaterThan(10);
  }
  expect(() => checkSetting("min_age", 17)).toThrow();
  expect(() => checkSetting("fictional_icon", "")).toThrow();
  expect(() => checkSetting("fictional_warning", "")).toThrow();
  const { db } = services;
  await expect(saveSetting(db, siteIds[0], "niche", 8)).rejects.toThrow();
  await siteHas({ message_credits: 2 });
  expect((await settingsOf(visitor, "localhost")).message_credits).toBe(2);
});

test("D14.1 the label's word is fixed: a site's own words stand behind it, in English alone", async ({
  visitor,
  siteHas,
}) => {
  await siteHas({ fictional_warning: "Made up by our writers" });
  expect((await settingsOf(visitor, "localhost")).fictional_warning).toBe("Fictional profile · Made up by our writers");
  const german = await visitor("localhost").call(getSettings, {}, { language: "de" });
  expect(german.body.settings.fictional_warning).toBe("Fiktives Profil");
});

test("D14.1 a site knows within seconds whether it has invented profiles that anyone can meet", async ({
  visitor,
  services,
  member,
}) => {
  const hasSome = async () => {
    services.clock.advance(6_000);
    return (await settingsOf(visitor, "localhost")).has_fictional;
  };
  expect(await hasSome()).toBe(false);
  const [anna, invented] = [await member(), await member({ fictional: true })];
  const hide = (invisible: boolean) =>
    services.db
      .updateTable("profiles")
      .set({ invisible, listed: !invisible })
      .where("member_id", "=", invented.id)
      .execute();
  expect(await hasSome()).toBe(true);
  await hide(true);
  expect(await hasSome()).toBe(false);
  await hide(false);
  await anna.client.call(sendMessage, { body: { member: invented.id, text: "Hello" } });
  await hide(true);
  expect(await hasSome()).toBe(true);
});

test("D2.4 the defaults are the decided ones", () => {
  const defaults = completeSettings([]);
  expect(defaults).toMatchObject({
    message_credits: 1,
    photo_credits: 3,
    voice_credits: 3,
    voice_messages: true,
    voice_introductions: true,
    call_minute_credits: 0,
    gift_credits: 5,
    signup_credits: 5,
    message_length: 1000,
    refund_days: 14,
    min_age: 18,
  });
});

test("D11.6 DSA 28: a site named after sexual content asks for a proof of age, unless it says otherwise", () => {
  const asked = (...rows: { key: string; value: unknown }[]) => completeSettings(rows).age_assurance;
  const ofNiche = (niche: number) => asked({ key: "niche", value: niche });
  expect([1, 2, 3, 4, 5, 6, 7].map(ofNiche)).toEqual([
    "off",
    "off",
    "required",
    "required",
    "required",
    "required",
    "off",
  ]);
  expect(asked()).toBe("off");
  expect(asked({ key: "niche", value: 3 }, { key: "age_assurance", value: "off" })).toBe("off");
  expect(asked({ key: "niche", value: 7 }, { key: "age_assurance", value: "required" })).toBe("required");
});

test("D3.7 a site orders the steps after the signup and leaves out those it does not want", async ({
  visitor,
  services,
  siteIds,
  siteHas,
}) => {
  const all = ["photo", "location", "matches", "personal_info", "about_me", "push", "confirm_email"];
  expect((await settingsOf(visitor, "127.0.0.1")).signup_steps).toEqual(all);
  const save = (value: unknown) => saveSetting(services.db, siteIds[1], "signup_steps", value as never);
  for (const wrong of [["photo", "photo"], ["photo", "payment"], "photo"]) await expect(save(wrong)).rejects.toThrow();
  for (const right of [["confirm_email", "photo"], []]) {
    await siteHas({ signup_steps: right as never }, siteIds[1]);
    expect((await settingsOf(visitor, "127.0.0.1")).signup_steps).toEqual(right);
  }
});

test("D3.8 a site's own mail domains are host names, and are not sent to its pages", async ({ visitor }) => {
  expect(checkSetting("email_domains", ["Verein-Hamburg.DE"])).toEqual(["verein-hamburg.de"]);
  for (const wrong of [["anna@verein.de"], ["a b.de"], [""], "verein.de"]) {
    expect(() => checkSetting("email_domains", wrong)).toThrow();
  }
  expect(await settingsOf(visitor, "localhost")).not.toHaveProperty("email_domains");
});

test("0126 a host that was unknown is its site's within a second, as after a move", async ({
  services,
  siteIds: [siteId],
}) => {
  const { db, clock, config } = services;
  const siteOf = createSiteFinder({ db, clock, config: { ...config, mode: "production" } });
  const host = "just-arrived.example.org";
  expect([(await siteOf("localhost"))?.id, await siteOf(host)]).toEqual([siteId, undefined]);
  await db.insertInto("site_hosts").values({ host, site_id: siteId }).execute();
  expect(await siteOf(host)).toBeUndefined();
  clock.advance(1_000);
  expect((await siteOf(host))?.id).toBe(siteId);
});
