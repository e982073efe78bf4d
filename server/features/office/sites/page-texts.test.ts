import { dayMs } from "#contract/durations.ts";
import { getPageSections } from "#contract/sites.ts";
import {
  changePageText,
  changeStaffSite,
  getSiteChanges,
  getStaffPages,
  undoSiteChange,
} from "#contract/staff-sites.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { test } from "../test-office.ts";

const site = "rendezvous";
const place = { site, page: "terms", language: "en", section: "s3" } as const;
const text = { title: "How we behave", body: "Be kind to {site}.\r\n\r\n- no hate\n- no spam" };
const stored = { title: text.title, body: "Be kind to {site}.\n\n- no hate\n- no spam" };

test("D2.2 a text stands in the site's history, and is undone there", async ({ admin, visitor }) => {
  const own = { site, page: "faq", language: "fi", section: "own1" } as const;
  await admin.call(changePageText, { body: { ...own, after: { title: "Miksi?", body: "Siksi." } } });
  const [change] = (await admin.call(getSiteChanges)).body.changes;
  expect(change?.changes).toEqual([
    { name: "pages.faq.fi.own1", label: null, after: { title: "Miksi?", body: "Siksi." } },
  ]);
  const undo = { body: { site, id: change?.id ?? "" } };
  expect((await admin.call(undoSiteChange, undo)).status).toBe(200);
  const page = { query: { page: "faq" } } as const;
  expect((await visitor().call(getPageSections, page, { language: "fi" })).body.sections).toEqual([]);
});

test("D11.4 of two who change one section the second is refused, and sees that it was changed", async ({ admin }) => {
  const own = { ...place, page: "service" } as const;
  const answers = await Promise.all(
    ["One", "Two"].map((title) => admin.call(changePageText, { body: { ...own, after: { title, body: "x" } } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error?.code).toBe("site_changed");
});

test("R2.01 a text that the law asks for is replaced with a confirmation only, and added to without", async ({
  admin,
}) => {
  const imprint = { ...place, page: "imprint", section: "s1" } as const;
  const refused = await admin.call(changePageText, { body: { ...imprint, after: text } });
  expect([refused.status, refused.body.error?.field_codes]).toEqual([400, { confirmed: "required" }]);
  expect((await admin.call(changePageText, { body: { ...imprint, after: text, confirmed: true } })).status).toBe(200);
  const promises = { ...imprint, page: "faq", after: text } as const;
  expect((await admin.call(changePageText, { body: promises })).body.error?.field_codes).toEqual({
    confirmed: "required",
  });
  const added = { ...imprint, section: "own1", after: text } as const;
  expect((await admin.call(changePageText, { body: added })).status).toBe(200);
  // the call for all other values has no confirmation
  const changes = [{ name: "pages.imprint.en.s2", after: text }];
  expect((await admin.call(changeStaffSite, { body: { site, changes } })).status).toBe(400);
});

test("bad input: placeholders, texts and sections that can't be, and another site's languages", async ({ admin }) => {
  const wrong: [object, Record<string, string>][] = [
    [{ after: { title: "a", body: "{password}" } }, { "after.body": "placeholder_unknown" }],
    [{ after: { title: "{}", body: "a" } }, { "after.title": "placeholder_unknown" }],
    [{ after: { title: " ", body: "a" } }, { "after.title": "required" }],
    [{ after: { title: "a\nb", body: "a" } }, { "after.title": "forbidden_characters" }],
    [{ after: { title: "a", body: "\u0000" } }, { "after.body": "forbidden_characters" }],
    [{ after: { title: "a", body: "a".repeat(8001) } }, { "after.body": "text_too_long" }],
    [{ section: "own6", after: text }, { section: "invalid" }],
    [{ section: "__proto__", after: text }, { section: "invalid" }],
    [{ page: "about", after: text }, { page: "unknown_option" }],
    [{ page: "us_privacy", language: "fi", after: text }, { language: "unknown_option" }],
  ];
  for (const [change, codes] of wrong) {
    const body = { ...place, page: "service", confirmed: true, ...change } as never;
    const answer = await admin.call(changePageText, { body });
    expect([answer.status, answer.body.error?.field_codes], JSON.stringify(change).slice(0, 80)).toEqual([400, codes]);
  }
});

test("D2.1 the words of one site are not another's", async ({ admin, visitor, services, siteIds: [, second = 0] }) => {
  await admin.call(changePageText, { body: { ...place, page: "service", after: text } });
  const sites = (await admin.call(getStaffPages)).body.sites;
  const other = sites.find(({ key }) => key !== site);
  expect((await admin.call(getStaffPages, { query: { site: other?.key ?? "" } })).body.texts).toEqual({});
  const hosts = services.db.selectFrom("site_hosts").select("host").where("site_id", "=", second);
  const { host } = await hosts.executeTakeFirstOrThrow();
  expect((await visitor(host).call(getPageSections, { query: { page: "service" } })).body.sections).toEqual([]);
});

test("R9.05 a changed text dates the privacy statement, and a new member accepts that version", async ({
  given,
  visitor,
  services,
  signedUp,
}) => {
  const versionOf = async () => {
    const { id } = await signedUp();
    const query = services.db.selectFrom("accounts").select("terms_version").where("id", "=", id);
    return (await query.executeTakeFirstOrThrow()).terms_version;
  };
  const privacy = { ...place, page: "privacy" } as const;
  const before = await versionOf();
  services.clock.advance(3 * dayMs);
  // a session of staff lasts 8 hours
  const { client: admin } = await staffMember(given, "admin");
  const now = services.clock.now().toISOString();
  const changed = await admin.call(changePageText, { body: { ...privacy, after: text, confirmed: true } });
  expect([changed.status, changed.body.texts["privacy.en.s3"]]).toEqual([200, stored]);
  const ask = async (language: "en" | "fi") =>
    (await visitor().call(getPageSections, { query: { page: "privacy" } }, { language })).body;
  expect(await ask("en")).toEqual({ changed_at: now, sections: [{ section: "s3", ...stored }] });
  const finnish = await ask("fi");
  expect(finnish.sections).toEqual([]);
  expect(await versionOf()).toBe(now.slice(0, 10));
  expect(before).not.toBe(now.slice(0, 10));

  // to return to the built-in text is a change of the text too
  services.clock.advance(dayMs);
  const { client: later } = await staffMember(given, "admin");
  const back = await later.call(changePageText, { body: { ...privacy, before: stored } });
  expect([back.status, back.body.texts["privacy.en.s3"]]).toEqual([200, undefined]);
  expect(await ask("en")).toEqual({ changed_at: services.clock.now().toISOString(), sections: [] });
  expect(await versionOf()).toBe(services.clock.now().toISOString().slice(0, 10));
  expect(await ask("fi"), "the words in Finnish are the same").toEqual(finnish);
});
