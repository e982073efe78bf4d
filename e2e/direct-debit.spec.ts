import { expect, type Page } from "@playwright/test";
import { expectGoodScreen } from "./accessibility.ts";
import { ask } from "./database.ts";
import { codeTo, mailTo } from "./mails.ts";
import { confirm, newMember, signUpIn } from "./member.ts";
import { open, reload } from "./open.ts";
import { ownPhone } from "./phone.ts";
import { picture } from "./picture.ts";
import { placeOrder } from "./sandbox.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const iban = "DE89 3704 0044 0532 0130 00";

const field = (page: Page, key: string) => page.getByLabel(say(key), { exact: true });
const button = (page: Page, key: string) => page.getByRole("button", { name: say(key), exact: true });
const box = (page: Page) => page.getByRole("checkbox", { name: pattern(say, "direct-debit:form.authorise") });
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");

async function fillIn(page: Page, phone: string): Promise<void> {
  await field(page, "direct-debit:mandate.holder").fill("Eva Smit");
  await field(page, "direct-debit:form.iban").fill(iban);
  await field(page, "direct-debit:form.phone").fill(phone);
  await box(page).check();
}

test("R2.24 R5.08 D7.5 a member pays by direct debit: mandate, IBAN, box, and the code from the SMS", async ({
  page,
  context,
}) => {
  const { email } = await newMember(context, "Debit");
  const phone = ownPhone();
  await open(page, "/credits?return_to=%2Fchats");
  await page
    .getByRole("main")
    .getByRole("link", { name: say("credits:choose", { count: 10 }), exact: true })
    .click();
  await expect(page.getByRole("radio", { name: say("payments:methods.sepa") })).toHaveAccessibleName(
    new RegExp(say("credits:order.by_direct_debit")),
  );
  await page.getByText(say("payments:methods.sepa"), { exact: true }).click();
  await button(page, "credits:order.direct_debit").click();
  await expect(page).toHaveURL(/\/directdebit\?/);
  const mandate = page.getByRole("region", { name: say("direct-debit:mandate.title") });
  await expect(mandate).toContainText("NL22ZZZ000000000000");
  await expect(mandate).toContainText("Rendezvous Demo B.V.");
  await expect(mandate).toContainText(pattern(say, "direct-debit:mandate.arrival"));
  await expect(field(page, "direct-debit:form.phone")).toHaveValue("+49 ");

  await field(page, "direct-debit:form.iban").fill("DE89 3704 0044 0532 0130 01");
  await field(page, "direct-debit:mandate.holder").fill("Eva Smit");
  await expect(page.getByText(say("errors:field.iban_invalid"))).toBeVisible();
  await field(page, "direct-debit:form.iban").fill(iban.toLowerCase());
  await expect(page.getByText(say("direct-debit:form.iban_ok", { country: "Germany" }))).toBeVisible();
  await field(page, "direct-debit:form.phone").fill(phone);
  await button(page, "direct-debit:form.send").click();
  await expect(page.getByText(say("errors:field.authorisation_required"))).toBeVisible();
  await picture(page, "direct-debit");
  await box(page).check();
  await button(page, "direct-debit:form.send").click();

  await expect(page.getByRole("heading", { name: say("direct-debit:code.title") })).toBeVisible();
  await expect(page.getByText("DE•• •••• 3000")).toBeVisible();
  await expect(page.getByText(pattern(say, "direct-debit:mandate.arrival"))).toBeVisible();
  const hint = page.getByText(say("direct-debit:code.outbox"));
  await expect(hint.getByRole("link")).toHaveAttribute("href", "/outbox");
  await expect(button(page, "direct-debit:code.again")).toHaveCount(0);
  const code = await codeTo(context.request, phone);
  // a phone may unload the page while its user reads the SMS
  await reload(page);
  const typed = field(page, "direct-debit:code.label");
  await expect(typed).toHaveAttribute("autocomplete", "one-time-code");
  await typed.fill(wrong(code));
  await placeOrder(page, say);
  await expect(page.getByText("Code invalid", { exact: true })).toBeVisible();
  await expect(page.getByText(say("direct-debit:code.tries", { count: 4 }))).toBeVisible();
  await picture(page, "direct-debit-code");
  await typed.fill(code);
  await placeOrder(page, say);
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("payments:pending.title"));
  await expect(page.getByText(pattern(say, "payments:pending.collected"))).toBeVisible();
  await mailTo(context.request, email, /^[\s\S]*Direct debit of/, "NL22ZZZ000000000000");
});

test("D7.5 a new code can be requested after a minute", { tag: "@one-width" }, async ({ page, context }) => {
  await newMember(context, "Again");
  const phone = ownPhone();
  const [bundle] = (await (await context.request.get("/api/bundles.php")).json()).bundles;
  await open(page, `/directdebit?bundle=${bundle.id}`);
  await fillIn(page, phone);
  await button(page, "direct-debit:form.send").click();
  const first = await codeTo(context.request, phone);
  await expect(page.getByRole("button", { name: pattern(say, "direct-debit:code.again_in") })).toBeDisabled();
  await ask("update direct_debits set code_sent_at = code_sent_at - interval '1 minute' where phone = $1", [phone]);
  await reload(page);
  await button(page, "direct-debit:code.again").click();
  await expect(page.getByText(say("direct-debit:code.again_sent"))).toBeVisible();
  await field(page, "direct-debit:code.label").fill(await codeTo(context.request, phone, first));
  await placeOrder(page, say);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("payments:pending.title"));
});

test("R2.24 without scripts both steps work too, and show what is wrong", { tag: "@one-width" }, async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await newMember(context, "Plain");
  const phone = ownPhone();
  const page = await context.newPage();
  const [bundle] = (await (await context.request.get("/api/bundles.php")).json()).bundles;
  await open(page, `/directdebit?bundle=${bundle.id}&return_to=%2Fchats`);
  await fillIn(page, phone);
  await box(page).uncheck();
  await button(page, "direct-debit:form.send").click();
  await expect(page.getByText(say("errors:field.authorisation_required"))).toBeVisible();
  await expect(field(page, "direct-debit:form.iban")).toHaveValue(iban);
  await box(page).check();
  await button(page, "direct-debit:form.send").click();
  const code = await codeTo(context.request, phone);
  await field(page, "direct-debit:code.label").fill(wrong(code));
  await placeOrder(page, say);
  await expect(page.getByText("Code invalid", { exact: true })).toBeVisible();
  await field(page, "direct-debit:code.label").fill(code);
  await placeOrder(page, say);
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/);
});

test("D7.5 before the address is confirmed the methods say so beside the direct debit, and send the link", {
  tag: "@one-width",
}, async ({ page, context }) => {
  const member = await signUpIn(context, "Early");
  const [bundle] = (await (await context.request.get("/api/bundles.php")).json()).bundles;
  await open(page, `/credits/${bundle.id}/sepa`);
  const debit = page.getByRole("radio", { name: say("payments:methods.sepa") });
  await expect(debit).toHaveAccessibleName(new RegExp(say("credits:order.debit_confirm_first")));
  await expect(debit).toBeDisabled();
  await expect(debit).not.toBeChecked();
  await expectGoodScreen(page, "debit-unconfirmed", { largeText: true });
  await button(page, "credits:order.send_link").click();
  await expect(page.getByText(say("account:mail.sent", { email: member.email }))).toBeVisible();
  await confirm(context, member);
  await reload(page);
  await expect(debit).toBeEnabled();
  await expect(page.getByText(say("credits:order.debit_unconfirmed", { email: member.email }))).toHaveCount(0);
});
