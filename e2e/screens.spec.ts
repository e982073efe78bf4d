import { randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { expectFitsEachWidth, expectGoodScreen } from "./accessibility.ts";
import { ask } from "./database.ts";
import { linkTo, unsubscribeTokenOf } from "./mails.ts";
import { arriveTwo, confirm, logInAs, type Member, newMember, ownAddress, password, send, signUpIn } from "./member.ts";
import { open, waitUntilInteractive } from "./open.ts";
import { addPhotos, approvePhotos } from "./photo.ts";
import { openFilters, text as searchText } from "./search-page.ts";
import { codeOf, finishSetup, inviteStaff, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";
import { giveDevice } from "./virtual-device.ts";

const say = sayIn("en");

type Viewer = { context: BrowserContext; page: Page };
/** One state of a screen. */
type Screen<V> = {
  name: string;
  /** The state follows from the one before if it has no path. */
  path?: string | ((viewer: V) => string | Promise<string>);
  /** What the viewer does on the page to get to the state. */
  prepare?: (page: Page, viewer: V) => Promise<unknown>;
  /** Also without sideways scroll in German and Finnish, whose words are long. */
  longWords?: boolean;
};

/** A viewer with an own IP address, as limits count by address. */
async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Viewer> {
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() }, ...options });
  return { context, page: await context.newPage() };
}

/** Visits each state once: it is accessible in both themes, on a phone and on a desktop, and fits each width. */
function screensOf<V extends Viewer>(
  who: string,
  arrive: (browser: Browser) => Promise<V>,
  screens: Screen<V>[],
): void {
  test(`quality: screens of ${who}: accessible, in both themes, without sideways scroll`, async ({ browser }) => {
    const viewer = await arrive(browser);
    const { page } = viewer;
    for (const { name, path, prepare, longWords } of screens) {
      await test.step(name, async () => {
        const address = typeof path === "function" ? await path(viewer) : path;
        if (address !== undefined) {
          // the same address again would keep what is open over the page
          await page.goto("about:blank");
          for (const language of longWords ? ["de", "fi"] : []) {
            await open(page, `/${language}${address}`);
            await expectFitsEachWidth(page);
          }
          await open(page, address);
        }
        await prepare?.(page, viewer);
        await expectGoodScreen(page, name);
      });
    }
  });
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
const follow = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true }).first().click();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

const sees = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

/** A woman that visitors find in the search. */
async function womanFor({ context }: Viewer): Promise<string> {
  const { members } = await (await context.request.get("/api/members.php?gender=female")).json();
  return members.find(({ fictional }: { fictional: boolean }) => !fictional).id;
}
/** Men that the viewer finds in the search. */
async function menFor({ context }: Viewer): Promise<string[]> {
  const { members } = await (await context.request.get("/api/members.php")).json();
  return members.map(({ id }: { id: string }) => id);
}

screensOf("a visitor", visit, [
  { name: "home", path: "/", longWords: true },
  {
    name: "signup over the home page",
    prepare: async (page) => {
      await follow(page, say("home:sign_up"));
      await expect(dialog(page).getByText(say("account:signup.who"))).toBeVisible();
    },
  },
  { name: "login", path: "/login", longWords: true },
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
  { name: "pricing", path: "/pricing", longWords: true },
  { name: "questions and answers", path: "/pages/faq", longWords: true },
  { name: "withdrawal", path: "/withdrawal", longWords: true },
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
      name: "signup over the search",
      path: "/members?gender=female&country=DE",
      prepare: async (page) => {
        await page.locator("a[data-member]").first().click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    { name: "signup to see a member", path: ({ woman }) => `/signup?next=/members/${woman}` },
    { name: "signup with a message to a member", path: ({ woman }) => `/members/${woman}`, longWords: true },
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

/** Of an address that no account has. */
const typist = `screens.${randomUUID().slice(0, 8)}`;

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
      name: "new password: not the same",
      path: ({ context, email }) => linkTo(context.request, email, /Choose a new password/),
      prepare: async (page) => {
        await field(page, say("auth:reset_do.password")).fill("another four calm words");
        await field(page, say("auth:reset_do.again")).fill("something else");
        await page.keyboard.press("Enter");
        await sees(page, "The entered passwords are not the same.");
      },
    },
    {
      name: "new password saved",
      prepare: async (page) => {
        await field(page, say("auth:reset_do.again")).fill("another four calm words");
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
  "a member without a confirmed address",
  async (browser) => {
    const viewer = await visit(browser, {
      permissions: ["geolocation"],
      geolocation: { latitude: 52.5204, longitude: 13.4049 },
    });
    const member = await signUpIn(viewer.context, "Unconfirmed");
    return { ...viewer, ...member, men: await menFor(viewer) };
  },
  [
    ...["photo", "location", "personal_info", "about_me", "confirm_email"].map((step) => ({
      name: `signup: ${step}`,
      path: `/complete-signup?step=${step}`,
      longWords: true,
    })),
    {
      name: "signup: town of another country",
      path: "/complete-signup?step=location",
      prepare: async (page) => {
        await field(page, say("account:signup.country")).selectOption("DE");
        await field(page, say("account:signup.town")).fill("Salzburg");
        await sees(page, say("account:signup.town_elsewhere", { country: "Germany" }));
      },
    },
    { name: "first matches", path: "/signup-matches", longWords: true },
    { name: "first message", path: ({ men }) => `/members/${men[0]}/chat` },
    {
      name: "held message",
      path: async ({ context, men }) => {
        const message = { member: men[0], text: "I like your smile." };
        const { conversation } = await send(context, "POST", "/api/message.php", message);
        return `/chats/${conversation.id}`;
      },
      prepare: (page) => sees(page, say("chat:state.held")),
    },
    { name: "chats with a held message", path: "/chats" },
    {
      name: "no conversations left: first message",
      path: async ({ context, men }) => {
        await send(context, "POST", "/api/message.php", { member: men[1], text: "Hello" });
        return `/members/${men[2]}/chat`;
      },
      prepare: (page) => sees(page, say("chat:first.none_left")),
    },
    {
      name: "no conversations left: profile",
      path: ({ men }) => `/members/${men[2]}`,
      prepare: (page) => sees(page, say("members:profile.none_left")),
    },
  ],
);

screensOf(
  "a member whose message can't be delivered",
  async (browser) => {
    const [viewer, gone] = [await visit(browser), await visit(browser)];
    const { id } = await newMember(gone.context, "Gone", { gender: "male", seeks: "female" });
    const member = await signUpIn(viewer.context, "Author");
    await send(viewer.context, "POST", "/api/message.php", { member: id, text: "Are you still there?" });
    await send(gone.context, "DELETE", "/api/account.php", { password });
    await gone.context.close();
    await confirm(viewer.context, member);
    return viewer;
  },
  [
    {
      name: "chats with an undelivered message",
      path: "/chats",
      prepare: (page) => sees(page, say("chat:undelivered.profile_not_found")),
    },
  ],
);

const aboutMe = (page: Page) => page.getByRole("textbox", { name: say("account:profile.about_label") });

screensOf(
  "a new member",
  async (browser) => {
    const viewer = await visit(browser);
    return { ...viewer, ...(await newMember(viewer.context, "Fresh")) };
  },
  [
    { name: "search, with the alert that asks for a photo", path: "/members" },
    { name: "no visitors yet", path: "/visitors" },
    { name: "no chats yet", path: "/chats" },
    { name: "own profile", path: "/profile", longWords: true },
    {
      name: "own profile: a file that is no photo",
      prepare: async (page) => {
        const heic = { name: "phone.heic", mimeType: "image/heic", buffer: Buffer.from("heic") };
        await page.locator("input[type=file]").first().setInputFiles(heic);
        await sees(page, say("photos:upload.heic"));
      },
    },
    {
      name: "own profile: text too long, explicit interests",
      prepare: async (page) => {
        await aboutMe(page).fill("x".repeat(5_000));
        await aboutMe(page).blur();
        await sees(page, pattern(say, "errors:field.text_too_long"));
        const explicit = page.getByRole("group", { name: say("profiles:own.explicit") });
        await explicit.getByRole("checkbox", { name: /I agree/ }).check();
        await explicit.getByRole("checkbox", { name: say("profiles:interest.bondage") }).focus();
        await page.keyboard.press("Space");
      },
    },
    {
      name: "own profile: text under inspection",
      prepare: async (page) => {
        await aboutMe(page).fill("Call me: 0171 2345678");
        await aboutMe(page).blur();
        await expect(page.getByText(say("profiles:own.inspection"), { exact: true })).toBeVisible();
      },
    },
    {
      name: "own profile: an answer of the match finder is changed",
      prepare: async (page) => {
        const section = page.getByRole("region", { name: say("match-finder:preferences.title") });
        const what = say("match-finder:preferences.goals");
        await section.getByRole("button", { name: say("match-finder:preferences.change_for", { what }) }).click();
        await section.getByLabel(say("match-finder:goal.friendship"), { exact: true }).check();
      },
    },
    {
      name: "own profile: photo under inspection",
      path: async ({ context }) => {
        await addPhotos(context, ["#b35"]);
        return "/profile";
      },
      prepare: (page) => expect(page.getByText(say("photos:own.main"), { exact: true })).toBeVisible(),
    },
    ...["who", "age", "distance", "goals", "interests", "body_types", "own_body"].map((question) => ({
      name: `match finder: ${question}`,
      path: `/match-finder?question=${question}`,
      longWords: ["goals", "interests"].includes(question),
    })),
    {
      name: "best matches",
      path: async ({ context }) => {
        await send(context, "PUT", "/api/profile.php", { interests: ["coffee", "hiking", "cooking"] });
        await send(context, "PUT", "/api/preferences.php", { goals: ["dates"], prefers_body_types: ["average"] });
        return "/match-finder?show=best";
      },
      prepare: (page) => expect(page.getByRole("main").locator("[data-member]").first()).toBeVisible(),
      longWords: true,
    },
    {
      name: "no match fits",
      path: async ({ context }) => {
        const nobody = { prefers_min_age: 18, prefers_max_age: 18, prefers_distance: 1 };
        await send(context, "PUT", "/api/preferences.php", nobody);
        return "/match-finder?show=best";
      },
      prepare: (page) => expect(page.getByRole("region", { name: say("match-finder:best.none") })).toBeVisible(),
    },
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
    {
      name: "wrong old password",
      prepare: async (page) => {
        await press(page, say("auth:password.change"));
        await dialog(page).getByLabel(say("auth:password.old"), { exact: true }).fill("not the right one");
        await dialog(page).getByLabel(say("auth:password.new"), { exact: true }).fill("another four calm words");
        await page.keyboard.press("Enter");
        await sees(page, "Please check your old password.");
      },
    },
    {
      name: "invalid new address",
      path: "/notifications",
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
      path: "/notifications",
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
        return "/notifications";
      },
      prepare: async (page) => {
        await page.getByRole("switch", { name: say("visitors:switch.label"), exact: true }).click();
        await sees(page, say("visitors:switch.off"));
      },
    },
    {
      name: "search, with the alert that mails are stopped",
      path: "/members",
      prepare: (page) => sees(page, say("notifications:alert.disabled_title")),
    },
    { name: "delete the account", path: "/delete-account", longWords: true },
    {
      name: "delete the account: wrong password",
      prepare: async (page) => {
        await field(page, say("privacy:delete.password")).fill("not mine");
        await press(page, say("privacy:delete.send"));
        await sees(page, "This isn’t your password.");
      },
    },
    {
      name: "account deleted",
      prepare: async (page) => {
        await field(page, say("privacy:delete.password")).fill(password);
        await press(page, say("privacy:delete.send"));
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
async function stopMails({ context, ...member }: Viewer & Member): Promise<void> {
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
      name: "settings",
      path: "/notifications",
      prepare: (page) => sees(page, say("notifications:settings.not_here_text")),
    },
  ],
);

screensOf(
  "a member with photos",
  async (browser) => {
    const viewer = await visit(browser);
    const member = await signUpIn(viewer.context, "Photos");
    await addPhotos(viewer.context, ["#b35", "#35b", "#3b5"]);
    return { ...viewer, ...member };
  },
  [
    { name: "own profile", path: "/profile", longWords: true },
    {
      name: "edit a photo",
      prepare: async (page) => {
        await press(page, say("photos:own.edit_for", { number: 2 }));
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "photo moved",
      prepare: async (page) => {
        await press(page, say("photos:edit.later"));
        await expect(dialog(page).getByText(say("photos:own.moved", { number: 3, total: 3 }))).toBeVisible();
      },
    },
    {
      name: "caption with contact details",
      prepare: async (page) => {
        await dialog(page).getByLabel(say("photos:edit.caption")).fill("Write to anna@example.org");
        await press(page, say("photos:edit.save"));
        await sees(page, say("errors:field.contact_details"));
      },
    },
    {
      name: "delete a photo",
      prepare: async (page) => {
        await press(page, say("photos:own.remove"));
        await expect(page.getByRole("dialog", { name: say("photos:own.remove_title") })).toBeVisible();
      },
    },
    {
      name: "crop a photo",
      path: "/profile",
      prepare: async (page) => {
        await press(page, say("photos:own.edit_for", { number: 1 }));
        await press(page, say("photos:edit.crop"));
        await expect(dialog(page).getByLabel(say("photos:crop.zoom"))).toBeEnabled();
      },
    },
    { name: "own profile as others see it", path: ({ id }) => `/members/${id}` },
    {
      name: "photos fill the screen",
      prepare: async (page) => {
        await press(page, pattern(say, "members:photos.enlarge"));
        await expect(dialog(page)).toBeVisible();
      },
    },
  ],
);

screensOf(
  "a free member",
  async (browser) => {
    const [viewer, she] = [await visit(browser, { permissions: ["notifications"] }), await visit(browser)];
    const premium = await newMember(she.context, "Premium");
    await addPhotos(she.context, ["#b35", "#35b", "#3b5"]);
    await ask("update profiles set premium = true where member_id = $1", [premium.id]);
    await approvePhotos(premium);
    await she.context.close();
    await logInAs(viewer.context, "robin");
    return { ...viewer, premium };
  },
  [
    {
      name: "search, with the alert that offers pushes",
      path: "/members?filters=none",
      prepare: (page) => sees(page, say("notifications:alert.push_title")),
      longWords: true,
    },
    {
      name: "filters, with all interests",
      path: "/members?filters=none",
      prepare: async (page) => (await openFilters(page)).locator("summary").click(),
    },
    {
      name: "search with filters",
      path: "/members?country=GB&countryregion=GB-ENG&distance=100&online=1&sort=nearest",
    },
    { name: "search without results", path: "/members?country=GB&min_age=96&max_age=97" },
    {
      name: "search with similar members",
      path: "/members?country=GB&min_age=30&max_age=31",
      prepare: (page) => expect(page.getByRole("region", { name: searchText("similar.title") })).toBeVisible(),
    },
    {
      name: "locked photos of a premium member",
      path: ({ premium }) => `/members/${premium.id}`,
      prepare: async (page) => {
        await press(page, say("members:photos.next"));
        await expect(page.getByText(say("photos:lock.premium")).first()).toBeVisible();
      },
    },
    {
      name: "account menu",
      path: "/members?filters=none",
      prepare: (page) => press(page, say("shell:account.menu", { name: "Robin" })),
    },
    { name: "likes", path: "/likes", longWords: true },
    { name: "matches", path: "/likes/matches" },
    { name: "visitors", path: "/visitors", longWords: true },
    { name: "chats", path: "/chats", longWords: true },
    {
      name: "chat",
      prepare: async (page) => {
        await page.getByRole("main").locator("a[href*='/chats/']").first().click();
        await expect(page.getByRole("textbox")).toBeVisible();
      },
    },
    { name: "credits", path: "/credits", longWords: true },
    { name: "transactions", path: "/transactions" },
  ],
);

screensOf(
  "a premium member",
  async (browser) => {
    const viewer = await visit(browser);
    await logInAs(viewer.context, "alex");
    return viewer;
  },
  [
    { name: "credits", path: "/credits" },
    { name: "likes", path: "/likes" },
    { name: "profile of a member", path: async (viewer) => `/members/${(await menFor(viewer))[0]}`, longWords: true },
  ],
);

/** A woman, with the man she meets in `he`. */
async function pair(browser: Browser) {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  return { ...she, he };
}
const chooseReason = async (page: Page, reason: string) => {
  await dialog(page)
    .last()
    .getByText(say(`moderation:reasons.${reason}`), { exact: true })
    .click();
  await press(page, say("moderation:report.send"));
};

screensOf(
  "a member who meets another",
  async (browser) => {
    const viewer = await pair(browser);
    const { he, id } = viewer;
    await addPhotos(he.context, ["#35b"]);
    await approvePhotos(he);
    await open(he.page, `/members/${id}`);
    await send(he.context, "POST", "/api/like.php", { id });
    await he.page.close();
    return viewer;
  },
  [
    { name: "likes, with the mark of a new visitor", path: "/likes" },
    {
      name: "account menu, with the number of new visitors",
      prepare: (page, { name }) => press(page, say("shell:account.menu", { name })),
    },
    { name: "visitors", path: "/visitors", prepare: (page) => sees(page, say("visitors:new")) },
    { name: "profile", path: ({ he }) => `/members/${he.id}` },
    {
      name: "report a member",
      prepare: async (page, { he }) => {
        await press(page, say("moderation:more"));
        await page.getByRole("menuitem", { name: say("moderation:report.do_profile", { name: he.name }) }).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "report without a reason",
      prepare: async (page) => {
        await press(page, say("moderation:report.send"));
        await sees(page, say("errors:field.unknown_option"));
      },
    },
    {
      name: "member reported",
      prepare: async (page) => {
        await chooseReason(page, "scam");
        await sees(page, say("moderation:report.sent"));
      },
    },
    {
      name: "report a photo that fills the screen",
      path: ({ he }) => `/members/${he.id}`,
      prepare: async (page) => {
        await press(page, pattern(say, "members:photos.enlarge"));
        await press(page, say("moderation:report.do_photo"));
        await expect(dialog(page)).toHaveCount(2);
      },
    },
    {
      name: "match",
      path: "/likes",
      prepare: async (page) => {
        await press(page, new RegExp(say("likes:like_back")));
        await sees(page, say("likes:match.title"));
      },
    },
    { name: "first message to a match", path: ({ he }) => `/members/${he.id}/chat`, longWords: true },
  ],
);

screensOf(
  "a member who chats and pays",
  async (browser) => {
    const viewer = await pair(browser);
    const { he, id, context } = viewer;
    await he.page.close();
    await send(he.context, "POST", "/api/message.php", { member: id, text: "Good evening." });
    for (const text of ["Good evening.", "How are you?", "Nice lake.", "Is it far?", "By train?"]) {
      await send(context, "POST", "/api/message.php", { member: he.id, text });
    }
    const { chats } = await (await context.request.get("/api/chats.php")).json();
    return { ...viewer, chat: `/chats/${chats[0].conversation.id}` };
  },
  [
    {
      name: "message without credits",
      path: ({ chat }) => chat,
      prepare: async (page) => {
        await page.getByRole("textbox").fill("And the sixth one?");
        await press(page, pattern(say, "chat:composer.send"));
        await sees(page, say("errors:not_enough_credits"));
      },
    },
    {
      name: "order",
      path: "/credits",
      prepare: async (page) => {
        await follow(page, pattern(say, "credits:choose", { count: 25 }));
        await page.getByText(say("payments:methods.card"), { exact: true }).click();
      },
    },
    {
      name: "sandbox",
      prepare: async (page) => {
        await press(page, say("credits:order.button"));
        await page.waitForURL(/\/sandbox\/checkout\//);
      },
    },
    {
      name: "paid",
      prepare: async (page) => {
        await press(page, pattern(say, "sandbox:pay"));
        await sees(page, say("payments:completed.premium"));
        await waitUntilInteractive(page);
      },
    },
    { name: "transactions", path: "/transactions", longWords: true },
    { name: "withdrawal", path: "/withdrawal", longWords: true },
    {
      name: "block the other in a chat",
      path: ({ chat }) => chat,
      prepare: async (page, { he }) => {
        await press(page, say("chat:header.more"));
        await page.getByRole("menuitem", { name: say("moderation:block.do", { name: he.name }) }).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "chat reported",
      path: ({ chat }) => chat,
      prepare: async (page) => {
        await press(page, say("chat:header.more"));
        await page.getByRole("menuitem", { name: say("moderation:report.do_chat") }).click();
        await chooseReason(page, "harassment");
        await sees(page, say("moderation:report.copy"));
      },
    },
    {
      name: "settings, with a blocked member",
      path: async ({ context, he }) => {
        await send(context, "POST", "/api/block.php", { id: he.id });
        return "/notifications";
      },
      prepare: (page, { he }) => sees(page, he.name),
    },
    { name: "profile of a blocked member", path: ({ he }) => `/members/${he.id}` },
    {
      name: "profile of a member who blocked the viewer",
      path: async ({ context, he, id }) => {
        await send(context, "DELETE", "/api/block.php", { id: he.id });
        await send(he.context, "POST", "/api/block.php", { id });
        return `/members/${he.id}`;
      },
      prepare: (page, { he }) => sees(page, say("errors:blocked", { name: he.name })),
    },
  ],
);

screensOf(
  "staff",
  async (browser) => {
    const viewer = await visit(browser);
    await giveDevice(viewer.context, viewer.page);
    return { ...viewer, ...inviteStaff(), secret: "" };
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
      prepare: async (page) => {
        await press(page, say("staff:here.leave"));
        await press(page, say("staff:login.with_passkey"));
      },
    },
    { name: "invitation redeemed before", path: ({ path }) => path },
  ],
);
