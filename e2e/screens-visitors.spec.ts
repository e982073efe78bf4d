import { expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { password, randomLetters } from "./member.ts";
import { dialog, field, follow, press, screensOf, sees, type Visit, visit } from "./screens.ts";
import { openFilters, text as searchText } from "./search-page.ts";
import { codeOf, finishSetup, inviteStaff, photosToInspect, setUpStaff } from "./staff.ts";
import { sayIn } from "./texts.ts";
import { giveDevice } from "./virtual-device.ts";

const say = sayIn("en");

/** A woman that visitors find in the search. */
async function womanFor({ context }: Visit): Promise<string> {
  const { members } = await (await context.request.get("/api/members.php?gender=female")).json();
  return members.find(({ fictional }: { fictional: boolean }) => !fictional).id;
}

screensOf("a visitor", visit, [
  { name: "home", path: "/", longWords: true, core: true },
  {
    name: "signup over the home page",
    prepare: async (page) => {
      await follow(page, say("home:sign_up"));
      await expect(dialog(page).getByText(say("account:signup.who"))).toBeVisible();
    },
  },
  { name: "login", path: "/login", longWords: true, core: true },
  {
    name: "login failed",
    prepare: async (page) => {
      await field(page, say("auth:login.name")).fill("nobody@example.org");
      await field(page, say("auth:login.password")).fill("not the right one");
      await press(page, say("auth:login.send"));
      await expect(page.getByRole("alert").getByText("Login failed, please try again")).toBeVisible();
    },
  },
  { name: "link by mail", path: "/reset-password?way=login" },
  {
    name: "reset password: unknown address",
    path: "/reset-password",
    prepare: async (page) => {
      await field(page, say("auth:reset.email")).fill("nobody@example.org");
      await page.keyboard.press("Enter");
      await sees(page, "E-mail address not found");
    },
  },
  { name: "expired link", path: `/${"a".repeat(43)}` },
  { name: "unknown page", path: "/nothing/here", longWords: true },
  { name: "terms", path: "/pages/terms", longWords: true },
  { name: "privacy policy", path: "/pages/privacy", longWords: true },
  { name: "cookies", path: "/pages/cookies", longWords: true },
  { name: "complaints", path: "/complaints", longWords: true },
  { name: "legal notice", path: "/pages/imprint", longWords: true },
  { name: "pricing", path: "/pricing", longWords: true, core: true },
  { name: "questions and answers", path: "/pages/faq", longWords: true },
  { name: "transparency", path: "/pages/transparency", longWords: true },
  { name: "fair", path: "/fair", longWords: true },
  { name: "withdrawal", path: "/withdrawal", longWords: true },
  { name: "withdrawal, by the link of its mail", path: "/withdrawal/x", longWords: true },
  { name: "staff login", path: "/staff" },
]);

async function sendNothing(page: Page): Promise<void> {
  await press(page, say("landings:send"));
  await sees(page, say("landings:missing"));
}

screensOf(
  "a visitor who looks at members",
  async (browser) => {
    const viewer = await visit(browser);
    return { ...viewer, woman: await womanFor(viewer) };
  },
  [
    {
      name: "search",
      path: "/members?gender=female",
      prepare: (page) => page.getByText(searchText("visitor.more_text")).scrollIntoViewIfNeeded(),
      longWords: true,
    },
    { name: "filters", path: "/members", prepare: openFilters },
    {
      name: "signup over a member's card",
      path: ({ woman }) => `/members/${woman}`,
      prepare: async (page) => {
        await page
          .getByRole("main")
          .getByRole("link", { name: searchText("visitor.sign_up"), exact: true })
          .click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    { name: "signup to see a member", path: ({ woman }) => `/signup?next=/members/${woman}` },
    { name: "a member's card", path: ({ woman }) => `/members/${woman}`, longWords: true },
    { name: "signup with a message to a member", path: ({ woman }) => `/members/${woman}/signup`, longWords: true },
    { name: "landing page", path: ({ woman }) => `/members/${woman}/landing`, longWords: true },
    {
      name: "landing page: signup",
      path: ({ woman }) => `/members/${woman}/landing`,
      prepare: async (page) => {
        await page.getByRole("main").locator("a[href*='/signup']").first().click();
        await expect(dialog(page).getByLabel(say("account:signup.message_label"), { exact: true })).toBeVisible();
      },
    },
    { name: "landing page 2", path: ({ woman }) => `/members/${woman}/landing2`, longWords: true },
    { name: "landing page 2: no message", prepare: sendNothing },
    { name: "landing page 3", path: ({ woman }) => `/members/${woman}/landing3`, longWords: true },
    { name: "landing page 3: no message", prepare: sendNothing },
    { name: "landing page of an unknown member", path: "/members/no-id-at-all/landing" },
  ],
);

/** The local part of an address that no account has. */
const typist = `screens.${randomLetters()}`;

const answer = (page: Page, name: string, value: string) =>
  page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();

screensOf("a visitor of the landers", visit, [
  { name: "alonetonight", path: "/landers/alonetonight", longWords: true },
  {
    name: "alonetonight: all windows lit",
    // loaded anew: after the check with large letters the page may still be zoomed
    path: "/landers/alonetonight",
    prepare: async (page) => {
      await answer(page, "gender", "female");
      await answer(page, "seeks", "male");
      await answer(page, "interests", "reading");
    },
  },
  {
    name: "collagelanding: answered",
    path: "/landers/collagelanding",
    prepare: (page) => answer(page, "seeks", "male"),
    longWords: true,
  },
  { name: "gallery", path: "/landers/gallery", longWords: true },
  {
    name: "iconslanding: picked",
    path: "/landers/iconslanding",
    prepare: (page) => answer(page, "interests", "coffee"),
    longWords: true,
  },
  { name: "maplanding: a region", path: "/landers/maplanding?region=GB-SCT", longWords: true },
  {
    name: "socialnetwork: a line",
    path: "/landers/socialnetwork",
    prepare: (page) => answer(page, "interests", "art"),
    longWords: true,
  },
  { name: "tinderswipe", path: "/landers/tinderswipe", longWords: true },
  {
    name: "tinderswipe: matches",
    path: "/landers/tinderswipe?hiking=yes&cooking=no&music=yes&beach=no&reading=yes",
    longWords: true,
  },
  { name: "transitionsvideolanding", path: "/landers/transitionsvideolanding", longWords: true },
  {
    name: "video: both seats taken",
    path: "/landers/video",
    prepare: async (page) => {
      await answer(page, "seeks", "female");
      await answer(page, "gender", "male");
    },
    longWords: true,
  },
]);

screensOf("a visitor who signs up", visit, [
  { name: "who", path: "/signup", longWords: true },
  {
    name: "who: nothing chosen",
    prepare: async (page) => {
      await press(page, say("account:signup.continue"));
      await sees(page, say("account:check.gender"));
    },
  },
  { name: "name and birth", path: "/signup?gender=female&seeks=male" },
  {
    name: "email and password: nothing typed",
    prepare: async (page) => {
      await field(page, say("account:signup.name")).fill(typist);
      await field(page, say("account:signup.day")).fill("9");
      await field(page, say("account:signup.month")).fill("9");
      await field(page, say("account:signup.year")).fill("1992");
      await press(page, say("account:signup.continue"));
      await press(page, say("account:signup.send"));
      await sees(page, say("account:check.consent"));
    },
  },
  {
    name: "mistyped domain",
    prepare: async (page) => {
      await field(page, say("account:signup.email")).fill(`${typist}@gmial.com`);
      await field(page, say("account:signup.email")).blur();
      await expect(page.getByRole("status").getByRole("button", { name: `${typist}@gmail.com` })).toBeVisible();
    },
  },
  {
    name: "mistyped domain: asked once",
    prepare: async (page) => {
      await field(page, say("account:signup.password")).fill(password);
      await page.locator("[name=sexuality_consent]").check();
      await field(page, say("account:signup.email")).fill(`other.${typist}@gmial.com`);
      await page.keyboard.press("Enter");
      await sees(page, say("account:signup.held_up"));
    },
  },
]);

screensOf(
  "a visitor from the Netherlands",
  (browser) => visit(browser, { extraHTTPHeaders: { "x-forwarded-for": "193.0.6.139" } }),
  [
    {
      name: "entry warning",
      path: "/members",
      prepare: (page) => expect(dialog(page)).toBeVisible(),
    },
  ],
);

screensOf(
  "staff",
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
      name: "a photo to inspect",
      path: async ({ context }) => {
        await photosToInspect(context, "Inge", ["#b35"]);
        return "/staff/queue/photos";
      },
      prepare: (page) => expect(page.getByRole("img", { name: /Inge/ })).toBeVisible(),
      longWords: true,
    },
    {
      name: "a document to check",
      path: async () => {
        await ask(
          `insert into verifications (member_id, kind, site_id, status, picture_id, asked_at, sent_at)
           select member_id, 'document', site_id, 'waiting', gen_random_uuid(), now(), now()
           from profiles where name like 'Inge%' limit 1 on conflict do nothing`,
          [],
        );
        return "/staff/queue/ages";
      },
      prepare: (page) => sees(page, say("staff:document.birth_date")),
    },
    {
      name: "a report that can’t wait",
      path: async () => {
        await ask(
          `insert into reports (site_id, reporter_id, reported_id, about, about_id, reason, urgent, text, created_at, changed_at)
           select a.site_id, a.member_id, b.member_id, 'profile', b.member_id, 'danger', true, 'He says he will hurt himself.',
             now(), now()
           from profiles a, profiles b
           where a.name like 'Inge%' and b.site_id = a.site_id and b.member_id <> a.member_id limit 1
           on conflict do nothing`,
          [],
        );
        return "/staff/queue/reports";
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
             select min(id), 'profile', 'other', 'He sells hats.', now(), now() from sites returning id, site_id),
           notice as (
             insert into content_notices (site_id, report_id, name, email, language, place, reason, text, mailed, created_at)
             select site_id, id, 'Noor', 'noor@example.org', 'nl', 'A man with a red hat', 'other', 'He sells hats.', true, now()
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
      path: async () => {
        await ask(
          `insert into reviews (site_id, member_id, recipients, same_text, opened_at)
           select site_id, member_id, 4, 3, now() from profiles where name like 'Inge%' limit 1 on conflict do nothing`,
          [],
        );
        return "/staff/queue/reviews";
      },
      prepare: (page) => sees(page, say("staff:review.do")),
    },
    {
      name: "a complaint to answer, with an earlier one",
      path: async () => {
        // the oldest of the queue
        await ask(
          `insert into complaints (site_id, number, kind, email, logged_in, text, created_at, language, answer,
             answered_at, closed_at)
           select min(s.id), c.number, 'complaint', 'ina@example.org', false, 'It is slow', c.at, 'nl', c.answer,
             c.at + c.answered, c.at + c.answered
           from sites s, (values ('AAAA-2222', now() - interval '9 days', 'It is faster now.', interval '1 day'),
             ('AAAA-3333', now() - interval '8 days', null, null)) as c (number, at, answer, answered)
           group by c.number, c.at, c.answer, c.answered on conflict do nothing`,
          [],
        );
        return "/staff/queue/complaints";
      },
      prepare: async (page) => {
        await sees(page, "It is faster now.");
        await field(page, say("staff:queue.answer")).fill("Give it another try.");
      },
      longWords: true,
    },
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
      path: async () => {
        const [paid] = await ask(
          `insert into payments (site_id, member_id, bundle_id, credits, list_minor, amount_minor, currency, vat_percent,
             provider, provider_reference, method, status, key, body_hash, origin, language, begin_text, begin_language,
             created_at, completed_at)
           select p.site_id, p.member_id, b.id, b.credits, 995, 995, 'EUR', 21, 'sandbox', 'sb_planted', 'card',
             'completed', gen_random_uuid(), '', 'http://localhost', 'en', 'Please begin at once.', 'en', now(), now()
           from profiles p join bundles b on b.site_id = p.site_id where p.name like 'Inge%' limit 1 returning id`,
          [],
        );
        return `/staff/payments/${paid?.id}`;
      },
      prepare: (page) => sees(page, say("money:file.timeline")),
      longWords: true,
    },
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
    {
      name: "found members",
      path: "/staff/members",
      prepare: async (page) => {
        await field(page, say("staff-members:find.label")).fill("Inge");
        await press(page, say("staff-members:find.send"));
        await expect(page.getByRole("link", { name: /^Inge/ }).first()).toBeVisible();
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
      prepare: async (page) => {
        await page.getByRole("link", { name: /^Inge/ }).first().click();
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
