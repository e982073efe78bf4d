import { expect } from "@playwright/test";
import { settingPath, settingSections } from "#contract/setting-sections.ts";
import { ask } from "./database.ts";
import { linkTo } from "./mails.ts";
import { logInAs, type Member, newMember, password, send, signUpIn } from "./member.ts";
import { dialog, field, follow, press, screensOf, sees, type Visit, visit } from "./screens.ts";
import { pattern, sayIn } from "./texts.ts";
import { unsubscribeTokenOf } from "./unsubscribe-token.ts";
import { giveDevice } from "./virtual-device.ts";

const say = sayIn("en");

screensOf(
  "a member behind the links of mails",
  async (browser) => {
    const viewer = await visit(browser);
    const member = await signUpIn(viewer.context, "Linked");
    const activation = await linkTo(viewer.context.request, member.email, /Confirm your email/);
    const { cookies } = await viewer.context.storageState();
    await viewer.context.clearCookies({ name: "auth" });
    return { ...viewer, ...member, activation, cookies };
  },
  [
    { name: "confirm the address", path: ({ activation }) => activation },
    {
      name: "address confirmed",
      path: async ({ context, cookies, activation }) => {
        await context.addCookies(cookies);
        return activation;
      },
      prepare: (page) => sees(page, say("account:activate.done_title")),
    },
    {
      name: "confirm the new address",
      path: async ({ context, email }) => {
        await send(context, "POST", "/api/mail-change.php", { email: `new.${email}`, password });
        return await linkTo(context.request, `new.${email}`, /Confirm your new/);
      },
    },
    {
      name: "new address confirmed",
      prepare: async (page) => {
        await press(page, say("auth:mail_change.send"));
        await sees(page, say("auth:mail_change.done_title"));
      },
    },
    {
      name: "undo the change of address",
      path: ({ context, email }) => linkTo(context.request, email, /email address of your .* account/),
    },
    {
      name: "change of address undone",
      prepare: async (page) => {
        await press(page, say("auth:link.mail_undo_send"));
        await sees(page, say("auth:link.mail_undo_done"));
      },
    },
    {
      name: "reset password: mail sent",
      path: async ({ context }) => {
        await context.clearCookies({ name: "auth" });
        return "/reset-password";
      },
      prepare: async (page, { email }) => {
        await field(page, say("auth:reset.email")).fill(email);
        await page.keyboard.press("Enter");
        await sees(page, say("auth:reset.sent_title"));
      },
    },
    {
      name: "new password: refused",
      path: ({ context, email }) => linkTo(context.request, email, /Choose a new password/),
      prepare: async (page) => {
        await field(page, say("auth:reset_do.password")).fill("password");
        await page.keyboard.press("Enter");
        await sees(page, say("errors:field.password_common"));
      },
    },
    {
      name: "new password saved",
      prepare: async (page) => {
        await field(page, say("auth:reset_do.password")).fill("another four calm words");
        await page.keyboard.press("Enter");
        await sees(page, say("auth:reset_do.done_title"));
      },
    },
    {
      name: "new password: link redeemed before",
      path: ({ context, email }) => linkTo(context.request, email, /Choose a new password/),
    },
    {
      name: "log in by link",
      path: async ({ context, email }) => {
        await context.clearCookies({ name: "auth" });
        await send(context, "POST", "/api/password-reset.php", { email, way: "login" });
        return await linkTo(context.request, email, /link to log in/);
      },
    },
    { name: "stop mails of a kind", path: (member) => `/unsubscribe/${unsubscribeTokenOf(member)}` },
    {
      name: "mails of a kind stopped",
      prepare: async (page) => {
        await press(page, say("notifications:unsubscribe.kind_off"));
        await sees(page, say("notifications:unsubscribe.off_like"));
      },
    },
    { name: "stop mails: wrong link", path: (member) => `/unsubscribe/${unsubscribeTokenOf(member).slice(0, -2)}xx` },
  ],
);

screensOf(
  "a member at the settings",
  async (browser) => {
    const viewer = await visit(browser, { extraHTTPHeaders: { "x-forwarded-for": "193.252.1.1" } });
    await giveDevice(viewer.context, viewer.page);
    const member = await newMember(viewer.context, "Settings");
    const other = await browser.newContext();
    await send(other, "POST", "/api/user.php", { login: member.email, password });
    await other.close();
    return { ...viewer, ...member };
  },
  [
    { name: "settings", path: "/notifications", longWords: true },
    ...settingSections.map((section) => ({
      name: `settings: ${section}`,
      path: settingPath(section),
      longWords: true,
    })),
    {
      name: "wrong old password",
      path: "/notifications/password",
      prepare: async (page) => {
        await press(page, say("auth:password.change"));
        await dialog(page).getByLabel(say("auth:password.old"), { exact: true }).fill("not the right one");
        await dialog(page).getByLabel(say("auth:reset_do.password"), { exact: true }).fill("another four calm words");
        await page.keyboard.press("Enter");
        await sees(page, "Please check your old password.");
      },
    },
    {
      name: "invalid new address",
      path: "/notifications/address",
      prepare: async (page) => {
        await press(page, say("auth:address.change"));
        await dialog(page).getByLabel(say("auth:address.email"), { exact: true }).fill("no address");
        await dialog(page).getByLabel(say("auth:address.password"), { exact: true }).fill(password);
        await page.keyboard.press("Enter");
        await sees(page, "New email adress is invalid.");
      },
    },
    {
      name: "new passkey",
      path: "/notifications/passkeys",
      prepare: async (page) => {
        await press(page, say("passkeys:add"));
        await expect(dialog(page).getByLabel(say("passkeys:name"), { exact: true })).toBeVisible();
      },
    },
    {
      name: "passkey added",
      prepare: async (page) => {
        await press(page, say("passkeys:continue"));
        await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible();
      },
    },
    {
      name: "remove a passkey",
      prepare: async (page) => {
        await press(page, /^Remove/);
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "invisible, visits are not shown, mails are stopped",
      path: async (member) => {
        await send(member.context, "PUT", "/api/profile.php", { invisible: true });
        await stopMails(member);
        return "/notifications/privacy";
      },
      prepare: async (page) => {
        await page.getByRole("switch", { name: say("visitors:switch.visits"), exact: true }).click();
        await sees(page, say("visitors:switch.visits_off"));
      },
    },
    {
      name: "search, with the alert that mails are stopped",
      path: "/members",
      prepare: (page) => sees(page, say("notifications:alert.disabled_see")),
    },
    {
      name: "updates about the account",
      path: async ({ id }) => {
        const rows = `insert into updates (member_id, kind, path, created_at, seen_at)
          select $1, kind, '/notifications', now(), case when kind = 'refund_sent' then now() end
          from unnest(array['new_device', 'mails_bounced', 'photo_rejected', 'refund_sent']) as kind`;
        await ask(rows, [id]);
        return "/updates";
      },
      prepare: (page) => sees(page, say("updates:kind.mails_bounced")),
      longWords: true,
    },
    {
      name: "decisions of the team, reports and complaints, with the form to object",
      path: async ({ id }) => {
        const row = `insert into statements (site_id, member_id, decision_id, side, decision, ground, words, created_at)
          select site_id, id, gen_random_uuid(), 'owner', 'photo_rejected', 'someone_else', 'It is a known actor.', now()
          from accounts where id = $1`;
        await ask(row, [id]);
        const refused = `insert into statements
            (site_id, member_id, decision_id, side, decision, ground, source, about, content_at, created_at)
          select site_id, id, gen_random_uuid(), 'owner', 'photo_refused', 'advertising', 'program', 'photo', now(), now()
          from accounts where id = $1`;
        await ask(refused, [id]);
        const reports = `insert into reports
            (site_id, reporter_id, reported_id, about, about_id, reason, status, created_at, changed_at, closed_at)
          select a.site_id, a.id, p.member_id, 'profile', p.member_id, 'scam', state, now(), now(),
            case when state = 'closed' then now() end
          from accounts a, unnest(array['open', 'closed']) as state, (
            select member_id from profiles where site_id = (select site_id from accounts where id = $1) and fictional
            limit 1) as p
          where a.id = $1`;
        await ask(reports, [id]);
        const answers = `insert into statements
            (site_id, member_id, decision_id, side, decision, ground, report_id, created_at)
          select site_id, reporter_id, gen_random_uuid(), 'reporter', 'report_acted', reason, id, now()
          from reports where reporter_id = $1 and status = 'closed'`;
        await ask(answers, [id]);
        const complaints = `insert into complaints (site_id, member_id, number, kind, email, logged_in, text, created_at,
            language, answer, answered_at, closed_at)
          select site_id, id, upper(right(id::text, 8)) || coalesce(length(answer), 0), 'complaint', email, true,
            'It is slow.', now(), 'en', answer, answered, answered
          from accounts, (values ('It is faster now.', now()), (null, null)) as a (answer, answered) where id = $1`;
        await ask(complaints, [id]);
        return "/decisions";
      },
      prepare: async (page) => {
        await press(page, say("decisions:object.open"));
        await sees(page, say("decisions:object.label"));
      },
      longWords: true,
    },
    {
      name: "asked to agree to the consent's present words, on the way to another page",
      path: async ({ id }) => {
        await ask("update profiles set consent_version = 1 where member_id = $1", [id]);
        return "/chats";
      },
      prepare: (page) => sees(page, say("account:agree.consent")),
      longWords: true,
    },
    {
      name: "agreed, and led on",
      prepare: async (page) => {
        await press(page, say("account:agree.yes"));
        await expect(page).toHaveURL(/\/chats$/);
      },
    },
    {
      name: "withdraw the consent to the sexuality",
      path: "/notifications/consents",
      prepare: async (page) => {
        await press(page, say("account:consents.withdraw"));
        const title = say("account:consents.withdraw_title", { subject: say("account:consents.who") });
        await expect(page.getByRole("dialog", { name: title })).toBeVisible();
        await press(page, say("shell:cancel"));
        await expect(dialog(page)).toHaveCount(0);
        await press(page, say("account:consents.withdraw"));
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "consent withdrawn",
      prepare: async (page) => {
        await press(page, say("account:consents.erase"));
        await sees(page, say("account:consents.who_erased"));
      },
    },
    {
      name: "consent given again: nothing is chosen yet",
      prepare: async (page) => {
        await press(page, say("account:consents.give"));
        await expect(dialog(page).getByRole("radio", { checked: true })).toHaveCount(0);
        await press(page, say("account:consents.agree"));
        await sees(page, say("errors:field.unknown_option"));
      },
    },
    {
      name: "search without the consent",
      path: "/members",
      prepare: (page) => sees(page, say("match-finder:no_consent.title")),
    },
    {
      name: "swipe game without the consent",
      path: "/swipe-game",
      prepare: (page) => sees(page, say("match-finder:no_consent.title")),
    },
    {
      name: "match finder without the consent",
      path: "/match-finder",
      prepare: (page) => sees(page, say("match-finder:no_consent.title")),
    },
    { name: "delete the account", path: "/delete-account", longWords: true },
    {
      name: "delete the account: wrong password",
      prepare: async (page) => {
        await field(page, say("privacy:delete.password")).fill("not mine");
        await press(page, say("privacy:leave.title"));
        await sees(page, "This isn’t your password.");
      },
    },
    {
      name: "account deleted",
      prepare: async (page) => {
        await field(page, say("privacy:delete.password")).fill(password);
        await press(page, say("privacy:leave.title"));
        await sees(page, say("privacy:deleted.title"));
      },
    },
    {
      name: "login of a deleted account",
      path: "/login",
      prepare: async (page, { email }) => {
        await field(page, say("auth:login.name")).fill(email);
        await field(page, say("auth:login.password")).fill(password);
        await press(page, say("auth:login.send"));
        await expect(page.locator("form").getByRole("alert").first()).toContainText(
          pattern(say, "errors:account_deleted"),
        );
      },
    },
    {
      name: "mail to restore the account sent again",
      prepare: async (page, { email }) => {
        await follow(page, say("privacy:hint.again"));
        await press(page, say("privacy:deleted.again"));
        await sees(page, say("privacy:deleted.sent", { email }));
      },
    },
    { name: "restore the account", path: ({ context, email }) => linkTo(context.request, email, /deleted/) },
  ],
);

/** Stops all mails to a member, as the button of a mail program does. */
async function stopMails({ context, ...member }: Visit & Member): Promise<void> {
  const answer = await context.request.post(`/api/list-unsubscribe.php?token=${unsubscribeTokenOf(member)}`, {
    form: { "List-Unsubscribe": "One-Click" },
  });
  expect(answer.status()).toBe(200);
}

screensOf(
  "a member whose browser takes no pushes",
  async (browser) => {
    const viewer = await visit(browser);
    await viewer.context.addInitScript(() => Object.defineProperty(window, "PushManager", { value: undefined }));
    await logInAs(viewer.context, "robin");
    return viewer;
  },
  [
    {
      name: "settings, on a device that takes no pushes",
      path: "/notifications/told",
      prepare: (page) => sees(page, say("notifications:settings.not_here_text")),
    },
  ],
);
