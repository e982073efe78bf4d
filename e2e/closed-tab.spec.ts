import { type BrowserContext, expect, type Page, type Route } from "@playwright/test";
import { newMember, userOf } from "./member.ts";
import { open } from "./open.ts";
import { placeOrder } from "./sandbox.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const pressable = (page: Page, key: string) => page.getByRole("button", { name: pattern(say, key) }).first();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The state and amount of each of the member's payments. */
async function paymentsOf({ request }: BrowserContext): Promise<{ payment_id: string; status: string }[]> {
  return (await (await request.get("/api/payments.php")).json()).payments;
}

/** The changes of the member's credits that are purchases. */
async function purchasesOf({ request }: BrowserContext): Promise<number> {
  const { transactions } = await (await request.get("/api/transactions.php")).json();
  return transactions.filter(({ kind }: { kind: string }) => kind === "purchase").length;
}

/** Closes the tab as a member does, and opens a new one. */
async function anotherTab(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  return await context.newPage();
}

/**
 * Keeps the answer of the tab's next POST from it, and waits until the server has sent it. A tab that is closed just as
 * it shows an answer can stay open in Chromium, and then hold up the next one (Playwright's issue 42366).
 */
async function answerLost(tab: Page): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const swallow = async (route: Route) => {
      if (route.request().method() !== "POST") return await route.continue();
      await route.fetch({ maxRedirects: 0 });
      resolve();
    };
    tab.route("**", (route) => swallow(route).catch(reject)).catch(reject);
  });
}

test("R4.04 D7.4 closing the tab at any step does not change the payment, and in the end it is paid once @one-width", async ({
  context,
}) => {
  await newMember(context, "Closing");
  const { bundles } = await (await context.request.get("/api/bundles.php")).json();
  let page = await context.newPage();

  // closed with a method chosen: nothing is ordered
  await open(page, `/credits/${bundles[1].id}?return_to=%2Fchats`);
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  page = await anotherTab(page);
  expect(await paymentsOf(context)).toEqual([]);

  // closed on the checkout: the order is not paid yet, and its page says so
  await open(page, `/credits/${bundles[1].id}?return_to=%2Fchats`);
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  await placeOrder(page, say);
  await page.waitForURL(/\/sandbox\/checkout\//);
  const checkout = page.url();
  page = await anotherTab(page);
  const [ordered] = await paymentsOf(context);
  await open(page, "/transactions");
  await expect(page.getByText(say("payments:status.open"), { exact: true })).toBeVisible();
  await open(page, `/transactions/${ordered?.payment_id}`);
  await expect(heading(page)).toHaveText(say("payments:open.title"));

  // closed at the bank: the same
  await page.goto(checkout);
  await pressable(page, "sandbox:pay").click();
  await expect(pressable(page, "sandbox:approval.approve")).toBeVisible();
  const bank = page.url();
  page = await anotherTab(page);
  expect((await paymentsOf(context)).map(({ status }) => status)).toEqual(["open"]);

  // approved in two tabs at once, both closed before the redirect back
  const [first, second] = [page, await context.newPage()];
  await Promise.all([first.goto(bank), second.goto(bank)]);
  const approvals = [first, second].map(async (tab) => {
    const answered = answerLost(tab);
    await pressable(tab, "sandbox:approval.approve").click({ noWaitAfter: true });
    await answered;
  });
  await Promise.all(approvals);
  page = await context.newPage();
  await Promise.all([first.close(), second.close()]);

  // the page of the outcome, opened again: paid once
  await open(page, `/transactions/${ordered?.payment_id}`);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 25 }));
  page = await anotherTab(page);
  await open(page, `/transactions/${ordered?.payment_id}`);
  await expect(heading(page)).toContainText(say("payments:completed.title", { count: 25 }));
  expect(await purchasesOf(context)).toBe(1);
  const before = (await userOf(context)).credits;
  await page.goto(bank);
  await expect(pressable(page, "sandbox:approval.approve")).toHaveCount(0);
  expect((await userOf(context)).credits).toBe(before);
  await page.close();
});
