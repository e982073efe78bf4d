import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { ask } from "./database.ts";
import { arrive, confirm, send, signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { placeOrder } from "./sandbox.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const banner = (page: Page) => page.getByRole("complementary", { name: say("time-bonus:label") });
const popup = (page: Page) => page.getByRole("dialog", { name: "25% welcome bonus" });
const dismissedAt = (page: Page) => page.evaluate(() => localStorage.getItem("hide-time-bonus-modal"));

test("R4.14 R4.15 the banner counts down in the members area, leads to the credits, and disappears for good at zero", async ({
  page,
  context,
  browser,
}) => {
  await open(page, "/members");
  await expect(banner(page)).toHaveCount(0);
  const member = await signUpIn(context, "Countdown");
  await page.clock.install();
  const { members } = await (await context.request.get("/api/members.php")).json();
  const profile = members[0].id;
  for (const path of ["/members", "/likes", "/chats", "/premium", `/members/${profile}`, `/likes/m/${profile}`]) {
    await open(page, path);
    await expect(banner(page)).toBeVisible();
    await expect(banner(page)).toContainText(/3:5[89]:[0-5]\d/);
  }
  await picture(page, "banner");
  const before = await banner(page).textContent();
  await page.clock.fastForward(2_000);
  await expect(banner(page)).not.toHaveText(before ?? "");
  // screen readers don't announce the seconds
  await expect(banner(page).locator("[aria-hidden=true]").filter({ hasText: ":" })).toHaveCount(1);
  await open(page, "/notifications");
  await expect(banner(page)).toHaveCount(0);

  // a price that includes the discount says until when, and what a message costs then
  await confirm(context, member);
  await open(page, "/members");
  const someone = await page.locator("[data-member]").first().getAttribute("data-member");
  await open(page, `/members/${someone}`);
  const note = page.locator(".profile-actions").getByText(pattern(say, "time-bonus:price"));
  await expect(note).toBeHidden();
  await page.locator(".profile-actions summary").click();
  await expect(note).toBeVisible();
  const he = await arrive(browser, "Liker", { gender: "male", seeks: "female" });
  await send(he.context, "POST", "/api/like.php", { id: member.id });
  await open(page, `/members/${he.id}`);
  await page.getByRole("button", { name: say("likes:like_back") }).click();
  const match = page.getByRole("dialog", { name: say("likes:match.title") });
  await expect(match).toContainText(pattern(say, "time-bonus:price"));

  await open(page, "/members");
  await ask("update accounts set created_at = created_at - interval '4 hours' where id = $1", [member.id]);
  await page.clock.fastForward("03:59:59");
  await expect(banner(page)).toHaveCount(0);
  await page
    .getByRole("link", { name: say("navigation:likes") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/likes$/);
  await expect(banner(page)).toHaveCount(0);
});

test("R4.15 a member closes the banner, and it stays closed on this device", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await signUpIn(context, "Closing");
  await open(page, "/members");
  await banner(page)
    .getByRole("button", { name: say("shell:close"), exact: true })
    .click();
  await expect(banner(page)).toHaveCount(0);
  await open(page, "/likes");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  // the prices still include the discount
  await open(page, "/credits");
  await expect(page.getByText(pattern(say, "credits:discount.first_purchase"))).toBeVisible();
});

test("R4.14 R8.04 a welcome code that no longer loads leaves no error, and the banner with what was known", async ({
  page,
  context,
}) => {
  const failures: Error[] = [];
  page.on("pageerror", (error) => failures.push(error));
  const { id } = await signUpIn(context, "Without");
  await page.clock.install();
  await open(page, "/members");
  await page.route("**/api/discountcode.php*", (route) => route.abort());
  const asked = page.waitForRequest("**/api/discountcode.php*");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.clock.fastForward(60_000);
  await asked;
  await page.clock.fastForward(60_000);
  await expect(banner(page)).toContainText(/3:5\d:[0-5]\d/);
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  expect(failures).toEqual([]);
  await ask("update accounts set paid_since = now() where id = $1", [id]);
  await open(page, "/members");
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("R4.14 a page asks for no welcome code that the server did not bring, so no request of it fails", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const { id } = await signUpIn(context, "Over");
  await ask("update accounts set created_at = now() - interval '5 hours' where id = $1", [id]);
  const failed: string[] = [];
  page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
  const live = page.waitForResponse("**/api/events.php*");
  await open(page, "/members");
  await live;
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("load");
  await expect(banner(page)).toHaveCount(0);
  expect(failed).toEqual([]);
});

test("R4.16 the popup opens after 40 seconds in the members area, and never again once it was closed", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Popup");
  await page.clock.install();
  await open(page, "/members");
  await page.clock.fastForward(30_000);
  await expect(popup(page)).toHaveCount(0);
  // leaving the area cancels it
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("shell:footer.help") })
    .click();
  await expect(page).toHaveURL(/\/pages\/faq$/);
  await page.clock.fastForward(60_000);
  await expect(popup(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/members$/);
  await expect(banner(page)).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(popup(page)).toHaveCount(0);

  // any screen of the area will do; the popup never opens over a field
  await page
    .getByRole("link", { name: say("navigation:likes") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/likes$/);
  await page.evaluate(() => {
    const field = document.createElement("input");
    field.id = "typing";
    document.querySelector("main")?.append(field);
    field.focus();
  });
  await page.clock.fastForward(12_000);
  await expect(popup(page)).toHaveCount(0);
  await page.evaluate(() => document.querySelector("#typing")?.remove());
  await page.clock.fastForward(6_000);
  await expect(popup(page)).toBeVisible();
  await picture(page, "popup");
  await expectAccessible(page);
  await popup(page)
    .getByRole("button", { name: say("time-bonus:close"), exact: true })
    .click();
  await expect(popup(page)).toHaveCount(0);
  expect(await dismissedAt(page)).toMatch(/^\d{10}$/);
  await open(page, "/members");
  await page.clock.fastForward(60_000);
  await expect(banner(page)).toBeVisible();
  await expect(popup(page)).toHaveCount(0);
});

test("R4.16 the popup leads to the credits; after a failed payment it does not open", async ({ page, context }) => {
  const { id } = await signUpIn(context, "Offered");
  await page.clock.install();
  await open(page, "/credits");
  await page
    .getByRole("link", { name: /^Choose/ })
    .first()
    .click();
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  await placeOrder(page, say);
  await page.getByRole("button", { name: say("sandbox:fail") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("payments:ended.failed"));
  await open(page, "/members");
  const asked = page.waitForResponse((response) => response.url().includes("/api/payments.php"));
  await page.clock.fastForward(41_000);
  await asked;
  await expect(popup(page)).toHaveCount(0);
  await ask("update payments set created_at = created_at - interval '1 hour' where member_id = $1", [id]);
  await page.clock.fastForward(6_000);
  await expect(popup(page)).toBeVisible();
  await popup(page)
    .getByRole("link", { name: say("time-bonus:see") })
    .click();
  await expect(page).toHaveURL(/\/credits$/);
  expect(await dismissedAt(page)).toMatch(/^\d{10}$/);
});
