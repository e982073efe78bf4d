import { expect } from "@playwright/test";
import { signUpIn } from "./member.ts";
import { open, waitUntilInteractive } from "./open.ts";
import { payAtSandbox } from "./sandbox.ts";
import { dialog, follow, press, screensOf, sees, visit } from "./screens.ts";
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
        await page.getByLabel(say("credits:order.remember"), { exact: true }).check();
        await page.getByText(say("payments:methods.card"), { exact: true }).click();
      },
    },
    {
      name: "payment failed",
      prepare: async (page) => {
        await press(page, say("credits:order.button"));
        await page.getByRole("button", { name: say("sandbox:fail") }).click();
        await sees(page, say("payments:ended.title"));
        await waitUntilInteractive(page);
      },
    },
    {
      name: "order without a method",
      prepare: async (page) => {
        await follow(page, say("payments:ended.retry"));
        await press(page, say("credits:order.button"));
        await sees(page, say("credits:order.method_missing"));
      },
    },
    {
      name: "repeat order",
      path: "/credits",
      prepare: async (page) => {
        await follow(page, pattern(say, "credits:choose", { count: 25 }));
        await page.getByLabel(say("credits:order.remember"), { exact: true }).check();
        await page.getByText(say("payments:methods.card"), { exact: true }).click();
        await press(page, say("credits:order.button"));
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
