import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { putLanguage } from "#contract/account.ts";
import { getBundles } from "#contract/credits.ts";
import { getCompanyInfo, getSettings } from "#contract/sites.ts";
import { addDemoStaff } from "#server/features/office/index.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import { test as base, expect } from "#server/test.ts";
import { runSite } from "./site.ts";

const test = base
  .extend("folder", { scope: "file" }, ({ services }, { onCleanup }) => {
    // the commands use the machine's clock
    services.clock.set(new Date());
    const folder = mkdtempSync(join(tmpdir(), "site-"));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  /** Runs a command and returns its output; throws as the command does. */
  .extend("site", { scope: "file" }, ({ services, folder }) => async (...args: string[]) => {
    let output = "";
    const env = { DATA_DIR: folder, DATABASE_URL: services.config.databaseUrl };
    await runSite(args, env, (line) => {
      output += `${line}\n`;
    });
    return output;
  })
  .extend("file", { scope: "file" }, ({ folder }) => (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  });

const company = [
  "company.name=Zweisam GmbH",
  "company.address1=Hauptstraße 1",
  "company.city=Hamburg",
  "company.country=DE",
  "company.kvk=HRB 12345",
  "company.vat_numbers=DE123456789",
  "company.support_phone=+49 40 1234567",
];
const newSite = (key: string) => [key, `domain=${key}.example`, `name=The ${key}`, ...company];

test("D2.1 D2.2 create makes a site that answers at its host within five seconds, with everything that was asked for", async ({
  site,
  visitor,
  services,
}) => {
  const said = await site(
    "create",
    ...newSite("zweisam"),
    "hosts=www.zweisam.example,münchen.example",
    "theme=ember",
    "languages=de,en",
    "domain_language=de",
    "countries=DE,AT",
    "message_credits=2",
    "fictional=3",
  );
  expect(said).toContain("Within 5 seconds it answers at zweisam.example.");
  services.clock.advance(5_000);
  const client = visitor("zweisam.example");
  const { settings } = (await client.call(getSettings, {})).body;
  expect(settings).toMatchObject({
    name: "The zweisam",
    mail_name: "The zweisam",
    index_title: "The zweisam",
    support_email: "help@zweisam.example",
    theme: "ember",
    languages: ["de", "en"],
    countries: ["DE", "AT"],
    message_credits: 2,
    demo: false,
  });
  expect((await client.call(getCompanyInfo)).body.company).toMatchObject({ name: "Zweisam GmbH", kvk: "HRB 12345" });
  const { bundles } = (await client.call(getBundles, { query: { country: "AT" } })).body;
  expect(bundles.map(({ credits, price }) => [credits, price])).toEqual([
    [10, 995],
    [25, 2245],
    [60, 4795],
    [150, 10495],
  ]);
  for (const host of ["www.zweisam.example", "xn--mnchen-3ya.example"]) {
    expect((await visitor(host).call(getSettings, {})).body.settings.name).toBe("The zweisam");
  }
  const profiles = await services.db.selectFrom("profiles").selectAll().where("fictional", "=", true).execute();
  expect(profiles.map((one) => [one.automatic, one.premium, one.main_photo_id !== null])).toEqual([
    [false, false, true],
    [false, false, true],
    [false, false, true],
  ]);
  expect(await site("list")).toContain("zweisam\tzweisam.example\tThe zweisam\tde en\n");
  expect(await site("check", "zweisam")).toContain("zweisam\tthe settings are valid\n");
}, 60_000);

test("D2.2 creating a site twice changes nothing; with another value it is refused and the value named", async ({
  site,
}) => {
  await site("create", ...newSite("twice"), "theme=plum");
  expect(await site("create", ...newSite("twice"), "theme=plum")).toContain("Nothing was changed.");
  const before = await site("show", "twice", "--json");
  await expect(site("create", ...newSite("twice"), "theme=teal")).rejects.toThrow('theme: "plum" → "teal"');
  expect(await site("show", "twice", "--json")).toBe(before);
});

test("D2.2 two commands at once for the same site, or for two sites with one domain, create one site, and the other says so", async ({
  site,
  services,
}) => {
  const same = await Promise.all([site("create", ...newSite("atonce")), site("create", ...newSite("atonce"))]);
  expect(same.filter((said) => said.includes("is created"))).toHaveLength(1);
  expect(same.filter((said) => said.includes("Nothing was changed"))).toHaveLength(1);
  const rivals = await Promise.allSettled(
    ["rival-a", "rival-b"].map((key) => site("create", ...newSite(key), "domain=rivals.example")),
  );
  expect(rivals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const hosts = await services.db.selectFrom("site_hosts").selectAll().where("host", "=", "rivals.example").execute();
  expect(hosts).toHaveLength(1);
  const sites = await services.db.selectFrom("sites").select("key").where("key", "like", "rival-%").execute();
  expect(sites).toHaveLength(1);
});

test("D2.2 every wrong value is refused with the name of its setting and what is allowed; nothing is written", async ({
  site,
  services,
}) => {
  const count = async () =>
    Number(
      (
        await services.db
          .selectFrom("sites")
          .select((s) => s.fn.countAll().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const before = await count();
  const refusals: [string[], RegExp][] = [
    [["theme=pink"], /^theme: "pink" is not allowed. Allowed: rose, plum, indigo, teal, ember\.$/m],
    [["min_age=17"], /^min_age: 17 is not allowed. Allowed: a whole number from 18 to 99\.$/m],
    [["min_age=old"], /^min_age: "old" is not allowed/m],
    [["niche=8"], /^niche: 8 is not allowed. Allowed: a whole number from 1 to 7\.$/m],
    [["claims_higher_chance=maybe"], /^claims_higher_chance: "maybe" is not allowed. Allowed: true or false\.$/m],
    [["languages=de,xx"], /^languages: \["de","xx"\] is not allowed. Allowed: a list, at least one of: da, de/m],
    [["languages=de,de"], /^languages: .* \(names a language twice\)/m],
    [["languages="], /^languages: \[\] is not allowed/m],
    [["languages=fr", "domain_language=de"], /^domain_language: de is not among the site's languages, fr$/m],
    [["countries=XX,DE,ZZ"], /^countries: no towns are known in XX, ZZ, so nobody/m],
    [["domain=localhost"], /^domain: localhost belongs to the site rendezvous$/m],
    [["hosts=127.0.0.1"], /^hosts: 127.0.0.1 belongs to the site abendrot$/m],
    [["domain=https://a.example/x"], /^domain: .*is not a host name such as www.example.org/m],
    [["name="], /^name: "" is not allowed. Allowed: text of 1 to 60 characters\.$/m],
    [["support_email=nobody"], /^support_email: "nobody" is not allowed. Allowed: an email address\.$/m],
    [["colour=red"], /^colour: there is no such setting/m],
    [["__proto__=red"], /^__proto__: there is no such setting/m],
    [["company.country=Germany"], /^company.country: is no country code such as DE$/m],
    [["company.owner=me"], /^company.owner: a company has no such field; it has name, address1/m],
    [["company=nowhere"], /^company: there is no site nowhere/m],
    [["fictional=-1"], /^fictional: is not a number of profiles from 0 to 200$/m],
    [["nonsense=", "x"], /^x: is not of the form name=value$/m],
  ];
  for (const [args, message] of refusals) {
    await expect(site("create", ...newSite("wrong"), ...args), args.join(" ")).rejects.toThrow(message);
  }
  await expect(site("create", "wrong", "domain=w.example", "name=W")).rejects.toThrow(/^company\.name: is missing$/m);
  await expect(site("create", "wrong", ...company)).rejects.toThrow(/^domain: is missing, every site needs its own$/m);
  await expect(site("create", "Wrong Key", ...newSite("wrong").slice(1))).rejects.toThrow(
    /^key: is not a valid key: 2 to 30/m,
  );
  expect(await count()).toBe(before);
  // if two values are wrong, both are named
  await expect(site("create", ...newSite("wrong"), "theme=pink", "niche=9")).rejects.toThrow(/^theme: .*\nniche: /);
});

test("D2.2 set and unset change what they name, in every process within five seconds, or nothing at all", async ({
  site,
  visitor,
  services,
}) => {
  await site("create", ...newSite("changing"), "theme=plum");
  const client = visitor("changing.example");
  const now = async () => {
    services.clock.advance(5_000);
    return (await client.call(getSettings, {})).body.settings;
  };
  expect(await site("set", "changing", "theme=teal", "refund_days=30", "company=new", "company.city=Kiel")).toContain(
    'theme: "plum" → "teal"\n',
  );
  expect(await now()).toMatchObject({ theme: "teal", refund_days: 30 });
  expect((await client.call(getCompanyInfo)).body.company.city).toBe("Kiel");
  await expect(site("set", "changing", "theme=rose", "refund_days=1")).rejects.toThrow(/^refund_days: 1 /m);
  expect(await now()).toMatchObject({ theme: "teal", refund_days: 30 });
  expect(await site("unset", "changing", "refund_days")).toContain("refund_days: 30 → the default\n");
  expect(await now()).toMatchObject({ theme: "teal", refund_days: 14 });
  await expect(site("unset", "changing", "domain")).rejects.toThrow(/^domain: can't be unset/m);
  await expect(site("unset", "changing", "colour")).rejects.toThrow(/^colour: there is no such setting/m);
  expect(await site("set", "changing", "theme=teal")).toContain("Nothing was changed.");
  await expect(site("set", "nowhere", "theme=teal")).rejects.toThrow("There is no site nowhere.");

  // the former domain still leads there, until the hosts are set anew
  await site("set", "changing", "domain=changed.example");
  expect((await now()).domain).toBe("changed.example");
  expect((await visitor("changed.example").call(getSettings, {})).body.settings.name).toBe("The changing");
  await site("set", "changing", "hosts=");
  await now();
  expect((await client.call(getSettings, {})).body.settings.name).toBe("Rendezvous");
});

test("D2.2 a company that runs two sites is one company, and a change of it names the other site", async ({ site }) => {
  await site("create", ...newSite("elder"), "company.name=Shared Ltd");
  await site("create", ...newSite("younger").slice(0, 3), "company=elder");
  const shared = /company.city: Shared Ltd also runs elder: add --also elder to change .* or company=new/;
  await expect(site("set", "younger", "company.city=Bremen")).rejects.toThrow(shared);
  expect(JSON.parse(await site("show", "elder", "--json")).company.city).not.toBe("Bremen");
  const changed = await site("set", "younger", "--also", "elder", "company.city=Bremen");
  expect(changed).toContain("The company was changed at elder too.");
  expect(JSON.parse(await site("show", "elder", "--json")).company.city).toBe("Bremen");
  // another site's company replaces the site's own, which stays unchanged
  await site("set", "younger", "company=rendezvous");
  expect(JSON.parse(await site("show", "elder", "--json")).company.name).toBe("Shared Ltd");
  expect(JSON.parse(await site("show", "younger", "--json")).company.name).toBe("Rendezvous Demo B.V.");
  await expect(site("set", "younger", "company=elder", "company.city=Kiel")).rejects.toThrow(/^company.city: let the/m);
  // and a company of its own leaves the demo's as it is
  const own = await site("set", "younger", "company=new", "company.name=Younger Ltd");
  expect(own).toContain("company: Rendezvous Demo B.V. → Younger Ltd\n");
  expect(JSON.parse(await site("show", "rendezvous", "--json")).company.name).toBe("Rendezvous Demo B.V.");
  expect(await site("set", "younger", "company=new")).toContain("Nothing was changed.");
});

test("D2.2 what show --json prints makes the same site again, under another key and domain", async ({ site, file }) => {
  const market = { country: null, currency: "EUR", vat_percent: 19, prices: { "20": 1500, "50": 3000 } };
  const described = {
    key: "original",
    hosts: ["www.original.example"],
    settings: { name: "Original", domain: "original.example", languages: ["fi"], search_fields: ["age"], niche: 3 },
    company: { name: "O", address1: "1", city: "Turku", country: "FI", kvk: "1" },
    bundles: [market, { ...market, country: "FI", vat_percent: 25.5 }],
    fictional: 0,
  };
  await site("create", "--from", file("original.json", described));
  const description = JSON.parse(await site("show", "original", "--json"));
  expect(description).toMatchObject(described);
  const copy = file("copy.json", { ...description, hosts: [] });
  await site("create", "copied", "--from", copy, "domain=copied.example");
  const { key, hosts, settings, ...rest } = JSON.parse(await site("show", "copied", "--json"));
  expect({
    ...rest,
    key: "original",
    hosts: ["www.original.example"],
    settings: { ...settings, domain: "original.example" },
  }).toEqual(description);
  expect([key, hosts]).toEqual(["copied", []]);

  // other bundles replace these; one that stays keeps its id
  const cheaper = [market, { ...market, country: "FI", vat_percent: 25.5, prices: { "20": 1400, "50": 3000 } }];
  const said = await site("set", "copied", "--from", file("prices.json", { bundles: cheaper }));
  expect(said).toContain('"20":1500');
  expect(JSON.parse(await site("show", "copied", "--json")).bundles).toEqual(cheaper);
});

test("D2.2 a file that does not describe a site is refused with the reason", async ({ site, file }) => {
  const bundles = (change: object) => ({
    bundles: [{ country: null, currency: "EUR", vat_percent: 21, prices: { "10": 995 }, ...change }],
  });
  const refusals: [unknown, RegExp][] = [
    ["{ no json", /JSON/],
    [[], /is not a JSON object with key, hosts/],
    [{ colours: {} }, /a site has no part colours/],
    [{ settings: [] }, /settings is not an object/],
    [{ settings: { theme: 1 } }, /^theme: 1 is not allowed/m],
    [{ hosts: "a.example" }, /^hosts: /m],
    [bundles({ currency: "XXQ" }), /^bundles.0.currency: is the code of no currency/m],
    [bundles({ prices: {} }), /^bundles.0.prices: has no bundle/m],
    [bundles({ prices: { "10": 9.95 } }), /^bundles.0.prices.10: is no whole number of cents/m],
    [bundles({ prices: { ten: 995 } }), /^bundles.0.prices/m],
    [bundles({ vat_percent: 21.55 }), /^bundles.0.vat_percent: has more than one decimal/m],
    [bundles({ country: "DE" }), /^bundles: none for AT/m],
    [{ bundles: [...bundles({}).bundles, ...bundles({}).bundles] }, /^bundles: names a country twice/m],
  ];
  await site("create", ...newSite("filed"), "countries=DE,AT");
  for (const [content, message] of refusals) {
    const path = file("wrong.json", content);
    await expect(site("set", "filed", "--from", path), JSON.stringify(content)).rejects.toThrow(message);
  }
  await expect(site("set", "filed", "--from", "/no/such/file.json")).rejects.toThrow("/no/such/file.json: ");
  await expect(site("set", "filed", "--form", "x")).rejects.toThrow("--form");
  await expect(site("paint")).rejects.toThrow("npm run site -- …");
});

test("D2.2 settings lists every setting with what is allowed, its default and what it does", async ({ site }) => {
  const said = await site("settings");
  for (const [name, { description }] of Object.entries(settingDefinitions)) {
    expect(said).toContain(`${name}\n  ${description}\n  Allowed: `);
  }
  expect(said).not.toMatch(/undefined|see the description/);
});

test("D2.2 a site's own logo, from a file, is in its header, its icons and its manifest, in its colour", async ({
  site,
  file,
  app,
  services,
}) => {
  const heart = "M16 28 4 16a7 7 0 0 1 12-9 7 7 0 0 1 12 9z";
  const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
  const path = file("logo.svg", svg(`<path d="${heart}"/>`));
  await site("create", ...newSite("branded"), "theme=teal", `logo=${path}`);
  services.clock.advance(5_000);
  const get = async (url: string, host = "branded.example") => await app.inject({ url, headers: { host } });
  const icon = await get("/icon.svg");
  expect(icon.body).toContain(`<path d="${heart}" fill="#0f6e6b"/>`);
  const [{ src }] = JSON.parse((await get("/manifest.webmanifest?locale=en")).body).icons;
  expect(src).toMatch(/^\/app-icons\/teal-\w+\/any-192\.png$/);
  expect((await get(src)).headers["content-type"]).toBe("image/png");
  // another logo is another address; a look that no site has is not drawn
  await site("set", "branded", "logo=M0 0h32v32H0z");
  services.clock.advance(5_000);
  const [{ src: next }] = JSON.parse((await get("/manifest.webmanifest?locale=en")).body).icons;
  expect(next).not.toBe(src);
  expect((await get("/app-icons/teal-nothing/any-192.png")).statusCode).toBe(404);
  for (const [wrong, message] of [
    ['M0 0"/><script>', /^logo: .*is not the path of an SVG/m],
    [file("two.svg", svg('<path d="M0 0"/><circle r="1"/>')), /^logo: .* is not a picture of one <path>/m],
    ["/no/such.svg", /^logo: .*no such file/m],
  ] as const) {
    await expect(site("set", "branded", `logo=${wrong}`), wrong).rejects.toThrow(message);
  }
});

test("D2.2 check finds a saved value that is no longer valid, and names the site", async ({ site, services }) => {
  await site("create", ...newSite("checked"));
  const { id } = await services.db
    .selectFrom("sites")
    .select("id")
    .where("key", "=", "checked")
    .executeTakeFirstOrThrow();
  await services.db.insertInto("site_settings").values({ site_id: id, key: "theme", value: '"brown"' }).execute();
  await expect(site("check", "checked")).rejects.toThrow("Something is wrong with checked.");
  // an invalid value does not block the command that repairs it
  await site("unset", "checked", "theme");
  expect(await site("check", "checked")).toContain("checked\tdescription: is the default");
});

test("D2.2 check names what the law asks of a site before it sells anything, and texts that differ by language", async ({
  site,
  file,
}) => {
  const phoneless = "Before anything is sold: support_phone: is empty";
  const lawful = [...newSite("lawful"), "countries=DE,FR,GB", "languages=de,en", "niche=3"];
  expect(await site("create", ...lawful, "company.support_phone=")).toContain(phoneless);
  expect(await site("set", "lawful", "theme=ember")).toContain(phoneless);
  const asked = await site("check", "lawful");
  for (const line of [
    "support_phone: is empty, and so is company.support_phone: nothing is sold in the EEA without one",
    "represented_by: is empty",
    "contact_languages: is the default, English",
    "officer_email: is empty",
    "recipients: is empty",
    "representatives: is empty",
    "youth_officer: is empty: Germany",
    "adr_body: is empty: France",
    "niche: is explicit: Mollie does not accept sexual dating",
  ])
    expect(asked).toContain(`lawful\t${line}`);
  const worded = { "faq.de.own1": { title: "Preis", body: "Zahlung nur per Karte." } };
  const faq = file("faq.json", { pages: worded });
  expect(await site("set", "lawful", "--from", faq, "support_phone=+49 40 1")).not.toContain(phoneless);
  await site("set", "lawful", "represented_by=Eva", "contact_languages=de", "recipients=Host GmbH (DE)", "niche=1");
  await site("set", "lawful", "officer_email=a@b.example", "youth_officer=Eva", "adr_body=CM2C", "representatives=Ltd");
  const left = await site("check", "lawful");
  expect(left).toContain("lawful\tpages: faq own1: worded by the site in some of its languages only");
  expect(left).not.toMatch(/support_phone|represent|contact_|officer|recipients|adr_body|niche/);
});

test("D2.2 check names VAT unlike the usual rates, a tiny lowest price, and the demo's invented company", async ({
  site,
  file,
}) => {
  await site("create", ...newSite("cheap"), "countries=DE,NL,AT");
  const usual = await site("check", "cheap");
  expect(usual).not.toMatch(/\t(?:vat|prices|company):/);
  const market = { country: null, currency: "EUR", vat_percent: 20, prices: { "20": 1490, "60": 3990 } };
  const german = { ...market, country: "DE", vat_percent: 5, prices: { "20": 14, "60": 3990 } };
  await site("set", "cheap", "--from", file("cheap.json", { bundles: [market, german] }), "company=rendezvous");
  const said = await site("check", "cheap");
  for (const line of [
    "vat: differs from the usual rate: DE 5 % (19 %), NL 20 % (21 %)",
    "prices: 20 credits cost EUR 0.14: prices are in minor units, such as cents",
    "company: is the demo's, which is invented",
  ])
    expect(said).toContain(`cheap\t${line}`);
});

test("R13.03 check names the markets from which no route leads to a payment provider", async ({ site, file }) => {
  await site("create", ...newSite("routed"), "countries=DE,NL");
  const market = { country: null, currency: "EUR", vat_percent: 19, prices: { "20": 1490 } };
  await site("set", "routed", "--from", file("routed.json", { bundles: [market, { ...market, country: "DE" }] }));
  expect(await site("check", "routed")).not.toContain("payment_providers");
  await site("set", "routed", "payment_providers=genesis countries:DE methods:card+sepa, mollie currencies:GBP");
  expect(await site("check", "routed")).toContain(
    "routed\tpayment_providers: lead no order of elsewhere (EUR) to a provider",
  );
  await site("set", "routed", "payment_providers=genesis countries:DE, mollie");
  expect(await site("check", "routed")).not.toContain("payment_providers");
});

test("D2.2 create says what it ends: the demo's staff login, once a site is none of the demo's", async ({
  site,
  services,
}) => {
  const { db } = services;
  const login = { email: "staff@demo.invalid", name: "Demo", role: "admin", password: "a long password" } as const;
  await db.updateTable("sites").set({ demo: true }).execute();
  await addDemoStaff(services, { ...login, secret: "DEMODEMODEMODEMODEMODEMODEMODEMO" });
  const said = await site("create", ...newSite("first"));
  expect(said).toContain("staff@demo.invalid can't log in any more");
  await db.updateTable("sites").set({ demo: false }).where("key", "not in", ["rendezvous", "abendrot"]).execute();
});

test("D2.2 create with fewer values than the site has names what differs, and asks for no company", async ({
  site,
}) => {
  await site("create", ...newSite("fewer"));
  const again = site("create", "fewer", "domain=fewer.example", "name=The fewer", "theme=teal");
  await expect(again).rejects.toThrow('theme: the default → "teal"');
  await expect(site("create", "fewer", "domain=fewer.example", "name=The fewer")).resolves.toContain("Nothing was");
});

test("D2.2 a member can't choose a language that the site is not offered in", async ({ site, signedUp, services }) => {
  await site("create", ...newSite("german"), "languages=de", "countries=DE");
  services.clock.advance(5_000);
  const { client } = await signedUp({}, "german.example");
  expect((await client.call(putLanguage, { body: { language: "fr" } })).body.error?.fields).toEqual({
    language: expect.any(String),
  });
  expect((await client.call(putLanguage, { body: { language: "de" } })).status).toBe(200);
});

test("D2.2 set says that nothing was changed only if nothing was, fictional profiles included", async ({ site }) => {
  await site("create", ...newSite("filled"), "fictional=1");
  expect(await site("set", "filled", "fictional=2")).toBe("1 fictional profiles were added, each with its label.\n");
  expect(await site("set", "filled", "fictional=2")).toContain("Nothing was changed.");
  expect(await site("create", ...newSite("filled"), "fictional=3")).not.toContain("Nothing was changed.");
});

test("R13.02 resend makes what failed at a network due again, and leaves a line in the log", async ({
  site,
  services: { db, clock },
  siteIds: [siteId],
}) => {
  const { key } = await db.selectFrom("sites").select("key").where("id", "=", siteId).executeTakeFirstOrThrow();
  const origin = { lander: "", slug: "", variant: "", network: "resent", ref: "", language: "en", day: "2026-11-20" };
  const { id } = await db
    .insertInto("conversions")
    .values({ ...origin, sub1: "", sub2: "", sub3: "", site_id: siteId, step: "signup" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const times = { next_at: clock.now(), created_at: clock.now() };
  const failed = { conversion_id: id, url: "https://net.example/", status: "failed", attempts: 12, ...times };
  await db.insertInto("postbacks").values(failed).execute();
  expect(await site("resend", key, "resent")).toBe("Postbacks that are sent once more: 1\n");
  expect(await site("resend", key, "resent")).toBe("No postback to resent failed.\n");
  expect(await site("postbacks", key)).toContain("waiting");
  const lines = db.selectFrom("audit_log").select(["subject", "detail"]).where("action", "=", "postbacks_resent");
  expect(await lines.execute()).toEqual([{ subject: `site:${key}`, detail: { network: "resent", postbacks: 1 } }]);
});

test("D2.2 a command whose reader goes away, as `head` does, ends quietly", () => {
  const { stdout, stderr } = spawnSync("bash", ["-c", "node scripts/site.ts settings | true; echo $PIPESTATUS"], {
    encoding: "utf8",
    cwd: join(import.meta.dirname, ".."),
  });
  expect([stdout, stderr]).toEqual(["0\n", ""]);
});

test("D2.2 a site is removed once it is closed, and by a command that names how many members it has", async ({
  site,
  services,
}) => {
  const { db } = services;
  const offer = await site("remove", "abendrot");
  const members = /--members (\d+)/.exec(offer)?.[1] ?? "";
  const remove = () => site("remove", "abendrot", "--members", members);
  await expect(remove()).rejects.toThrow("abendrot: it is not closed");
  const sites = db.selectFrom("sites").select("id").where("key", "=", "abendrot");
  const { id } = await sites.executeTakeFirstOrThrow();
  const row = { site_id: id, key: "closed_until", value: JSON.stringify("2020-01-31") };
  await db.insertInto("site_settings").values(row).execute();
  expect(await remove()).toContain("It begins within ten minutes");
  await expect(remove()).rejects.toThrow("abendrot: it is being removed already");
  await db.deleteFrom("site_removals").execute();
  await db.deleteFrom("site_settings").where("key", "=", "closed_until").execute();
});
