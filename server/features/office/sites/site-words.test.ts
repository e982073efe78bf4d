import { languages } from "#contract/constants.ts";
import { getOwnWords, getStaffWords } from "#contract/site-words.ts";
import {
  changeStaffSite,
  getSiteChanges,
  getStaffSite,
  type SiteChange,
  undoSiteChange,
} from "#contract/staff-sites.ts";
import { staffMember, wholeLog } from "#server/features/office/staff/test-staff.ts";
import { standardWords } from "#server/features/sites/index.ts";
import { test as base, expect } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";

const test = base.extend("change", { scope: "file" }, async ({ given }) => {
  const { client } = await staffMember(given, "admin");
  const change = (changes: SiteChange[], site = "rendezvous") =>
    client.call(changeStaffSite, { body: { site, changes } });
  return Object.assign(change, { client });
});

const heading = "words.home.en.heading";

test("D2.2 a site words its home page: visitors read it within five seconds, history and log have it, undo ends it", async ({
  change,
  visitor,
  services,
}) => {
  const read = async (language: "en" | "de") => {
    services.clock.advance(5_000);
    return (await visitor().call(getOwnWords, {}, { language })).body.words;
  };
  const answer = await change([{ name: heading, after: " Come as you are " }]);
  expect([answer.status, answer.body.words]).toEqual([200, { "home.en.heading": "Come as you are" }]);
  expect(await read("en")).toEqual({ "home.heading": "Come as you are" });
  expect(await read("de")).toEqual({});
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries[0]).toMatchObject({ action: "site_changed", detail: { names: heading } });
  const [stored] = (await change.client.call(getSiteChanges, {})).body.changes;
  await change.client.call(undoSiteChange, { body: { site: "rendezvous", id: stored?.id ?? "" } });
  expect(await read("en")).toEqual({});
});

test("D2.1 the words of one site are not another's", async ({ change, visitor, services, siteIds: [, second = 0] }) => {
  await change([{ name: "words.landers.en.video.heading", after: "A free seat" }]);
  services.clock.advance(5_000);
  const hosts = services.db.selectFrom("site_hosts").select("host").where("site_id", "=", second);
  const { host } = await hosts.executeTakeFirstOrThrow();
  expect((await visitor(host).call(getOwnWords)).body.words).toEqual({});
  expect((await visitor().call(getOwnWords)).body.words).toEqual({ "landers.video.heading": "A free seat" });
});

test("R2.01 D11.1 prices, labels, reasons and the ends of mails can't be worded away", async ({ change }) => {
  const closed = [
    "home.en.bill.message",
    "home.en.promises.labelled_text",
    "home.en.sign_up",
    "landings.en.fictional",
    "landings.en.adults",
    "landers.en.common.faces_demo",
    "landers.en.socialnetwork.honest",
    "mails.en.like.why",
    "mails.en.like.unsubscribe",
    "mails.en.names.fictional_member",
    "mails.en.payment_completed.text_one",
    "mails.en.payment_completed.subject",
    "mails.en.terms_change.asks",
    "mails.en.demo",
    "mails.xx.like.heading",
    "terms.en.s1",
  ].map((key) => `words.${key}`);
  for (const name of closed) {
    const { status, body } = await change([{ name, after: "Ours" }]);
    expect([status, body.error?.field_codes], name).toEqual([400, { [name]: "unknown_option" }]);
  }
});

test("bad input: a value that is missing or unknown is refused at its field, and so is what no line can hold", async ({
  change,
}) => {
  const subject = "words.mails.en.like.subject_other";
  const wrong: [name: string, after: string, code: string][] = [
    [subject, "You are liked", "placeholders_missing"],
    [subject, "{names} like you, {password}", "placeholders_unknown"],
    [subject, "{names} like you, {}", "placeholders_unknown"],
    [subject, "{names} <b>like</b> you", "placeholders_unknown"],
    [subject, "{names}\nBcc: all@example.org", "forbidden_characters"],
    [subject, "{names}".padEnd(501, "!"), "too_long"],
    [heading, " ", "required"],
  ];
  for (const [name, after, code] of wrong) {
    const { status, body } = await change([{ name, after }]);
    expect([status, body.error?.field_codes], after.slice(0, 40)).toEqual([400, { [name]: code }]);
  }
  const { body } = await change([{ name: subject, after: "You are liked" }], "rendezvous");
  expect(body.error?.fields?.[subject]).toContain("{names}");
});

test("D11.4 a text that fits no longer keeps no other change from being saved, and visitors read the built-in one", async ({
  change,
  services,
  visitor,
}) => {
  const row = { site_id: 1, page: "home", language: "en", section: "intro", body: "Hello {gone}" };
  await services.db
    .insertInto("page_texts")
    .values({ ...row, changed_at: services.clock.now() })
    .execute();
  const { body } = await change.client.call(getStaffSite);
  expect(body.words["home.en.intro"]).toBe("Hello {gone}");
  expect((await change([{ name: heading, after: "Come in" }])).status).toBe(200);
  services.clock.advance(5_000);
  expect((await visitor().call(getOwnWords)).body.words).not.toHaveProperty(["home.intro"]);
});

test("D2.2 staff choose a group of texts, and see the built-in ones in the chosen language", async ({ change }) => {
  const { body } = await change.client.call(getStaffWords, { query: { group: "mails.decision", language: "de" } });
  expect(body.texts).toEqual([
    { key: "mails.de.decision.heading", standard: "Wir haben eine Entscheidung getroffen, {name}" },
  ]);
  expect(body.groups.map(({ name }) => name)).toEqual(expect.arrayContaining(["home", "landings", "landers.video"]));
  expect(body.groups.find(({ name }) => name === "mails.activation")?.title).toContain("{site}");
  expect((await change.client.call(getStaffWords, { query: { group: "mails.report" } })).status).toBe(400);
});

test.for(languages)("R1.11 in %s the same texts may be worded as in English", (language) => {
  const keysOf = (code: typeof language) => [
    ...new Set([...standardWords(code).keys()].map((key) => key.replace(/_(?:one|few|many|other)$/, ""))),
  ];
  expect(keysOf(language).sort()).toEqual(keysOf("en").sort());
});
