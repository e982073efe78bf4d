import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { getPageSections } from "#contract/sites.ts";
import {
  announceTerms,
  changePageText,
  getSiteChanges,
  getStaffPages,
  undoSiteChange,
  withdrawTerms,
} from "#contract/staff-sites.ts";
import { getComingTerms } from "#contract/terms.ts";
import { getUpdates } from "#contract/updates.ts";
import { formatDay } from "#server/features/mails/index.ts";
import { findAuditLog } from "#server/features/office/index.ts";
import { staffMember, wholeLog } from "#server/features/office/staff/test-staff.ts";
import { changeSite } from "#server/features/sites/index.ts";
import type { Services } from "#server/services.ts";
import { test as base, expect } from "#server/test.ts";
import { announceTermsJob } from "./jobs.ts";

const site = "rendezvous";
const place = { site, page: "terms", language: "en", section: "s3", confirmed: true } as const;
const text = (title: string) => ({ title, body: "Be kind to {site}." });

const test = base
  /** An admin who has just logged in, because tests move the clock and a session lasts 8 hours. */
  .extend("admin", async ({ given }) => (await staffMember(given, "admin")).client)
  .extend(
    "day",
    ({ services }) =>
      (days: number) =>
        dayOf(new Date(services.clock.now().getTime() + days * dayMs)),
  )
  .extend("inForce", ({ visitor }) => async () => {
    const { sections } = (await visitor().call(getPageSections, { query: { page: "terms" } })).body;
    return sections.map((section) => section.title);
  })
  .extend(
    "coming",
    ({ visitor }) =>
      async () =>
        (await visitor().call(getComingTerms)).body.coming,
  )
  .extend("versionOf", ({ services }) => async (id: string) => {
    const query = services.db.selectFrom("accounts").select("terms_version").where("id", "=", id);
    return (await query.executeTakeFirstOrThrow()).terms_version;
  });

type Admin = Awaited<ReturnType<typeof staffMember>>["client"];
const nextOf = async (admin: Admin) => (await admin.call(getStaffPages, { query: { site } })).body.next;
async function announce(admin: Admin, applies_on: string) {
  const { id = "" } = (await nextOf(admin)) ?? {};
  return await admin.call(announceTerms, { body: { site, id, applies_on } });
}

/** How many members were mailed, of any terms. */
const recorded = async ({ db }: Pick<Services, "db">) =>
  (await db.selectFrom("terms_notices").select("account_id").execute()).length;

/** The addresses that got the mail, in their order. */
const told = (mails: readonly { to: string; subject: string }[]) =>
  mails.filter(({ subject }) => subject.includes("terms will change")).map(({ to }) => to);

test("R9.05 changed terms are mailed to every member once, and apply after the notice; the accepted version stays", {
  timeout: 60_000,
}, async ({ admin, given, signedUp, member, mails, services, siteIds, day, inForce, coming, versionOf }) => {
  const anna = await signedUp();
  const accepted = await versionOf(anna.id);
  const [silent, elsewhere] = [await member(), await member({ siteId: siteIds[1] })];
  const invented = await member({ fictional: true });
  const [unconfirmed, gone] = [await member(), await member()];
  const set = (id: string, values: object) =>
    services.db.updateTable("accounts").set(values).where("id", "=", id).execute();
  await set(silent.id, { notifications_disabled: ["list_unsubscribe"] });
  await set(unconfirmed.id, { status: "not_confirmed" });
  await set(gone.id, { status: "deleted", deleted_at: services.clock.now() });

  const saved = await admin.call(changePageText, { body: { ...place, after: text("New rules") } });
  expect([saved.status, saved.body.announces, saved.body.texts, saved.body.next?.texts]).toEqual([
    200,
    true,
    {},
    { "en.s3": text("New rules") },
  ]);
  expect([await inForce(), await coming()]).toEqual([[], null]);
  await announceTermsJob.run(services, {});
  expect(await recorded(services)).toBe(0);

  const from = day(31);
  const answer = await announce(admin, from);
  expect([answer.status, answer.body.next?.applies_on]).toEqual([200, from]);
  expect(await coming()).toEqual({
    applies_on: from,
    sections: [{ section: "s3", ...text("New rules") }],
    settings: {},
  });
  await Promise.all([announceTermsJob.run(services, {}), announceTermsJob.run(services, {})]);
  await announceTermsJob.run(services, {});
  const addresses = services.db.selectFrom("accounts").select("email").where("id", "in", [anna.id, silent.id]);
  const expected = (await addresses.execute()).map(({ email }) => email).sort();
  expect(told(await mails()).sort()).toEqual(expected);
  expect((await nextOf(admin))?.mailed).toBe(2);
  expect((await anna.client.call(getUpdates)).body.updates[0]).toMatchObject({
    kind: "terms_change",
    path: "/pages/terms?version=next",
  });
  expect(elsewhere.id).not.toBe(invented.id);

  // who confirms later hears of it later
  await set(unconfirmed.id, { status: "active" });
  await announceTermsJob.run(services, {});
  expect(await recorded(services)).toBe(expected.length + 1);

  services.clock.advance(30 * dayMs);
  await announceTermsJob.run(services, {});
  expect(await inForce()).toEqual([]);
  services.clock.advance(dayMs);
  await announceTermsJob.run(services, {});
  await announceTermsJob.run(services, {});
  expect([await inForce(), await coming()]).toEqual([["New rules"], null]);
  expect(told(await mails())).toHaveLength(expected.length + 1);
  expect(await versionOf(anna.id)).toBe(accepted);
  expect(await versionOf((await signedUp()).id)).toBe(from);

  const { client: later } = await staffMember(given, "admin");
  expect(await nextOf(later)).toBeNull();
  const [change] = (await later.call(getSiteChanges)).body.changes;
  expect(change?.changes).toEqual([{ name: "pages.terms.en.s3", label: null, after: text("New rules") }]);
  const undo = await later.call(undoSiteChange, { body: { site, id: change?.id ?? "" } });
  expect([undo.status, undo.body.error?.code]).toEqual([409, "terms_need_notice"]);
});

test("R9.05 a mail run that fails in its middle records no one, and the next one mails all of them once", async ({
  admin,
  member,
  mails,
  services,
  day,
}) => {
  const ids = (await Promise.all(Array.from({ length: 4 }, () => member()))).map(({ id }) => id);
  await admin.call(changePageText, { body: { ...place, section: "s4", after: text("Half") } });
  await announce(admin, day(40));
  let calls = 0;
  const add = (async (...given: Parameters<Services["jobs"]["add"]>) => {
    calls += 1;
    if (calls === 3) throw new Error("killed");
    return await services.jobs.add(...given);
  }) as Services["jobs"]["add"];
  const failing = { ...services, jobs: { ...services.jobs, add } };
  await expect(announceTermsJob.run(failing, {})).rejects.toThrow("stuck");
  expect(told(await mails())).toEqual([]);
  await announceTermsJob.run(services, {});
  const heard = told(await mails());
  expect(new Set(heard).size).toBe(heard.length);
  const notices = services.db.selectFrom("terms_notices").select("account_id").where("account_id", "in", ids);
  expect(await notices.execute()).toHaveLength(4);
  await admin.call(withdrawTerms, { body: { site, id: (await nextOf(admin))?.id ?? "" } });
});

test("R9.05 if the mails go out late, the terms in force stay until everyone had 30 days", async ({
  admin,
  given,
  member,
  mails,
  services,
  day,
  inForce,
  coming,
}) => {
  await member();
  await admin.call(changePageText, { body: { ...place, section: "s5", after: text("Late") } });
  const from = day(31);
  expect((await announce(admin, from)).status).toBe(200);
  services.clock.advance(10 * dayMs);
  await announceTermsJob.run(services, {});
  const really = day(30);
  expect((await coming())?.applies_on).toBe(really);
  const { email } = await member();
  await announceTermsJob.run(services, {});
  expect((await mails(email)).map(({ subject }) => subject)).toEqual([
    `Rendezvous: our terms will change on ${formatDay("en", new Date(really))}`,
  ]);
  services.clock.advance(22 * dayMs);
  await announceTermsJob.run(services, {});
  expect(await inForce()).not.toContain("Late");
  services.clock.advance(8 * dayMs);
  await announceTermsJob.run(services, {});
  expect([day(0), await inForce()]).toEqual([really, expect.arrayContaining(["Late"])]);
  // back to the built-in text is a change like another
  const { client } = await staffMember(given, "admin");
  await client.call(changePageText, { body: { ...place, section: "s5", before: text("Late") } });
  expect((await nextOf(client))?.texts).toEqual({ "en.s5": null });
  const back = await client.call(changePageText, { body: { ...place, section: "s5", after: text("Late") } });
  expect([back.status, back.body.next]).toEqual([200, null]);
});

test("R9.05 bad input: a day too near or too far, twice, another's draft, words after the announcement, a command", async ({
  admin,
  member,
  services,
  day,
}) => {
  await member();
  const draft = { ...place, section: "own1" } as const;
  const both = await Promise.all(
    ["One", "Two"].map((title) => admin.call(changePageText, { body: { ...draft, after: text(title) } })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const [on, code] of [
    [day(30), "notice_too_short"],
    [day(0), "notice_too_short"],
    [day(400), "invalid"],
    ["2027-02-31", "required"],
    ["", "required"],
  ] as const) {
    expect((await announce(admin, on)).body.error?.field_codes, on).toEqual({ applies_on: code });
  }
  const { id = "" } = (await nextOf(admin)) ?? {};
  const other = await admin.call(announceTerms, { body: { site: "abendrot", id, applies_on: day(50) } });
  expect(other.body.error?.code).toBe("staff_item_gone");
  const announced = await Promise.all([announce(admin, day(50)), announce(admin, day(60))]);
  expect(announced.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await admin.call(changePageText, { body: { ...draft, section: "own2", after: text("Three") } });
  expect(late.body.error?.code).toBe("terms_announced");
  const context = { db: services.db, now: services.clock.now(), cdnHosts: [] };
  const command = changeSite(context, site, { pages: { "terms.en.s1": text("By command") } });
  await expect(command).rejects.toThrow("members are told 30 days before");
  const withdraw = () => admin.call(withdrawTerms, { body: { site, id } });
  const gone = await Promise.all([withdraw(), withdraw()]);
  expect(gone.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await nextOf(admin)).toBeNull();
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries[0]).toMatchObject({ action: "terms_withdrawn", subject: `site:${site}` });
});

test("D2.1 the terms of one site are not another's, and a site without members changes its terms at once", async ({
  admin,
  services,
  siteIds: [, second = 0],
  visitor,
}) => {
  await services.db.deleteFrom("accounts").where("site_id", "=", second).execute();
  const changed = await admin.call(changePageText, {
    body: { ...place, site: "abendrot", language: "de", after: text("Regeln") },
  });
  expect([changed.status, changed.body.announces, changed.body.next]).toEqual([200, false, null]);
  const hosts = services.db.selectFrom("site_hosts").select("host").where("site_id", "=", second);
  const { host } = await hosts.executeTakeFirstOrThrow();
  const there = await visitor(host).call(getPageSections, { query: { page: "terms" } }, { language: "de" });
  expect(there.body.sections).toEqual([{ section: "s3", ...text("Regeln") }]);
  const here = await visitor().call(getPageSections, { query: { page: "terms" } }, { language: "de" });
  expect(here.body.sections).toEqual([]);
});

test("R9.05 who signs up or is let in again before the day is mailed too; the suspended can leave, the banned have left", async ({
  admin,
  member,
  signedUp,
  mails,
  services,
  day,
  given,
}) => {
  const [suspended, banned] = [await member(), await member()];
  const now = services.clock.now();
  const set = (id: string, values: object) =>
    services.db.updateTable("accounts").set(values).where("id", "=", id).execute();
  await set(suspended.id, { status: "suspended", suspended_until: new Date(now.getTime() + 60 * dayMs) });
  await set(banned.id, { status: "banned", banned_at: now });
  await admin.call(changePageText, { body: { ...place, section: "s6", after: text("Leaving") } });
  await announce(admin, day(31));
  await announceTermsJob.run(services, {});
  const mailed = async (to: string) => (await mails(to)).filter(({ subject }) => subject.includes("terms will change"));
  expect([await mailed(suspended.email), await mailed(banned.email)]).toEqual([[expect.anything()], []]);
  const [mail] = await mailed(suspended.email);
  const leaving = "with the form at http://localhost:3000/complaints: we’ll refund your unspent credits";
  expect(mail?.text.replace(/\s+/g, " ")).toContain(leaving);
  await set(banned.id, { status: "active", banned_at: null });
  services.clock.advance(dayMs);
  const { form } = await signedUp();
  await announceTermsJob.run(services, {});
  await announceTermsJob.run(services, {});
  expect([await mailed(banned.email), await mailed(form.email)]).toEqual([[expect.anything()], [expect.anything()]]);
  const { client } = await staffMember(given, "admin");
  await client.call(withdrawTerms, { body: { site, id: (await nextOf(client))?.id ?? "" } });
});

test("R9.05 terms that staff take back are mailed to no one any more, also if their mails wait already", async ({
  admin,
  member,
  mails,
  services,
  day,
}) => {
  const { email, client } = await member();
  await admin.call(changePageText, { body: { ...place, section: "s7", after: text("Taken back") } });
  await announce(admin, day(31));
  await announceTermsJob.run(services, {});
  const listed = async () => (await client.call(getUpdates)).body.updates.map(({ kind }) => kind);
  expect(await listed()).toEqual(["terms_change"]);
  await admin.call(withdrawTerms, { body: { site, id: (await nextOf(admin))?.id ?? "" } });
  expect(await mails(email)).toEqual([]);
  expect(await listed()).toEqual([]);
});

test("R9.05 terms of a site that can't be put in force stop no other site's", async ({
  admin,
  member,
  services,
  siteIds: [first, second],
  day,
  inForce,
}) => {
  await member({ siteId: second });
  const stuck = { ...place, site: "abendrot", section: "s8" } as const;
  await admin.call(changePageText, { body: { ...stuck, after: text("Stuck") } });
  const { id = "" } = (await admin.call(getStaffPages, { query: { site: "abendrot" } })).body.next ?? {};
  await admin.call(announceTerms, { body: { site: "abendrot", id, applies_on: day(31) } });
  await member({ siteId: first });
  await admin.call(changePageText, { body: { ...place, section: "s8", after: text("Not stuck") } });
  await announce(admin, day(31));
  await announceTermsJob.run(services, {});
  // as if an update of the service had made the checks stricter
  const texts = JSON.stringify({ "en.s8": text("") });
  await services.db.updateTable("terms_versions").set({ texts }).where("id", "=", id).execute();
  services.clock.advance(31 * dayMs);
  await expect(announceTermsJob.run(services, {})).rejects.toThrow("the announced terms of a site are stuck: 1 of 2");
  expect(await inForce()).toContain("Not stuck");
});
