import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { linkTo } from "./mails.ts";
import { type Member, newMember, password, signUpIn, userOf } from "./member.ts";
import { holdAnswer, open, waitUntilInteractive } from "./open.ts";
import { passTimeUntil } from "./pass-time.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const newPassword = "another four calm words";
let places = 0;

type Arrived = { context: BrowserContext; page: Page };

/** A browser in France, with its own IP address: limits that count by address then count each test separately. */
async function arrive(browser: Browser, more: object = {}): Promise<Arrived> {
  places += 1;
  const extraHTTPHeaders = { "x-forwarded-for": `193.252.${process.pid % 250}.${places}` };
  const context = await browser.newContext({ extraHTTPHeaders, ...more });
  return { context, page: await context.newPage() };
}

async function logIn(page: Page, { email }: Member, secret: string): Promise<void> {
  await page.getByLabel(say("auth:login.name"), { exact: true }).fill(email);
  await page.getByLabel(say("auth:login.password"), { exact: true }).fill(secret);
  await page.getByRole("button", { name: say("auth:login.send"), exact: true }).click();
}

test("R5.06 R8.05 a forgotten password: enter the address, get a link, type the new password", {
  tag: "@core",
}, async ({ browser }) => {
  const { context, page } = await arrive(browser);
  const member = await newMember(context, "Fora");
  await context.clearCookies();

  await page.clock.install();
  await open(page, "/login");
  await page.getByLabel(say("auth:login.name"), { exact: true }).fill(member.email);
  await page.getByRole("link", { name: say("auth:login.forgot") }).click();
  const email = page.getByLabel(say("auth:reset.email"), { exact: true });
  await expect(email).toHaveValue(member.email);
  await email.fill("nobody@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByText("E-mail address not found")).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill(member.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: say("auth:reset.sent_title") })).toBeFocused();
  await expect(page.getByRole("main")).toContainText(member.email);
  await expect(page.getByRole("link", { name: "Write to us", exact: true })).toHaveAttribute(
    "href",
    "/complaints#form",
  );
  const again = page.getByRole("button", { name: say("auth:reset.resend"), exact: true });
  await expect(again).toHaveCount(0);
  await passTimeUntil(page, again);
  await again.press("Enter");
  await expect(page.getByRole("heading", { name: say("auth:reset.resent_title") })).toBeFocused();

  const link = await linkTo(context.request, member.email, /Choose a new password/);
  await open(page, link);
  // without scripts the password can't be shown, so it is asked twice
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const scriptless = await plain.newPage();
  await scriptless.goto(link);
  await scriptless.getByLabel(say("auth:reset_do.password"), { exact: true }).fill(newPassword);
  await scriptless.getByLabel(say("auth:reset_do.again"), { exact: true }).fill("something else");
  await scriptless.getByRole("button", { name: say("auth:reset_do.send") }).click();
  // the text engine of the tests leaves out what stands in a `noscript`
  await expect(scriptless.locator(".field-error")).toContainText("The entered passwords are not the same.");
  await plain.close();

  await expect(page.getByLabel(say("auth:reset_do.again"), { exact: true })).toHaveCount(0);
  await page.getByLabel(say("auth:reset_do.password"), { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: say("auth:reset_do.done_title") })).toBeFocused();
  expect(page.url()).not.toContain("token");
  await page.getByRole("link", { name: say("auth:reset_do.go", { site: "Rendezvous" }) }).click();
  await expect(page).toHaveURL(/\/members/);

  await open(page, link);
  await expect(page.getByRole("main")).toContainText("Link expired or invalid, request a new email");
  await page.getByRole("link", { name: say("auth:invalid.reset") }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
});

test("R8.05 the fourth mail of a day is refused with an explanation; login links count too", async ({ browser }) => {
  const { context, page } = await arrive(browser);
  const member = await newMember(context, "Quota");
  await context.clearCookies();
  for (const button of ["send", "send", "send_login", "send"] as const) {
    await open(page, "/reset-password");
    await page.getByLabel(say("auth:reset.email"), { exact: true }).fill(member.email);
    await page.getByRole("button", { name: say(`auth:reset.${button}`), exact: true }).click();
    await expect(
      page
        .getByRole("heading", { name: say("auth:reset.sent_title") })
        .or(page.getByRole("alert").getByRole("paragraph")),
    ).toBeVisible();
  }
  await expect(
    page.getByRole("alert").getByText("Too many password reset emails sent, please try again tomorrow."),
  ).toBeVisible();
  await open(page, await linkTo(context.request, member.email, /link to log in/));
  await page.getByRole("button", { name: say("auth:link.login_send"), exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/members/);
});

test("R5.06 the login offers a link by mail, which needs no password", async ({ browser }) => {
  const { context, page } = await arrive(browser);
  const member = await newMember(context, "Linked");
  await context.clearCookies();
  await open(page, "/login");
  await page.getByRole("link", { name: say("auth:login.by_link"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("auth:reset.login_title"));
  await page.getByLabel(say("auth:reset.email"), { exact: true }).fill(member.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: say("auth:reset.sent_title") })).toBeVisible();
  await open(page, await linkTo(context.request, member.email, /link to log in/));
  await page.getByRole("button", { name: say("auth:link.login_send"), exact: true }).click();
  await expect(page).toHaveURL(/\/members/);
});

test("D3.6 without scripts a link is redeemed by its button, and no Referer contains its token", async ({
  browser,
}) => {
  const { context, page } = await arrive(browser, { javaScriptEnabled: false });
  const member = await newMember(context, "Plain");
  await context.clearCookies();
  const referers: Promise<string>[] = [];
  page.on("request", (request) =>
    referers.push(
      request.allHeaders().then(
        ({ referer }) => referer ?? "",
        // a request that is still pending when the journey ends
        () => "",
      ),
    ),
  );

  await open(page, "/reset-password");
  await page.getByLabel(say("auth:reset.email"), { exact: true }).fill(member.email);
  await page.getByRole("button", { name: say("auth:reset.send"), exact: true }).click();
  await expect(page.getByRole("heading", { name: say("auth:reset.sent_title") })).toBeVisible();
  const link = await linkTo(context.request, member.email, /Choose a new password/);
  await open(page, link);
  await page.getByLabel(say("auth:reset_do.password"), { exact: true }).fill(newPassword);
  await page.getByLabel(say("auth:reset_do.again"), { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: say("auth:reset_do.send") }).click();
  await expect(page.getByRole("heading", { name: say("auth:reset_do.done_title") })).toBeVisible();

  await context.clearCookies();
  await open(page, "/reset-password");
  await page.getByLabel(say("auth:reset.email"), { exact: true }).fill(member.email);
  await page.getByRole("button", { name: say("auth:reset.send_login") }).click();
  await open(page, await linkTo(context.request, member.email, /link to log in/));
  await page.getByRole("button", { name: say("auth:link.login_send"), exact: true }).click();
  await expect(page).toHaveURL(/\/members/);
  expect((await Promise.all(referers)).filter((referer) => /[A-Za-z0-9_-]{43}/.test(referer))).toEqual([]);
});

test("R5.07 R5.05 password and address are changed in the settings; the old address undoes its change", async ({
  browser,
}) => {
  const { context, page } = await arrive(browser);
  const member = await newMember(context, "Cleo");
  await open(page, "/notifications/password");
  await page.getByRole("button", { name: say("auth:password.change") }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("auth:password.old"), { exact: true }).fill("not the right one");
  await dialog.getByLabel(say("auth:reset_do.password"), { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Please check your old password.")).toBeVisible();
  await expect(dialog.getByLabel(say("auth:password.old"), { exact: true })).toBeFocused();
  await dialog.getByLabel(say("auth:password.old"), { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: say("auth:password.changed") })).toBeFocused();

  await open(page, "/notifications/address");
  await page.getByRole("button", { name: say("auth:address.change") }).press("Enter");
  const address = dialog.getByLabel(say("auth:address.email"), { exact: true });
  await address.fill("robin@demo.invalid");
  await dialog.getByLabel(say("auth:address.password"), { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This email address already owns an account on this website.")).toBeVisible();
  await address.fill("no address");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("New email adress is invalid.")).toBeVisible();
  const changed = `new.${member.email}`;
  await address.fill(changed);
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("auth:address.pending", { email: changed }))).toBeVisible();
  await expect(page.getByRole("button", { name: say("auth:address.cancel") })).toBeVisible();
  await open(page, "/notifications/address");
  await expect(page.getByText(say("auth:address.pending", { email: changed }))).toBeVisible();

  await open(page, await linkTo(context.request, changed, /Confirm your new/));
  await page.getByRole("button", { name: say("auth:mail_change.send") }).press("Enter");
  await expect(page.getByRole("heading", { name: say("auth:mail_change.done_title") })).toBeFocused();

  await open(page, await linkTo(context.request, member.email, /email address of your .* account/));
  await expect(page.getByRole("main")).toContainText(member.email);
  await page.getByRole("button", { name: say("auth:link.mail_undo_send") }).press("Enter");
  await expect(page.getByRole("heading", { name: say("auth:link.mail_undo_done") })).toBeFocused();
  await page.getByRole("link", { name: say("auth:link.mail_undo_reset") }).click();
  await expect(page.getByLabel(say("auth:reset.email"), { exact: true })).toHaveValue(member.email);
});

test("D3.4 a login from a new device is reported, listed with its country, and ended while it is open", async ({
  browser,
}) => {
  const { context, page } = await arrive(browser);
  const member = await newMember(context, "Dora");
  const other = await arrive(browser);
  await open(other.page, "/login?next=/chats");
  await logIn(other.page, member, password);
  // not a pattern for the end: the login page's address, with `next=/chats`, ends like that too
  await other.page.waitForURL((url) => url.pathname === "/chats");
  await waitUntilInteractive(other.page);

  await open(page, "/notifications/devices");
  const devices = page.getByRole("region", { name: say("auth:devices.title") });
  await expect(devices.getByRole("listitem").filter({ hasText: say("auth:devices.this") })).toHaveCount(1);
  await expect(devices).toContainText(say("auth:devices.place", { country: "France" }));
  const end = devices.getByRole("button", {
    name: say("auth:devices.end_name", { name: say("auth:devices.name", { browser: "Chrome", system: "Linux" }) }),
  });
  await end.press("Enter");
  await expect(devices.getByRole("status")).toBeFocused();
  await expect(end).toHaveCount(0);
  // without any action on it, the other device leaves the page
  await expect(other.page).toHaveURL(/\/login\?next=/, { timeout: 15_000 });
  await expect(other.page.getByRole("main")).toContainText(say("auth:login.logged_out"));
});

test("D3.5 wrong passwords lock strangers out for some minutes; a device known from before still gets in", async ({
  browser,
}) => {
  const { context, page } = await arrive(browser);
  const member = await newMember(context, "Lock");
  const stranger = await arrive(browser);
  await open(stranger.page, "/login");
  for (let count = 1; count <= 5; count += 1) {
    await logIn(stranger.page, member, `guess number ${count}`);
    const words =
      count < 5 ? "Login failed, please try again" : "Too many incorrect attempts, account blocked for 15 min.";
    await expect(stranger.page.getByRole("alert").getByText(words)).toBeVisible();
  }
  await context.clearCookies({ name: "auth" });
  await open(page, "/login");
  await logIn(page, member, password);
  await expect(page).toHaveURL(/\/members/);
});

test.describe("R4.01 D3.6 the link that confirms an address", () => {
  const button = (page: Page) => page.getByRole("button", { name: say("auth:link.activation_send"), exact: true });
  const done = (page: Page) => page.getByRole("heading", { name: say("account:activate.done_title") });
  const linkOf = ({ page }: Arrived, { email }: Member) => linkTo(page.request, email, /Confirm your email/);

  test("confirms with one tap in a browser logged in as its member, and by its button on any other device", {
    tag: "@one-width",
  }, async ({ browser }) => {
    const [here, stranger, elsewhere] = [await arrive(browser), await arrive(browser), await arrive(browser)];
    const member = await signUpIn(here.context, "Onetap");
    await signUpIn(stranger.context, "Stranger");
    const link = await linkOf(here, member);

    // a device logged in as another member, and one that is logged out: the page asks
    for (const { page } of [stranger, elsewhere]) {
      await open(page, link);
      await expect(button(page)).toBeVisible();
    }
    expect((await userOf(here.context)).status).toBe("not_confirmed");

    const { done: reached, release } = await holdAnswer(here.page, "**/api/link.php");
    await open(here.page, link);
    await reached;
    // no button that can't be pressed
    await expect(here.page.getByText(say("auth:link.activation_itself"))).toBeVisible();
    await expect(button(here.page)).toHaveCount(0);
    release();
    await expect(done(here.page)).toBeVisible();
    expect((await userOf(here.context)).status).toBe("active");
    expect((await userOf(stranger.context)).status).toBe("not_confirmed");
    // once redeemed, the link does nothing for the others
    await button(elsewhere.page).click();
    await expect(elsewhere.page).toHaveURL(/\/activate\/error$/);
  });

  test("is never redeemed by a GET, and without scripts by its button", { tag: "@one-width" }, async ({ browser }) => {
    const here = await arrive(browser, { javaScriptEnabled: false });
    const member = await signUpIn(here.context, "Plain");
    const link = await linkOf(here, member);
    for (const context of [here.context, (await arrive(browser)).context]) {
      expect((await context.request.get(link)).status()).toBe(200);
    }
    await open(here.page, link);
    expect((await userOf(here.context)).status).toBe("not_confirmed");
    await button(here.page).click();
    await expect(done(here.page)).toBeVisible();
  });
});
