import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { buyer } from "./buyer.ts";
import { ask } from "./database.ts";
import { send } from "./member.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, onceCarriedOut, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

/** Finance at the staff home, and what they press from there; typing counts as nothing. */
async function financeAtHome(browser: Browser) {
  const page = await (await browser.newContext()).newPage();
  const { path } = inviteStaff("finance");
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await expect(page.getByRole("heading", { name: say("staff:queue.title") })).toBeVisible();
  let presses = 0;
  return {
    page,
    presses: () => presses,
    press: async (target: Locator | "Enter") => {
      presses += 1;
      await (target === "Enter" ? page.keyboard.press("Enter") : target.click());
    },
  };
}

const inDialog = (page: Page, name: RegExp) => page.getByRole("dialog").getByRole("button", { name });

test("D7.4 from the staff home a payment is refunded by its receipt’s number in three presses, the sum before the last", {
  tag: "@one-width",
}, async ({ browser }) => {
  const she = await buyer(browser, "Refunded");
  const { page, press, presses } = await financeAtHome(browser);
  await page.getByLabel(say("money:search.title"), { exact: true }).fill(she.receipt);
  await press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: she.receipt })).toBeVisible();
  const timeline = page.getByRole("region", { name: say("money:file.timeline") });
  await expect(timeline).toContainText(say("money:event.ordered"));
  await expect(timeline).toContainText(say("money:file.mailed"));
  await picture(page, "payment of staff", { fullPage: true });
  await page.getByLabel(say("staff-members:sensitive.reason"), { exact: true }).fill("Asked by phone");
  const refund = pattern(say, "money:file.refund_send");
  await press(page.getByRole("button", { name: refund }));
  // which of two payments of the same sum, and whose
  const question = page.getByRole("dialog", { name: new RegExp(`\\d · ${she.receipt} · Refunded`) });
  await expect(question).toContainText(pattern(say, "money:file.refund_sure"));
  await expect(inDialog(page, refund)).toHaveText(/\d/);
  await press(inDialog(page, refund));
  await expect(timeline).toContainText(say("money:event.refund"));
  expect(presses()).toBe(3);
});

test("D7.7 from the staff home a withdrawal is carried out in three presses, the sum on each button", {
  tag: "@one-width",
}, async ({ browser }) => {
  const she = await buyer(browser, "Unsure");
  await send(she.context, "POST", "/api/withdrawal-request.php", { email: she.email, number: "my credits" });
  // before those of other journeys
  await ask("update withdrawals set created_at = created_at - interval '300 days' where member_id = $1", [she.id]);
  const { page, press, presses } = await financeAtHome(browser);
  await press(page.getByRole("link", { name: say("staff:queues.withdrawals") }));
  const item = page.getByRole("article");
  await expect(item.getByRole("link", { name: she.receipt })).toBeVisible();
  await picture(page, "withdrawal of staff", { fullPage: true });
  const carryOut = pattern(say, "staff:queue.withdraw");
  await expect(page.locator(".queue-choices button:disabled")).toHaveCount(0);
  await press(page.getByRole("button", { name: carryOut }));
  await press(inDialog(page, carryOut));
  await expect(item.getByRole("link", { name: she.receipt })).toHaveCount(0);
  expect(presses()).toBe(3);
  const refunds = () =>
    ask("select reason from refunds join payments on payments.id = payment_id where member_id = $1", [she.id]);
  await expect.poll(refunds, onceCarriedOut).toEqual([{ reason: "withdrawal" }]);
});
