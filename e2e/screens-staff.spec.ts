import { type Browser, expect } from "@playwright/test";
import { ask } from "./database.ts";
import type { Member } from "./member.ts";
import { field, press, screensOf, sees, type Visit, visit } from "./screens.ts";
import { codeOf, finishSetup, inviteStaff, photosToInspect, setUpStaff } from "./staff.ts";
import { sayIn } from "./texts.ts";
import { giveDevice } from "./virtual-device.ts";

const say = sayIn("en");

/** An admin's own browser, and a new member with a photo to inspect. */
type Admin = Visit & { inge: Member };

/** Logs a new admin in: an item that a colleague has opened is not shown to them. */
async function arriveAsAdmin(browser: Browser): Promise<Admin> {
  const viewer = await visit(browser);
  const secret = await setUpStaff(viewer.page, inviteStaff("admin").path);
  await finishSetup(viewer.page, codeOf(secret));
  await viewer.page.waitForURL(/\/staff$/);
  return { ...viewer, inge: await photosToInspect(viewer.context, "Inge", ["#b35"]) };
}

screensOf(
  "staff who log in",
  async (browser) => {
    const viewer = await visit(browser);
    await giveDevice(viewer.context, viewer.page);
    return { ...viewer, ...inviteStaff("admin"), secret: "" };
  },
  [
    { name: "invitation", path: ({ path }) => path },
    {
      name: "app for the codes",
      prepare: async (page, staff) => {
        staff.secret = await setUpStaff(page, staff.path);
      },
    },
    {
      name: "logged in",
      prepare: async (page, { secret }) => {
        await finishSetup(page, codeOf(secret));
        await page.waitForURL(/\/staff$/);
      },
    },
    {
      name: "login by passkey",
      path: "/staff",
      prepare: async (page) => {
        await press(page, say("staff:here.leave"));
        await press(page, say("staff:login.with_passkey"));
      },
    },
    { name: "invitation redeemed before", path: ({ path }) => path },
  ],
);

screensOf("staff at the queues and with members", arriveAsAdmin, [
  {
    name: "a photo to inspect",
    path: async ({ inge }) => {
      const [photo] = await ask("select id from photos where member_id = $1", [inge.id]);
      return `/staff/queue/photos?item=${photo?.id}`;
    },
    prepare: (page, { inge }) => expect(page.getByRole("img", { name: new RegExp(inge.name) })).toBeVisible(),
    longWords: true,
  },
  {
    name: "a document to check",
    path: async ({ inge }) => {
      const [check] = await ask(
        `insert into verifications (member_id, kind, site_id, status, picture_id, asked_at, sent_at)
         select member_id, 'document', site_id, 'waiting', gen_random_uuid(), now(), now()
         from profiles where member_id = $1 returning picture_id`,
        [inge.id],
      );
      return `/staff/queue/ages?item=${check?.picture_id}`;
    },
    prepare: (page) => sees(page, say("staff:document.birth_date")),
  },
  {
    name: "a report that can’t wait",
    path: async ({ inge }) => {
      const [report] = await ask(
        `insert into reports (site_id, reporter_id, reported_id, about, about_id, reason, urgent, text, created_at, changed_at)
         select a.site_id, a.member_id, b.member_id, 'profile', b.member_id, 'danger', true, 'He says he will hurt himself.',
           now(), now()
         from profiles a, profiles b
         where a.member_id = $1 and b.site_id = a.site_id and b.member_id <> a.member_id limit 1
         returning id`,
        [inge.id],
      );
      return `/staff/queue/reports?item=${report?.id}`;
    },
    prepare: (page) => sees(page, say("staff:reports.urgent")),
    longWords: true,
  },
  {
    name: "a guest’s notice that names no member",
    path: async () => {
      const [report] = await ask(
        `with report as (
             insert into reports (site_id, about, reason, text, created_at, changed_at)
             select min(id), 'profile', 'other', 'He sells shoes.', now(), now() from sites returning id, site_id),
           notice as (
             insert into content_notices (site_id, report_id, name, email, language, place, reason, text, mailed, created_at)
             select site_id, id, 'Noor', 'noor@example.org', 'nl', 'A man with a red hat', 'other', 'He sells shoes.', true, now()
             from report)
           select id from report`,
        [],
      );
      return `/staff/queue/reports?item=${report?.id}`;
    },
    prepare: async (page) => {
      await sees(page, "A man with a red hat");
      await sees(page, say("staff:notice.find"));
    },
  },
  {
    name: "flagged first messages",
    path: async ({ inge }) => {
      const [review] = await ask(
        `insert into reviews (site_id, member_id, recipients, same_text, opened_at)
         select site_id, member_id, 4, 3, now() from profiles where member_id = $1 returning id`,
        [inge.id],
      );
      return `/staff/queue/reviews?item=${review?.id}`;
    },
    prepare: (page) => sees(page, say("staff:review.do")),
  },
  {
    name: "a complaint to answer, with an earlier one",
    path: async ({ inge }) => {
      const complaints = await ask(
        `insert into complaints (site_id, number, kind, email, logged_in, text, created_at, language, answer,
           answered_at, closed_at)
         select min(s.id), c.number || left($1, 8), 'complaint', $2, false, 'It is slow', c.at, 'nl', c.answer,
           c.at + c.answered, c.at + c.answered
         from sites s, (values ('A', now() - interval '9 days', 'It is faster now.', interval '1 day'),
           ('B', now() - interval '8 days', null, null)) as c (number, at, answer, answered)
         group by c.number, c.at, c.answer, c.answered
         returning id, answer`,
        [inge.id, inge.email],
      );
      return `/staff/queue/complaints?item=${complaints.find(({ answer }) => answer === null)?.id}`;
    },
    prepare: async (page) => {
      await sees(page, "It is faster now.");
      await field(page, say("staff:queue.answer")).fill("Give it another try.");
    },
    longWords: true,
  },
  {
    name: "found members",
    path: "/staff/members",
    prepare: async (page, { inge }) => {
      await field(page, say("staff-members:find.label")).fill(inge.name);
      await press(page, say("staff-members:find.send"));
      await expect(page.getByRole("link", { name: new RegExp(`^${inge.name}`) }).first()).toBeVisible();
    },
  },
  {
    name: "found members, all filters, and a measure against several",
    prepare: async (page) => {
      await page.getByText(say("staff-members:find.filters")).click();
      await page.getByRole("checkbox").first().check();
      await sees(page, say("staff-members:many.title", { count: 1 }));
    },
  },
  {
    name: "a member's page",
    prepare: async (page, { inge }) => {
      await page
        .getByRole("link", { name: new RegExp(`^${inge.name}`) })
        .first()
        .click();
      await field(page, say("staff-members:measure.choose")).selectOption("suspended");
      await expect(field(page, say("staff-members:measure.days"))).toBeVisible();
    },
    longWords: true,
  },
  {
    name: "audit log",
    path: "/staff/log",
    prepare: async (page) => {
      const log = page.getByRole("region", { name: say("staff:log.title") });
      await expect(log.getByRole("cell", { name: say("staff:action.members_searched") }).first()).toBeVisible();
      // nor does the table scroll by itself, which the page's width does not show
      expect(await log.evaluate((section) => section.scrollWidth - section.clientWidth)).toBe(0);
    },
    longWords: true,
  },
]);

screensOf("staff at the figures and at money", arriveAsAdmin, [
  { name: "numbers", path: "/staff/numbers", longWords: true },
  { name: "all sites by numbers", path: "/staff/overview", longWords: true },
  { name: "results of landers", path: "/staff/results", longWords: true },
  { name: "revenue by source", path: "/staff/revenue", longWords: true },
  { name: "the chargeback ratio", path: "/staff/disputes", longWords: true },
  { name: "payouts", path: "/staff/settlements", longWords: true },
  { name: "partners", path: "/staff/partners", longWords: true },
  {
    name: "a partner",
    path: async () => {
      const [partner] = await ask("select id from partners limit 1", []);
      return `/staff/partners/${partner?.id}`;
    },
    prepare: (page) => sees(page, say("partners:statements")),
    longWords: true,
  },
  {
    name: "the page that a partner opens by its link",
    path: async ({ context }) => {
      const [partner] = await ask("select id from partners limit 1", []);
      const answer = await context.request.get(`/api/staff-partner.php?id=${partner?.id}`);
      return new URL((await answer.json()).link).pathname;
    },
    prepare: (page) => sees(page, say("partners:statements")),
    longWords: true,
  },
  { name: "API keys", path: "/staff/api-keys", longWords: true },
  { name: "webhooks", path: "/staff/webhooks", longWords: true },
  { name: "money", path: "/staff/money", longWords: true },
  { name: "payments", path: "/staff/payments", longWords: true },
  {
    name: "a payment",
    path: async ({ inge }) => {
      const [paid] = await ask(
        `insert into payments (site_id, member_id, bundle_id, credits, list_minor, amount_minor, currency, vat_percent,
             provider, provider_reference, method, status, key, body_hash, origin, language, begin_text, begin_language,
             created_at, completed_at)
           select p.site_id, p.member_id, b.id, b.credits, 995, 995, 'EUR', 21, 'sandbox', 'sb_' || p.member_id, 'card',
             'completed', gen_random_uuid(), '', 'http://localhost', 'en', 'Please begin at once.', 'en', now(), now()
           from profiles p join bundles b on b.site_id = p.site_id where p.member_id = $1 limit 1 returning id`,
        [inge.id],
      );
      return `/staff/payments/${paid?.id}`;
    },
    prepare: (page) => sees(page, say("money:file.timeline")),
    longWords: true,
  },
]);

screensOf("staff who run sites", arriveAsAdmin, [
  { name: "operations", path: "/staff/operations" },
  { name: "the operator’s installations", path: "/staff/installations" },
  { name: "the team", path: "/staff/team" },
  { name: "a moderator’s first day", path: "/staff/guide" },
  { name: "a queue as a list", path: "/staff/list/complaints", longWords: true },
  { name: "a site’s settings", path: "/staff/site", longWords: true },
  {
    name: "what a search for settings finds",
    prepare: async (page) => {
      await field(page, say("staff-sites:find.label")).fill("staff_credits");
      await expect(page.getByRole("heading", { name: say("staff-sites:group.look") })).toBeHidden();
    },
  },
  { name: "a site’s prices", path: "/staff/site/prices" },
  { name: "a site’s discount codes", path: "/staff/site/codes", longWords: true },
  { name: "a site’s company", path: "/staff/site/company" },
  { name: "a site’s fictional profiles", path: "/staff/site/fictional" },
  { name: "the words of a lander", path: "/staff/site/words?group=landers.video", longWords: true },
  { name: "a section of a site’s terms", path: "/staff/site/pages?page=terms&section=s1", longWords: true },
  {
    name: "a draft of the next terms",
    path: async () => {
      await ask(
        `insert into terms_versions (site_id, texts)
           select id, '{"en.s1": {"title": "Who we are now", "body": "A company."}}' from sites order by id limit 1`,
        [],
      );
      return "/staff/site/pages?page=terms";
    },
    prepare: (page) => sees(page, say("staff-sites:next_terms.applies_on")),
  },
  { name: "a new site", path: "/staff/sites/new", longWords: true },
  { name: "what is left to do of a site", path: "/staff/site/start" },
  {
    name: "what another site does otherwise",
    path: "/staff/site/copy?site=rendezvous&from=abendrot",
    longWords: true,
  },
  { name: "the closing of a site", path: "/staff/site/closing?site=abendrot" },
  { name: "a site’s history", path: "/staff/site/history" },
]);
