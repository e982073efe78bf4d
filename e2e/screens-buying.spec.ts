import { expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { newMember, signUpIn } from "./member.ts";
import { open, waitUntilInteractive } from "./open.ts";
import { ownPhone } from "./phone.ts";
import { payAtSandbox, placeOrder } from "./sandbox.ts";
import { dialog, field, follow, press, screensOf, sees, visit } from "./screens.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

screensOf(
  "a new member, with the welcome discount",
  async (browser) => {
    const viewer = await visit(browser);
    return { ...viewer, ...(await signUpIn(viewer.context, "Newcomer")) };
  },
  [
    {
      name: "search, with the banner of the welcome discount",
      path: "/members?filters=none",
      prepare: (page) => expect(page.getByRole("complementary", { name: say("time-bonus:label") })).toBeVisible(),
      longWords: true,
    },
    {
      name: "credits, with the welcome discount in the prices",
      path: "/credits",
      prepare: (page) => sees(page, say("credits:discount.welcome")),
      longWords: true,
    },
    {
      name: "order, with the welcome discount",
      prepare: async (page) => {
        await follow(page, pattern(say, "credits:choose", { count: 25 }));
        const card = page.getByText(say("payments:methods.card"), { exact: true });
        await card.click();
        await page.getByLabel(say("credits:order.remember"), { exact: true }).check();
        // not half under the header
        await card.scrollIntoViewIfNeeded();
      },
    },
    {
      name: "payment failed",
      prepare: async (page) => {
        await placeOrder(page, say);
        await page.getByRole("button", { name: say("sandbox:fail") }).click();
        await sees(page, say("payments:ended.title"));
        await waitUntilInteractive(page);
      },
    },
    {
      name: "order without a method",
      prepare: async (page) => {
        await follow(page, say("payments:ended.retry"));
        await placeOrder(page, say);
        await sees(page, say("credits:order.method_missing"));
      },
    },
    {
      name: "credits, with an order that is not paid",
      path: "/credits",
      prepare: async (page) => {
        await follow(page, pattern(say, "credits:choose", { count: 25 }));
        await page.getByText(say("payments:methods.card"), { exact: true }).click();
        await placeOrder(page, say);
        await expect(page.getByRole("button", { name: say("sandbox:fail") })).toBeVisible();
        await open(page, "/credits");
        await sees(page, say("credits:waiting.see"));
      },
    },
    {
      name: "repeat order",
      path: "/credits",
      prepare: async (page) => {
        await follow(page, pattern(say, "credits:choose", { count: 25 }));
        await page.getByText(say("payments:methods.card"), { exact: true }).click();
        await page.getByLabel(say("credits:order.remember"), { exact: true }).check();
        await placeOrder(page, say);
        await payAtSandbox(page, say);
        await sees(page, say("payments:completed.premium"));
        await open(page, "/credits/repeat-order");
      },
    },
    {
      name: "remove a stored method",
      path: "/transactions",
      prepare: async (page) => {
        await press(page, /^Remove/);
        await expect(dialog(page)).toBeVisible();
      },
    },
  ],
);

const sendDebit = (page: Page) => press(page, say("direct-debit:form.send"));

screensOf(
  "a member who pays by direct debit",
  async (browser) => {
    const viewer = await visit(browser);
    const member = await newMember(viewer.context, "Debit");
    const { bundles } = await (await viewer.context.request.get("/api/bundles.php")).json();
    return { ...viewer, ...member, form: `/directdebit?bundle=${bundles[0].id}` };
  },
  [
    { name: "direct debit", path: ({ form }) => form, longWords: true },
    {
      name: "direct debit: everything missing",
      prepare: async (page) => {
        await field(page, say("direct-debit:form.phone")).fill("");
        await sendDebit(page);
        await sees(page, say("errors:field.authorisation_required"));
      },
    },
    {
      name: "direct debit: wrong IBAN and phone number",
      prepare: async (page) => {
        await field(page, say("direct-debit:mandate.holder")).fill("Eva Smit");
        await field(page, say("direct-debit:form.iban")).fill("DE00 3704 0044 0532 0130 00");
        await field(page, say("direct-debit:form.phone")).fill("+49 30");
        await page.locator("[name=authorised]").check();
        await sendDebit(page);
        await sees(page, say("errors:field.phone_invalid"));
      },
    },
    {
      name: "direct debit: right IBAN",
      prepare: async (page) => {
        await field(page, say("direct-debit:form.iban")).fill("DE89 3704 0044 0532 0130 00");
        await sees(page, say("direct-debit:form.iban_ok", { country: "Germany" }));
      },
    },
    {
      name: "direct debit: code",
      prepare: async (page) => {
        await field(page, say("direct-debit:form.phone")).fill(ownPhone());
        await sendDebit(page);
        await sees(page, say("direct-debit:code.title"));
      },
    },
    {
      name: "direct debit: code invalid",
      prepare: async (page) => {
        await field(page, say("direct-debit:code.label")).fill("12345");
        await placeOrder(page, say);
        await sees(page, "Code invalid");
      },
    },
    {
      name: "direct debit: account blocked",
      path: async ({ id, form }) => {
        await ask(
          `insert into direct_debit_blocks (member_id, site_id, blocked_at) select id, site_id, now() from accounts
           where id = $1`,
          [id],
        );
        return form;
      },
      prepare: (page) => sees(page, "Your account is blocked for direct debit payments."),
      longWords: true,
    },
  ],
);
