import { getBundles } from "#contract/credits.ts";
import { getFictionalProfiles } from "#contract/fictional-profiles.ts";
import { getCard } from "#contract/members.ts";
import { createStaffSite, getNewSite, getSiteStart, newSiteSettings } from "#contract/new-sites.ts";
import { getCompanyInfo, getSettings } from "#contract/sites.ts";
import { changeStaffSite } from "#contract/staff-sites.ts";
import { expect } from "#server/test.ts";
import { test } from "../test-office.ts";

const company = { name: "Zweisam GmbH", address1: "Hauptstraße 1", city: "20095 Hamburg", country: "DE", kvk: "HRB 1" };
const zweisam = {
  key: "zweisam",
  settings: { name: "Zweisam", domain: "zweisam.example", languages: ["de", "en"], countries: ["DE"], theme: "ember" },
  hosts: ["www.zweisam.example"],
  company: { ...company, support_phone: "+49 40 1" },
  prices_of: null,
};

test("D2.1 D2.2 a site made by the form answers at its hosts without a restart, and its start page says what is left", async ({
  admin,
  services,
  visitor,
}) => {
  expect((await admin.call(getNewSite)).body.settings.map(({ name }) => name).sort()).toEqual(
    newSiteSettings.toSorted(),
  );
  const made = await admin.call(createStaffSite, { body: zweisam });
  expect([made.status, made.body]).toEqual([200, { key: "zweisam" }]);
  services.clock.advance(5_000);
  const guest = visitor("www.zweisam.example");
  expect((await guest.call(getSettings)).body.settings).toMatchObject({ name: "Zweisam", theme: "ember", demo: false });
  expect((await guest.call(getCompanyInfo)).body.company.name).toBe("Zweisam GmbH");
  expect((await guest.call(getBundles, { query: { country: "DE" } })).body.bundles[0]?.currency).toBe("EUR");
  const start = await admin.call(getSiteStart, { query: { site: "zweisam" } });
  expect(start.body).toEqual({
    key: "zweisam",
    name: "Zweisam",
    domain: "zweisam.example",
    hosts: ["www.zweisam.example"],
    mail_domain: "zweisam.example",
    open: [
      "company.vat_numbers",
      "represented_by",
      "contact_languages",
      "officer_email",
      "recipients",
      "youth_officer",
      "description",
    ],
  });
  const logged = services.db.selectFrom("audit_log").select("subject").where("action", "=", "site_created");
  expect(await logged.execute()).toEqual([{ subject: "site:zweisam" }]);
});

test("D11.1 a new site gets as many fictional profiles as asked for, each with its label and a photo, or none", async ({
  admin,
  services,
  visitor,
}) => {
  const settings = { ...zweisam.settings, name: "Drei", domain: "drei.example" };
  const drei = { ...zweisam, key: "drei", settings, hosts: [], fictional: 3 };
  const answers = [
    await admin.call(createStaffSite, { body: drei }),
    await admin.call(createStaffSite, { body: drei }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await services.jobs.drain(services);
  const { profiles } = (await admin.call(getFictionalProfiles, { query: { site: "drei" } })).body;
  expect(profiles.map(({ country, photos }) => [country, photos.map(({ waits }) => waits)])).toEqual(
    Array(3).fill(["DE", [false]]),
  );
  services.clock.advance(5_000);
  const card = await visitor("drei.example").call(getCard, { query: { id: profiles[0]?.id ?? "" } });
  expect(card.body.member).toMatchObject({ fictional: true });
  for (const [fictional, code] of [
    [-1, "too_small"],
    [201, "too_big"],
    [1.5, "invalid"],
  ] as const) {
    const vier = { ...drei, key: "vier", settings: { name: "Vier", domain: "vier.example" }, fictional };
    const answer = await admin.call(createStaffSite, { body: vier });
    expect(answer.body.error?.field_codes).toEqual({ fictional: code });
  }
});

test("D2.2 the form sent again, or twice at once, makes one site", async ({ admin, services }) => {
  const other = {
    ...zweisam,
    key: "toinen",
    settings: { name: "Toinen", domain: "toinen.example" },
    hosts: [],
    company: "rendezvous",
    prices_of: "rendezvous",
  };
  const answers = await Promise.all([1, 2].map(() => admin.call(createStaffSite, { body: other })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.call(createStaffSite, { body: other })).status).toBe(200);
  const sites = await services.db.selectFrom("sites").select("id").where("key", "=", "toinen").execute();
  expect(sites).toHaveLength(1);
});

test("D2.2 each wrong field of a new site is named with what is wrong, and nothing is created", async ({
  admin,
  services,
}) => {
  const count = async () => (await services.db.selectFrom("sites").select("id").execute()).length;
  const before = await count();
  const own = { name: "T", domain: "third.example" };
  const wrong: [object, Record<string, string>][] = [
    [
      { key: "", settings: {}, company: {} },
      {
        key: "site_key_invalid",
        name: "required",
        domain: "required",
        ...Object.fromEntries(Object.keys(company).map((field) => [`company.${field}`, "required"])),
      },
    ],
    [{ key: "Not a key" }, { key: "site_key_invalid" }],
    [{ key: "rendezvous" }, { key: "key_taken" }],
    [{ settings: { ...own, domain: "localhost" } }, { domain: "host_taken" }],
    [{ hosts: ["not a host"] }, { hosts: "host_invalid" }],
    [{ settings: { ...own, countries: ["XX"] } }, { countries: "country_without_towns" }],
    [{ settings: { ...own, colour: "red" } }, { colour: "unknown_option" }],
    [{ settings: { ...own, name: "a\u0000" } }, { "settings.name": "forbidden_characters" }],
    [{ company: { ...company, name: "" } }, { "company.name": "required" }],
    [{ company: "nowhere" }, { company: "unknown_option" }],
    [{ prices_of: "nowhere" }, { prices_of: "unknown_option" }],
  ];
  // all of them at once, those that only the database knows too
  const several = {
    settings: { ...own, domain: "localhost", countries: ["XX"], languages: ["xx"], domain_language: "de" },
    company: { ...company, kvk: "" },
    fictional: 201,
    prices_of: "nowhere",
  };
  const each = {
    domain: "host_taken",
    countries: "country_without_towns",
    languages: "unknown_option",
    fictional: "too_big",
    prices_of: "unknown_option",
  };
  wrong.push([several, { ...each, "company.kvk": "required" }]);
  for (const [change, codes] of wrong) {
    const body = { ...zweisam, key: "third", settings: own, hosts: [], ...change };
    const answer = await admin.call(createStaffSite, { body: body as never });
    expect([answer.status, answer.body.error?.field_codes], JSON.stringify(change)).toEqual([400, codes]);
  }
  expect(await count()).toBe(before);
});

test("D2.2 the form of a new site says as much as the command: which host, whose it is, and which countries", async ({
  admin,
  visitor,
}) => {
  const settings = { name: "T", domain: "localhost", countries: ["XX", "DE", "ZZ"] };
  const body = { ...zweisam, key: "Third", settings, hosts: ["www third"] };
  expect((await admin.call(createStaffSite, { body })).body.error?.fields).toEqual({
    key: "Use 2 to 30 lowercase letters, digits and dashes, starting with a letter.",
    domain: "localhost belongs to the site rendezvous.",
    hosts: "This isn’t an address such as www.example.org.",
    countries: "We don’t know any towns in these countries: XX, ZZ. No one there could sign up.",
  });
  // no word of the team's to anyone else
  expect((await visitor().call(createStaffSite, { body })).body.error?.fields).toBeUndefined();
});

test("D7.2 a site whose currency no payment method has is refused, by the form and by a change of its prices", async ({
  admin,
  services,
}) => {
  const [payments] = services.payments.all;
  const { methods } = payments;
  payments.methods = (market) => (market.currency === "EUR" ? [] : methods.call(payments, market));
  try {
    const body = { ...zweisam, key: "fourth", settings: { name: "F", domain: "fourth.example" }, hosts: [] };
    const answer = await admin.call(createStaffSite, { body });
    expect([answer.status, answer.body.error?.field_codes]).toEqual([400, { prices_of: "no_payment_method" }]);
    const several = { ...body, hosts: ["localhost"], prices_of: "rendezvous" };
    expect((await admin.call(createStaffSite, { body: several })).body.error?.field_codes).toEqual({
      hosts: "host_taken",
      prices_of: "no_payment_method",
    });
  } finally {
    payments.methods = methods;
  }
  const made = services.db.selectFrom("sites").select("id").where("key", "=", "fourth");
  expect(await made.execute()).toEqual([]);
});

test("R13.03 staff can't lead a site's orders to providers that no market could pay at, and others take two people", async ({
  admin,
}) => {
  const change = (routes: string[]) => {
    const changes = [{ name: "payment_providers", after: routes }];
    return admin.call(changeStaffSite, { body: { site: "rendezvous", changes } });
  };
  for (const [routes, code] of [
    [["genesis"], "no_payment_method"],
    [["sandbox methods:card", "sandbox countries:XX"], undefined],
    [["sandbox countries:XX"], "no_payment_method"],
    [["ccbill"], "invalid"],
  ] as const) {
    const { body } = await change([...routes]);
    expect(body.error?.field_codes, routes.join()).toEqual(code && { payment_providers: code });
    if (!code) expect(body.proposed).toEqual(["payment_providers"]);
  }
});
