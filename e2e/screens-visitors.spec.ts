import { expect, type Page } from "@playwright/test";
import { password, randomLetters } from "./member.ts";
import { dialog, field, follow, press, screensOf, sees, type Visit, visit } from "./screens.ts";
import { openFilters, text as searchText } from "./search-page.ts";
import { sayIn } from "./texts.ts";

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
