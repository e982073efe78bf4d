import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { expectFitsLargeText } from "./large-text.ts";
import { settle, signUpIn, userOf } from "./member.ts";
import { holdScripts, open } from "./open.ts";
import { picture } from "./picture.ts";
import { payAtSandbox, placeOrder } from "./sandbox.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const button = (page: Page, key: string) => page.getByRole("button", { name: pattern(say, key), exact: true }).first();
const link = (page: Page, key: string, params = {}) =>
  page
    .getByRole("main")
    .getByRole("link", { name: say(key, params), exact: true })
    .first();
const bundle = (page: Page, count: number) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: say("credits:credits", { count }) }) });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Creates a discount code that no other journey uses. */
async function newCode(percentage: number): Promise<string> {
  const code = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase();
  await ask(
    `insert into discount_codes (site_id, code, percentage, validity, created_at)
     values ((select min(id) from sites), $1, $2, 'many', now())`,
    [code, percentage],
  );
  return code;
}

/** Waits for the order's screen by its heading, because the page before it shows the same price. */
const onOrder = (page: Page) => expect(heading(page)).toHaveText(say("credits:order.title"));

async function orderBy(page: Page, method: string): Promise<void> {
  await onOrder(page);
  await page.getByText(say(`payments:methods.${method}`), { exact: true }).click();
  await placeOrder(page, say);
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
}

test("R1.10 D7.2 a new member's prices include the welcome discount, and show the old price and when the discount ends", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Welcome");
  await open(page, "/credits");
  const words = say("credits:discount.first_purchase", { worth: "25%" });
  const note = page.getByRole("status").filter({ hasText: words });
  await expect(note).toContainText(/Until .*\d\d:\d\d/);
  await expect(bundle(page, 10)).toContainText("€7.46");
  await expect(bundle(page, 10)).toContainText(say("credits:instead_of", { price: "€9.95" }));
  await picture(page, "welcome-price");
  await link(page, "credits:choose", { count: 10 }).click();
  await expect(page.getByText("−€2.49").or(page.getByText("-€2.49"))).toBeVisible();
  await picture(page, "order-welcome");
  await orderBy(page, "card");
  await expect(page.getByText("€7.46").first()).toBeVisible();
});

test("D7.6 a wrong code is an error of its field, and a right one changes the prices up to the checkout", async ({
  page,
  context,
}) => {
  const { email } = await signUpIn(context, "Code");
  await settle(email);
  const code = await newCode(10);
  await open(page, "/credits?return_to=%2Flikes");
  await expect(bundle(page, 10)).toContainText("€9.95");
  await page.getByText(say("credits:code.question")).click();
  const field = page.getByLabel(say("credits:code.label"), { exact: true });
  await field.fill("NOTHING-1");
  await button(page, "credits:code.apply").click();
  await expect(page.getByText("Code not found")).toBeVisible();
  await expect(field).toHaveValue("NOTHING-1");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(bundle(page, 10)).toContainText("€9.95");
  await picture(page, "wrong-code");

  await field.fill(code.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(bundle(page, 10)).toContainText("€8.95");
  await expect(page).toHaveURL(/return_to=%2Flikes/);
  await link(page, "credits:choose", { count: 10 }).click();
  await expect(page.getByText(say("credits:discount.code", { code }))).toBeVisible();
  await orderBy(page, "card");
  await payAtSandbox(page, say);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 10 }));
  await link(page, "payments:pending.back").click();
  await expect(page).toHaveURL(/\/likes$/);
});

test("D7.6 D7.7 a price that changed meanwhile is shown before anything is ordered", async ({ page, context }) => {
  const { email } = await signUpIn(context, "Changed");
  await settle(email);
  const code = await newCode(20);
  await open(page, `/credits?code=${code}`);
  await link(page, "credits:choose", { count: 10 }).click();
  await onOrder(page);
  await expect(page.getByText("€7.96").first()).toBeVisible();
  await ask("update discount_codes set percentage = 10 where code = $1", [code]);
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  await placeOrder(page, say);
  await expect(page.getByText(say("errors:price_changed"))).toBeVisible();
  await expect(page.getByText("€8.95").first()).toBeVisible();
  await picture(page, "price-changed");
  await expect(page.getByRole("radio", { name: say("payments:methods.card") })).toBeChecked();
  await placeOrder(page, say);
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await expect(page.getByText("€8.95").first()).toBeVisible();
  // after a failed payment the price still includes the typed code
  await page.getByRole("button", { name: say("sandbox:fail") }).click();
  await link(page, "payments:ended.retry").click();
  await expect(page).toHaveURL(/\bcode=/);
  await expect(page.getByText("€8.95").first()).toBeVisible();
});

test("R4.04 R8.05 after a failed payment the buyer pays by another method, and returns to where they were", {
  tag: "@core",
}, async ({ page, context }) => {
  await signUpIn(context, "Failed");
  await open(page, "/credits?return_to=%2Fchats");
  await link(page, "credits:choose", { count: 10 }).click();
  await orderBy(page, "card");
  await page.getByRole("button", { name: say("sandbox:fail") }).click();
  await expect(heading(page)).toHaveText("Payment failed");
  await expect(page.getByText("Payment failed or has been cancelled.", { exact: true })).toBeVisible();
  await picture(page, "failed");
  await link(page, "payments:ended.retry").click();
  await orderBy(page, "card");
  await page.getByRole("button", { name: say("sandbox:expire") }).click();
  await expect(heading(page)).toHaveText("Payment expired");
  await expect(page.getByText(say("payments:ended.expired_text"), { exact: true })).toBeVisible();
  await picture(page, "expired");
  await link(page, "payments:ended.retry").click();
  await expect(page.getByText("€7.46").first()).toBeVisible();
  await orderBy(page, "paypal");
  await payAtSandbox(page, say);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 10 }));
  await link(page, "payments:pending.back").click();
  await expect(page).toHaveURL(/\/chats$/);
});

test("R4.04 a cancelled payment offers another method; one in progress says so, until its credits arrive", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Waiting");
  await open(page, "/credits");
  await link(page, "credits:choose", { count: 10 }).click();
  await orderBy(page, "card");
  await page.getByRole("button", { name: say("sandbox:cancel"), exact: true }).click();
  await expect(heading(page)).toHaveText("Payment cancelled");
  await link(page, "payments:ended.retry").click();
  await orderBy(page, "paypal");
  const checkout = page.url();
  await page.getByRole("button", { name: say("sandbox:pending"), exact: true }).click();
  await expect(heading(page)).toHaveText(say("payments:pending.title"));
  const status = page.url();
  await page.goto(checkout);
  await page.getByRole("button", { name: say("sandbox:complete"), exact: true }).click();
  await open(page, status);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 10 }));
});

test("R7.03 an order pressed before the page's scripts run is placed once, by the method that was chosen", {
  tag: ["@core", "@one-width"],
}, async ({ page, context }) => {
  const { id } = await signUpIn(context, "Early");
  await open(page, "/credits");
  const order = await link(page, "credits:choose", { count: 10 }).getAttribute("href");
  // the method is chosen before the scripts run, and ordered afterwards
  const release = await holdScripts(page);
  await page.goto(`${order}`, { waitUntil: "commit" });
  await page.getByText(say("payments:methods.paypal"), { exact: true }).click();
  await release();
  await placeOrder(page, say);
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  // the method is chosen and ordered without any script
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(`${order}`, { waitUntil: "commit" });
  await placeOrder(page, say);
  await expect(page.getByText(say("credits:order.method_missing"))).toBeVisible();
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  const remember = page.getByLabel(say("credits:order.remember"), { exact: true });
  await remember.check();
  await page.locator("[name=amount]").evaluate((amount: HTMLInputElement) => {
    amount.value = "1";
  });
  await placeOrder(page, say);
  await expect(page.getByText(say("errors:price_changed"))).toBeVisible();
  await expect(page.getByRole("radio", { name: say("payments:methods.card"), exact: true })).toBeChecked();
  await expect(remember).toBeChecked();
  await placeOrder(page, say);
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await payAtSandbox(page, say);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 10 }));
  // the page finds out that the payment was made, and no part of it is from before
  await expect(page.getByText(say("payments:completed.balance", { count: 10 }), { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Receipt \d{4}-\d{6}$/ })).toBeVisible();
  await expect(page.getByRole("link", { name: say("navigation:premium"), exact: true })).toHaveCount(0);
  // the new order takes the place of the open one
  const orders = () => ask("select method, status from payments where member_id = $1 order by created_at", [id]);
  await expect.poll(orders).toEqual([
    { method: "paypal", status: "cancelled" },
    { method: "card", status: "completed" },
  ]);
});

test("D7.7 the box to begin at once is empty at first, and an order without it is refused at the box", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Box");
  await open(page, "/credits");
  await link(page, "credits:choose", { count: 10 }).click();
  await onOrder(page);
  const order = page.getByRole("button", { name: say("credits:order.button") });
  // the button and its total are in view at once, and the navigation is not
  await expect(order).toBeInViewport({ ratio: 1 });
  await expect(page.locator(".order-bar")).toContainText("€7.46");
  await expect(page.locator(".order-bar")).toBeInViewport({ ratio: 1 });
  // on a phone one line separates the bar from the page: its own
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await expect(page.locator(".order-bar .order-total")).toHaveCSS("border-top-width", "0px");
  }
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  const box = page.locator("[name=begin_at_once]");
  await expect(box).not.toBeChecked();
  await order.click();
  await expect(box).toBeFocused();
  await expect(box).toBeInViewport({ ratio: 1 });
  await expect(box).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(/\/credits\//);
  await picture(page, "order-unticked");
  await placeOrder(page, say);
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
});

test("WCAG 1.4.10 an order with a long stored address fits a phone of 320 pixels with large letters", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const { id } = await signUpIn(context, "Long");
  await ask(
    `insert into stored_methods (site_id, member_id, provider, reference, method, label, created_at, used_at)
     values ((select site_id from profiles where member_id = $1), $1, 'sandbox', $2, 'paypal',
       'aveveryverylongaddressofabuyer@paypal.example', now(), now())`,
    [id, randomUUID()],
  );
  await open(page, "/credits");
  await link(page, "credits:choose", { count: 10 }).click();
  await onOrder(page);
  await expect(page.getByText(/aveveryverylong/)).toBeVisible();
  await expectFitsLargeText(page);
});

test("R2.23 the last order is repeated on one page with the stored method, until that is removed", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Repeat");
  await open(page, "/credits/repeat-order");
  await expect(page).toHaveURL(/\/credits$/);
  await link(page, "credits:choose", { count: 25 }).click();
  const remember = page.getByLabel(say("credits:order.remember"), { exact: true });
  // it is offered only beside what the provider can store
  await expect(remember).toBeHidden();
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  await expect(remember).not.toBeChecked();
  await remember.check();
  await orderBy(page, "card");
  await payAtSandbox(page, say);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 25 }));

  await open(page, "/credits");
  const repeat = link(page, "credits:repeat.link");
  await expect(repeat).toHaveAccessibleDescription(/€22\.45/);
  await picture(page, "repeat-offer");
  await repeat.click();
  await expect(heading(page)).toHaveText(say("credits:repeat.title"));
  await expect(page.getByText("€22.45").first()).toBeVisible();
  await picture(page, "repeat-order");
  await placeOrder(page, say);
  // a stored card is approved with the bank each time
  await payAtSandbox(page, say);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 25 }));
  expect((await userOf(context)).credits).toBe(50);

  await open(page, "/credits");
  await link(page, "credits:choose", { count: 10 }).click();
  await expect(page.getByRole("radio", { name: /4242/ })).toBeChecked();
  await placeOrder(page, say);
  await payAtSandbox(page, say);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 10 }));
  expect((await userOf(context)).credits).toBe(60);

  await open(page, "/transactions");
  await picture(page, "stored-methods");
  await page.getByRole("button", { name: /^Remove/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: say("payments:stored.remove"), exact: true }).click();
  await expect(page.getByRole("heading", { name: say("payments:stored.title") })).toHaveCount(0);
  await open(page, "/credits/repeat-order");
  await expect(page).toHaveURL(/\/credits$/);
});

test("R2.27 R2.09 R6.05 Get Premium leads to the overview, which claims only what the site can prove", {
  tag: "@core",
}, async ({ page, context, siteHas }) => {
  await signUpIn(context, "Overview");
  await open(page, "/members");
  await page
    .getByRole("navigation", { name: say("navigation:main") })
    .getByRole("link", { name: say("navigation:premium") })
    .click();
  await expect(page).toHaveURL(/\/premium$/);
  const row = page.getByRole("row").filter({ hasText: say("premium:benefits.own_photos") });
  await expect(row).toContainText(say("premium:up_to", { max: 25 }));
  await expect(page.getByText("46%")).toHaveCount(0);
  await picture(page, "premium");
  await siteHas({ claims_higher_chance: true, higher_chance_proof: "Counted by us in 2025: /pages/fair" });
  await open(page, "/premium?return_to=%2Fchats");
  await expect(page.getByText("46% higher chance")).toBeVisible();
  await expect(page.getByText("Counted by us in 2025")).toBeVisible();
  await link(page, "premium:buy").click();
  await expect(page).toHaveURL(/\/credits\?return_to=%2Fchats$/);
});
