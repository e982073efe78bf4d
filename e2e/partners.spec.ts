import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const words = (key: string) => say(`partners:${key}`);

test("R13.02 finance adds a partner, who reads the statements by a link without scripts, until it is revoked @one-width", async ({
  browser,
}) => {
  const staff = await browser.newContext();
  const page = await staff.newPage();
  await finishSetup(page, codeOf(await setUpStaff(page, inviteStaff("finance").path)));
  await expect(page.getByRole("heading", { name: say("staff:queue.title") })).toBeVisible();
  const company = `Café & <Co> ${randomBytes(4).toString("hex")}`;
  const field = (key: string) => page.getByLabel(words(key), { exact: true });

  await test.step("a partner with terms", async () => {
    await page.goto("/staff/partners");
    await field("name").fill(company);
    await field("network").fill(randomBytes(8).toString("hex"));
    await field("signup").fill("2.50");
    await field("share").fill("12.5");
    await page.getByRole("button", { name: words("add"), exact: true }).click();
    await page.getByRole("link", { name: company }).click();
    await expect(page.getByRole("heading", { level: 1, name: company })).toBeVisible();
    // what is in force is what a change starts with
    await expect(field("signup")).toHaveValue("2.50");
    await expect(field("share")).toHaveValue("12.5");
    await picture(page, "partner of staff", { fullPage: true });
  });

  await page.getByRole("button", { name: words("make_link"), exact: true }).click();
  const link = page.getByRole("link", { name: /\/partner\/[\w-]{43}$/ });
  const address = (await link.getAttribute("href")) ?? "";
  const partner = await browser.newContext({ javaScriptEnabled: false, locale: "fi-FI" });
  const partnersPage = await partner.newPage();

  await test.step("the partner reads them in the language of their browser", async () => {
    const answer = await partnersPage.goto(address);
    expect(answer?.status()).toBe(200);
    expect(await answer?.allHeaders()).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(await partner.cookies()).toEqual([]);
    await expect(partnersPage.getByRole("heading", { level: 1, name: company })).toBeVisible();
    await expect(partnersPage.getByText(sayIn("fi")("partners:few"))).toBeVisible();
    await picture(partnersPage, "statements of a partner", { fullPage: true });
  });

  await test.step("a revoked link says so", async () => {
    await page.getByRole("button", { name: words("revoke"), exact: true }).click();
    await expect(link).toHaveCount(0);
    expect((await partnersPage.goto(address))?.status()).toBe(410);
    await expect(partnersPage.getByRole("heading", { name: sayIn("fi")("partners:over_title") })).toBeVisible();
  });
});
