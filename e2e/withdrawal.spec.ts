import { expect, type Page } from "@playwright/test";
import { buyer } from "./buyer.ts";
import { ask } from "./database.ts";
import { mailTo } from "./mails.ts";
import { arrive, ownAddress, password } from "./member.ts";
import { open } from "./open.ts";
import { placeOrder } from "./sandbox.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";
import { origin } from "./world.ts";

const say = sayIn("en");
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const follow = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first().click();

test("D7.7 D7.8 a buyer reads the receipt, gets it as a PDF, withdraws in two steps, and sees the refund", {
  tag: "@core",
}, async ({ browser }) => {
  const she = await buyer(browser, "Withdrawing");
  const { page } = she;
  const download = page.waitForEvent("download");
  await follow(page, say("payments:receipt.pdf"));
  expect((await download).suggestedFilename()).toBe(`receipt-${she.receipt}.pdf`);
  await open(page, "/transactions");
  await follow(page, say("withdrawals:link"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("withdrawals:link"));
  await press(page, say("withdrawals:confirm"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("withdrawals:done_title"));
  await mailTo(page.request, she.email, /withdrawal/);
  await follow(page, say("withdrawals:back"));
  await expect(page.getByText(say("transactions:kinds.refund"), { exact: true })).toBeVisible();
  const payment = page.getByRole("list", { name: say("payments:list.label") }).getByRole("listitem");
  await expect(payment).toContainText(`${say("transactions:kinds.refund")}: `);
  await expect(payment).toContainText(say("payments:status.refund_ordered"));
  await payment.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("payments:status.refund_ordered"));
  await expect(page.getByText(say("payments:completed.premium"))).toBeHidden();
  await expect(page.getByRole("main").getByRole("link", { name: say("withdrawals:link") })).toBeHidden();
});

test("D7.7 a buyer withdraws without a login and without scripts, by the receipt's number @one-width", async ({
  browser,
}) => {
  const she = await buyer(browser, "Leaving");
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { "x-forwarded-for": ownAddress() },
  });
  const page = await context.newPage();
  await page.goto("/");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("withdrawals:link") })
    .click();
  await page.getByLabel(say("withdrawals:email")).fill(she.email);
  await page.getByLabel(say("withdrawals:number")).fill(she.receipt);
  await press(page, say("withdrawals:confirm"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("withdrawals:done_title"));
  await expect(page.getByText(say("withdrawals:done_neutral", { email: she.email }))).toBeVisible();
  await mailTo(page.request, she.email, /withdrawal/, she.receipt);
});

test("D7.7 a purchase keeps its price and its days of withdrawal, whatever later ones cost and promise @one-width", async ({
  browser,
  siteHas,
}) => {
  await siteHas({ refund_days: 30 });
  const she = await buyer(browser, "Promised");
  const { page } = she;
  const promised = page.getByText(pattern(say, "withdrawals:note"));
  await open(page, "/withdrawal");
  const refund = /€[\d.]+/.exec((await promised.textContent()) ?? "")?.[0] ?? "no sum";
  await ask("update bundles set price_minor = price_minor + 1000 where credits = 25", []);
  try {
    await siteHas({ refund_days: 14 });
    await ask(
      `update payments set created_at = created_at - interval '25 days', completed_at = completed_at - interval '25 days'
       where member_id = $1`,
      [she.id],
    );
    await open(page, "/withdrawal");
    await expect(promised).toContainText(refund);
    await press(page, say("withdrawals:confirm"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("withdrawals:done_title"));
    await expect(page.getByText(refund)).toBeVisible();
    await mailTo(page.request, she.email, /withdrawal/, refund);
  } finally {
    await ask("update bundles set price_minor = price_minor - 1000 where credits = 25", []);
  }
});

test("R2.25 D7.7 without scripts a member deletes the account and gets the money for unspent credits back @one-width", async ({
  browser,
}) => {
  const she = await buyer(browser, "Refunded");
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await she.context.storageState(),
  });
  const page = await context.newPage();
  await page.goto("/delete-account");
  const button = page.getByRole("button", { name: pattern(say, "privacy:delete.with_refund") });
  const without = page.getByRole("button", { name: say("privacy:delete.without_refund") });
  await expect(without).toHaveClass(/button-outline/);
  await expect(without).toHaveAccessibleDescription(pattern(say, "privacy:delete.without_refund_note"));
  const refund = /€[\d.]+/.exec((await button.textContent()) ?? "")?.[0] ?? "no sum";
  await page.getByLabel(say("privacy:delete.password"), { exact: true }).fill(password);
  await button.click();
  await expect(page).toHaveURL(/\/account-deleted$/);
  await mailTo(page.request, she.email, /delete/i, refund);
  const sent =
    "select r.reason, r.amount_minor from refunds r join payments p on p.id = r.payment_id where p.member_id = $1";
  const [row] = await ask(sent, [she.id]);
  expect(row).toEqual({ reason: "account_deleted", amount_minor: Math.round(Number(refund.slice(1)) * 100) });
});

test("quality: a member's own limit refuses an order and says until when @one-width", async ({ browser }) => {
  const { page, context } = await arrive(browser, "Saving");
  await open(page, "/transactions");
  await page.getByLabel(say("transactions:spending.limit_label")).fill("1");
  await press(page, say("transactions:spending.save"));
  await expect(page.getByText(pattern(say, "transactions:spending.limit_now"))).toBeVisible();
  await open(page, "/credits");
  await follow(page, pattern(say, "credits:choose", { count: 25 }));
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  await placeOrder(page, say);
  await expect(page.getByText(pattern(say, "errors:spending_limit_reached")).first()).toBeVisible();
  // without scripts the browser posts the forms
  const posted = async (form: Record<string, string>) =>
    await (await context.request.post("/transactions", { form, headers: { origin, accept: "text/html" } })).text();
  expect(await posted({ limit: "0,50" })).toMatch(pattern(say, "transactions:spending.limit_now", { limit: "€0.50" }));
  expect(await posted({ limit: "abc" })).toContain(say("errors:field.invalid"));
  expect(await posted({ days: "7" })).toMatch(pattern(say, "transactions:spending.paused"));
});
