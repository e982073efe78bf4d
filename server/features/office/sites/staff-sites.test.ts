import { getBundles } from "#contract/credits.ts";
import { decideProposal, takeProposals } from "#contract/office.ts";
import { getCompanyInfo, getSettings } from "#contract/sites.ts";
import {
  changeStaffSite,
  getSiteChanges,
  getStaffSite,
  type ShownSite,
  type SiteChange,
  undoSiteChange,
} from "#contract/staff-sites.ts";
import { staffMember, wholeLog } from "#server/features/office/staff/test-staff.ts";
import { changeSite } from "#server/features/sites/index.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { expect } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";
import { test as base } from "../test-office.ts";

const test = base
  .extend("other", { scope: "file" }, async ({ given }) => (await staffMember(given, "admin")).client)
  /** What an admin sees of a site. */
  .extend("see", { scope: "file" }, ({ admin }) => async (site = "rendezvous") => {
    const { body } = await admin.call(getStaffSite, { query: { site } });
    return body;
  })
  .extend(
    "change",
    { scope: "file" },
    ({ admin }) =>
      (changes: SiteChange[], site = "rendezvous", alsoOn: string[] = []) => {
        return admin.call(changeStaffSite, { body: { site, changes, also_on: alsoOn } });
      },
  );

/** A second person confirms what waits. */
const confirm = async (other: TestClient) => {
  const { items } = (await other.call(takeProposals, { body: {} })).body;
  for (const { id } of items) await other.call(decideProposal, { body: { id, verdict: "confirmed" } });
};

const savedOf = (site: ShownSite, name: string) => site.settings.find((each) => each.name === name)?.saved;

test("D2.2 an admin changes settings, every process knows within five seconds, and history and log have it", async ({
  change,
  admin,
  see,
  visitor,
  services,
}) => {
  const theme = { name: "theme", before: savedOf(await see(), "theme"), after: "teal" };
  const answer = await change([theme, { name: "message_credits", after: 2 }]);
  expect([answer.status, savedOf(answer.body, "theme")]).toEqual([200, "teal"]);
  services.clock.advance(5_000);
  const { settings } = (await visitor().call(getSettings, {})).body;
  expect([settings.theme, settings.message_credits]).toEqual(["teal", 2]);
  const { changes } = (await admin.call(getSiteChanges, {})).body;
  expect(changes[0]).toMatchObject({
    staff: expect.stringContaining("Staff"),
    changes: expect.arrayContaining([
      { ...theme, label: "Colours" },
      { name: "message_credits", label: "Price of a message", after: 2 },
    ]),
    undone: false,
  });
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries[0]).toMatchObject({ action: "site_changed", subject: "site:rendezvous" });
});

test("D2.2 each change can be taken back once, and taking back can be taken back", async ({ change, admin, see }) => {
  await change([{ name: "refund_days", after: 30 }]);
  const newest = async () => (await admin.call(getSiteChanges, {})).body.changes[0];
  const first = await newest();
  const undo = (id = "") => admin.call(undoSiteChange, { body: { site: "rendezvous", id } });
  const atOnce = await Promise.all([undo(first?.id), undo(first?.id)]);
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(savedOf(await see(), "refund_days")).toBeUndefined();
  expect((await undo(first?.id)).body.error?.code).toBe("staff_item_gone");
  const second = await newest();
  expect(second).toMatchObject({ undoes: true, changes: [{ name: "refund_days", before: 30 }] });
  expect((await undo(second?.id)).status).toBe(200);
  expect(savedOf(await see(), "refund_days")).toBe(30);
  // the value was changed since: what a later person saved is not taken back with it
  const third = await newest();
  await change([{ name: "refund_days", before: 30, after: 20 }]);
  expect((await undo(third?.id)).body.error).toMatchObject({
    code: "site_changed",
    field_codes: { refund_days: "changed_meanwhile" },
  });
});

test("D2.2 of two admins at once the second is told, and nothing is overwritten; other settings don't clash", async ({
  admin,
  other,
  see,
}) => {
  const before = savedOf(await see(), "name");
  const save = (client: typeof admin, changes: SiteChange[]) =>
    client.call(changeStaffSite, { body: { site: "rendezvous", changes } });
  const both = await Promise.all([
    save(admin, [{ name: "name", before, after: "One" }]),
    save(other, [{ name: "name", before, after: "Two" }]),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const loser = both.find(({ status }) => status === 409);
  expect(loser?.body.error).toMatchObject({ code: "site_changed", field_codes: { name: "changed_meanwhile" } });
  expect(["One", "Two"]).toContain(savedOf(await see(), "name"));
  expect((await save(other, [{ name: "support_phone", after: "+45 1234" }])).status).toBe(200);
  const stale = await save(other, [
    { name: "name", before, after: "Three" },
    { name: "description", after: "not saved either" },
  ]);
  expect(stale.status).toBe(409);
  expect(savedOf(await see(), "description")).not.toBe("not saved either");
});

test("D2.2 a command's change stands in the history, and is what the screen compares with", async ({
  admin,
  change,
  services,
}) => {
  const context = { db: services.db, now: services.clock.now(), cdnHosts: [] };
  await changeSite(context, "rendezvous", { settings: { gift_credits: 7 } });
  expect((await change([{ name: "gift_credits", after: 8 }])).status).toBe(409);
  const { changes } = (await admin.call(getSiteChanges, {})).body;
  expect(changes[0]).toMatchObject({ staff: null, changes: [{ name: "gift_credits", after: 7 }] });
});

test.for<[string, SiteChange, string, string]>([
  ["a number as text", { name: "photo_credits", after: "many" }, "photo_credits", "invalid"],
  ["a number too high", { name: "photo_credits", after: 1001 }, "photo_credits", "too_big"],
  ["a colour that is none", { name: "theme", after: "beige" }, "theme", "unknown_option"],
  ["no language at all", { name: "languages", after: [] }, "languages", "required"],
  ["a language twice", { name: "languages", after: ["en", "en"] }, "languages", "named_twice"],
  [
    "a first language that is not offered",
    { name: "domain_language", after: "xx" },
    "domain_language",
    "unknown_option",
  ],
  ["an invisible label", { name: "fictional_icon", after: "\u200b" }, "fictional_icon", "invisible_text"],
  [
    "letters as the sign of an invented profile",
    { name: "fictional_icon", after: "VIP" },
    "fictional_icon",
    "misleading_label",
  ],
  ["a tick as its sign", { name: "fictional_icon", after: "✓" }, "fictional_icon", "misleading_label"],
  [
    "a label that claims a check",
    { name: "fictional_warning", after: "Verified" },
    "fictional_warning",
    "misleading_label",
  ],
  [
    "other words for many",
    { name: "fictional_plural", after: "lovely members" },
    "fictional_plural",
    "misleading_label",
  ],
  ["an empty label", { name: "fictional_warning", after: " " }, "fictional_warning", "required"],
  [
    "a line break in a sender's name",
    { name: "mail_name", after: "A\r\nBcc: b@c.de" },
    "mail_name",
    "forbidden_characters",
  ],
  ["a text too long", { name: "description", after: "x".repeat(301) }, "description", "too_long"],
  ["another site's domain", { name: "hosts", before: [], after: ["127.0.0.1"] }, "hosts", "host_taken"],
  ["a setting that does not exist", { name: "password", after: "x" }, "password", "unknown_option"],
  ["the prototype", { name: "__proto__", after: "x" }, "__proto__", "unknown_option"],
  ["no country", { name: "countries", after: [] }, "countries", "required"],
  ["a country without towns", { name: "countries", after: ["AQ"] }, "countries", "country_without_towns"],
  [
    "a host for photos that the installation does not name",
    { name: "cdn_prefix", after: "https://cdn.example" },
    "cdn_prefix",
    "host_not_allowed",
  ],
  ["a company as nobody saw it", { name: "company.name", after: "" }, "company.name", "changed_meanwhile"],
  ["bundles as nobody saw them", { name: "bundles.SE", after: "x" }, "bundles.SE", "changed_meanwhile"],
])("D2.2 refused at its field, and nothing is changed: %s", async ([, wrong, field, code], { change, see }) => {
  const before = await see();
  const given = { ...wrong, before: wrong.before ?? savedOf(before, wrong.name) };
  const { body, status } = await change([
    given,
    { name: "index_title", before: savedOf(before, "index_title"), after: "Never" },
  ]);
  expect([status < 500, body.error?.field_codes?.[field]]).toEqual([true, code]);
  expect(await see()).toEqual(before);
});

test("D2.2 the screen says as much as the command, and what is wrong with each field at once", async ({
  change,
  see,
  services,
}) => {
  const [payments] = services.payments.all;
  const { methods } = payments;
  payments.methods = () => [];
  try {
    const before = await see();
    const { country: _, ...market } = before.bundles.find(({ country }) => country === "SE") ?? { country: null };
    const changes: SiteChange[] = [
      { name: "countries", before: savedOf(before, "countries"), after: ["AQ", "SE", "XX"] },
      { name: "domain", before: savedOf(before, "domain"), after: "not a host" },
      { name: "hosts", before: before.hosts, after: ["127.0.0.1"] },
      {
        name: "bundles.SE",
        before: market as SiteChange["before"],
        after: { currency: "SEK", vat_percent: 25, prices: { "10": 9_900 } },
      },
    ];
    const { body } = await change(changes);
    expect(body.error?.fields).toEqual({
      countries: "We don’t know any towns in these countries: AQ, XX. No one there could sign up.",
      domain: "This isn’t an address such as www.example.org.",
      hosts: "127.0.0.1 belongs to the site abendrot.",
      "bundles.SE": "There’d be no way to pay in this currency.",
    });
    expect(await see()).toEqual(before);
  } finally {
    payments.methods = methods;
  }
});

test("D2.2 a host of CDN_HOSTS may be set; once it is no longer named, other settings can still be changed", async ({
  change,
  other,
  see,
  services,
}) => {
  services.config.cdnHosts = ["https://cdn.example"];
  const after = "https://cdn.example";
  expect((await change([{ name: "cdn_prefix", before: savedOf(await see(), "cdn_prefix"), after }])).status).toBe(200);
  const [proposal] = (await other.call(takeProposals, { body: {} })).body.items;
  await other.call(decideProposal, { body: { id: proposal?.id ?? "", verdict: "confirmed" } });
  expect(savedOf(await see(), "cdn_prefix")).toBe(after);
  services.config.cdnHosts = [];
  const before = savedOf(await see(), "index_title");
  expect((await change([{ name: "index_title", before, after: "Still changed" }])).status).toBe(200);
  expect((await change([{ name: "cdn_prefix", before: after }])).status).toBe(200);
});

test("D2.2 no change takes the address away under which an admin works, nor a setting that every site needs", async ({
  change,
  other,
  see,
  visitor,
  services,
}) => {
  const site = await see();
  expect(site.own_host).toBe("localhost");
  const gone = await change([{ name: "name", before: savedOf(site, "name") }]);
  expect(gone.body.error?.field_codes).toEqual({ name: "required" });
  // the former domain stays a host, so this is no lock-out
  const moved = await change([{ name: "domain", before: savedOf(site, "domain"), after: "moved.example" }]);
  expect([moved.status, moved.body.hosts, moved.body.proposed]).toEqual([200, [], ["domain"]]);
  await confirm(other);
  expect((await see()).hosts).toEqual(["localhost"]);
  const locked = await change([{ name: "hosts", before: ["localhost"], after: ["www.moved.example"] }]);
  expect(locked.body.error?.field_codes).toEqual({ hosts: "host_in_use" });
  services.clock.advance(5_000);
  expect((await visitor("moved.example").call(getSettings, {})).body.settings.domain).toBe("moved.example");
  await change([
    { name: "domain", before: "moved.example", after: "localhost" },
    { name: "hosts", before: ["localhost"], after: [] },
  ]);
  await confirm(other);
  expect(savedOf(await see(), "domain")).toBe("localhost");
});

test("D7.2 an admin changes a country's bundles; a country that has none left buys those of everywhere else", async ({
  change,
  other,
  see,
  client,
  services,
}) => {
  const { bundles } = await see();
  const { country: _, ...before } = bundles.find(({ country }) => country === "SE") ?? { country: null };
  const after = { currency: "SEK", vat_percent: 25, prices: { "10": 9_900, "40": 29_900 } };
  const saved = await change([{ name: "bundles.SE", before: before as SiteChange["before"], after }]);
  expect(saved.body.proposed).toEqual(["bundles.SE"]);
  await confirm(other);
  services.clock.advance(5_000);
  const sold = (await client.call(getBundles, { query: { country: "SE" } })).body.bundles;
  expect(sold.map(({ credits, list_price: price, currency }) => [credits, price, currency])).toEqual([
    [10, 9_900, "SEK"],
    [40, 29_900, "SEK"],
  ]);
  for (const [wrong, code] of [
    [{ ...after, currency: "XXZ" }, "invalid"],
    [{ ...after, prices: {} }, "invalid"],
    [{ ...after, prices: { "0": 5 } }, "invalid"],
    [{ ...after, vat_percent: 99 }, "too_big"],
  ] as const) {
    const { body } = await change([{ name: "bundles.SE", before: after, after: wrong }]);
    expect(body.error?.field_codes, JSON.stringify(wrong)).toEqual({ "bundles.SE": code });
  }
  expect((await change([{ name: "bundles.SE", before: after }])).status).toBe(200);
  await confirm(other);
});

test("D7.2 the prices say what is unusual in them once it is saved: a VAT of another rate, and a price that is tiny", async ({
  change,
  other,
  see,
}) => {
  const usual = (await see()).unusual;
  expect(usual).not.toContain("prices");
  const after = { currency: "EUR", vat_percent: 5, prices: { "20": 14, "60": 3_990 } };
  const { bundles } = await see();
  const { country: _, ...before } = bundles.find((market) => market.country === "DE") ?? { country: null };
  await change([{ name: "bundles.DE", before: before as SiteChange["before"], after }]);
  await confirm(other);
  expect((await see()).unusual).toEqual(expect.arrayContaining(["vat", "prices"]));
  await change([{ name: "bundles.DE", before: after, after: before as SiteChange["after"] }]);
  await confirm(other);
  expect((await see()).unusual).toEqual(usual);
});

test("D2.1 a company's change shows at its other sites once a second person has confirmed it, and stands in their history", async ({
  admin,
  other,
  see,
  change,
  services,
  visitor,
}) => {
  const site = await see();
  const nameless = await change([{ name: "company.name", before: site.company.name, after: " " }]);
  expect(nameless.body.error?.field_codes).toEqual({ "company.name": "required" });
  const city = { name: "company.city", before: site.company.city, after: "Odense" };
  // a caller who does not name the other sites was not shown them
  for (const alsoOn of [[], [...site.sharing, "rendezvous"]]) {
    const refused = await change([city], "rendezvous", alsoOn);
    expect([refused.status, refused.body.error?.field_codes]).toEqual([409, { "company.city": "changed_meanwhile" }]);
  }
  const done = await change([city], "rendezvous", site.sharing);
  expect(done.body.proposed).toEqual(["company.city"]);
  expect((await visitor().call(getCompanyInfo)).body.company.city).toBe(site.company.city);
  const [proposal] = (await other.call(takeProposals, { body: {} })).body.items;
  expect(proposal?.facts).toContainEqual({ label: "also", value: site.sharing.join(", ") });
  expect((await other.call(decideProposal, { body: { id: proposal?.id ?? "", verdict: "confirmed" } })).status).toBe(
    200,
  );
  // as old as a site's settings may be
  services.clock.advance(5_000);
  expect((await visitor().call(getCompanyInfo)).body.company.city).toBe("Odense");
  for (const key of site.sharing) {
    const { changes } = (await admin.call(getSiteChanges, { query: { site: key } })).body;
    expect(changes[0]?.changes).toEqual([{ ...city, label: null }]);
  }
  const history = (await admin.call(getSiteChanges, { query: { site: "rendezvous" } })).body;
  expect([history.sharing, history.changes[0]?.sharing]).toEqual([site.sharing, site.sharing]);
  const id = history.changes[0]?.id ?? "";
  const undo = (alsoOn: string[]) => admin.call(undoSiteChange, { body: { site: "rendezvous", id, also_on: alsoOn } });
  expect((await undo([])).status).toBe(409);
  expect((await undo(site.sharing)).status).toBe(200);
  await confirm(other);
  expect((await see("abendrot")).company.city).toBe(site.company.city);
});

test("D2.1 a site that joined another's company is split again, and undo restores the link: no other site changes", async ({
  admin,
  other,
  see,
  change,
}) => {
  const shared = await see();
  const undo = async () => {
    const [newest] = (await admin.call(getSiteChanges, { query: { site: "abendrot" } })).body.changes;
    await admin.call(undoSiteChange, { body: { site: "abendrot", id: newest?.id ?? "", also_on: [] } });
    await confirm(other);
  };
  // a company of its own begins as a copy
  const split = await change([{ name: "company", before: shared.run_by }], "abendrot");
  expect([split.status, split.body.proposed]).toEqual([200, ["company"]]);
  await confirm(other);
  const own = await see("abendrot");
  expect([own.company, own.sharing, own.run_by.id === shared.run_by.id]).toEqual([shared.company, [], false]);
  await change([{ name: "company.name", before: own.company.name, after: "Kamin Media GmbH" }], "abendrot");
  await confirm(other);
  const kamin = await see("abendrot");
  expect([kamin.company.name, (await see()).company]).toEqual(["Kamin Media GmbH", shared.company]);
  const joined = [{ name: "company", before: kamin.run_by, after: shared.run_by }];
  await change(joined, "abendrot");
  await confirm(other);
  expect(await see("abendrot")).toMatchObject({ run_by: shared.run_by, sharing: ["rendezvous"] });
  await undo();
  expect(await see("abendrot")).toMatchObject({ run_by: kamin.run_by, company: kamin.company, sharing: [] });
  expect((await see()).company).toEqual(shared.company);
  // and back by the list of companies, which keeps one that runs no site
  await change(joined, "abendrot");
  await confirm(other);
  expect((await see("abendrot")).companies).toContainEqual({ ...kamin.run_by, sites: [] });
});

test("D2.1 another site's change can't be taken back here, and a site that does not exist is none", async ({
  admin,
  change,
  see,
}) => {
  const { sites } = await see();
  const elsewhere = sites.find(({ key }) => key !== "rendezvous")?.key ?? "";
  const before = savedOf(await see(elsewhere), "support_phone");
  expect((await change([{ name: "support_phone", before, after: "+49 99" }], elsewhere)).status).toBe(200);
  const [theirs] = (await admin.call(getSiteChanges, { query: { site: elsewhere } })).body.changes;
  const undone = await admin.call(undoSiteChange, { body: { site: "rendezvous", id: theirs?.id ?? "" } });
  expect(undone.body.error?.code).toBe("staff_item_gone");
  expect(savedOf(await see(elsewhere), "support_phone")).toBe("+49 99");
  for (const site of ["nowhere", "__proto__", "'"]) {
    const { body } = await change([{ name: "theme", after: "teal" }], site);
    expect(body.error?.field_codes).toEqual({ site: "not_your_site" });
  }
});
