import { execFileSync } from "node:child_process";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";
import { giveDevice } from "./virtual-device.ts";
import { address, data } from "./world.ts";

const say = sayIn("en");
const password = "seven quiet green lamps";
let count = 0;

/** Adds a staff member as the operator would; answers the path of the invitation. */
function invite(): { email: string; path: string } {
  count += 1;
  const email = `staff.${process.pid}.${count}@example.org`;
  const command = ["scripts/staff.ts", "add", email, "Mia Moderator", "moderator", address];
  const output = execFileSync(process.execPath, command, {
    env: { ...process.env, DATA_DIR: data },
    encoding: "utf8",
  });
  return { email, path: /(\/staff\/setup\/\S+)/.exec(output)?.[1] ?? "" };
}

/** The app's code, `steps` half minutes from now: each code is accepted only once. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** Completes the setup; answers the secret for the app. */
async function setUp(page: Page, path: string): Promise<string> {
  await open(page, path);
  await page.getByLabel(say("staff:setup.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say("staff:setup.continue") }).click();
  await expect(page.getByRole("heading", { name: say("staff:setup.app_title") })).toBeFocused();
  const address = await page.getByRole("link", { name: say("staff:setup.open") }).getAttribute("href");
  const secret = new URL(address ?? "").searchParams.get("secret") ?? "";
  await expect(page.locator("code")).toHaveText(secret.match(/.{4}/g)?.join(" ") ?? "");
  return secret;
}

const finish = async (page: Page, code: string) => {
  await page.getByLabel(say("staff:setup.code"), { exact: true }).fill(code);
  await page.keyboard.press("Enter");
};

test("D11.4 an invitation becomes a staff account with an app, which logs out and in again by code", async ({
  page,
}) => {
  const { email, path } = invite();
  await open(page, path);
  await expect(page.getByRole("main")).toContainText(say("staff:setup.for", { name: "Mia Moderator", email }));
  await expectAccessible(page);
  await page.getByLabel(say("staff:setup.password"), { exact: true }).fill("password1");
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("errors:field.password_common"))).toBeVisible();
  const secret = await setUp(page, path);
  await expect(page.getByRole("img", { name: say("staff:setup.qr") })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await finish(page, "000000");
  await expect(page.getByText(say("errors:field.code_wrong"))).toBeVisible();
  await expect(page.getByLabel(say("staff:setup.code"), { exact: true })).toBeFocused();
  await finish(page, codeOf(secret));
  await expect(page).toHaveURL(/\/staff$/);
  await expect(page.getByText(say("staff:here.as", { name: "Mia Moderator", email }))).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: say("staff:here.leave") }).click();
  await expect(page.getByRole("heading", { name: say("staff:login.title") })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(say("staff:login.email"), { exact: true }).fill(email);
  await page.getByLabel(say("staff:login.password"), { exact: true }).fill(password);
  await page.getByLabel(say("staff:login.code"), { exact: true }).fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText(say("errors:staff_login_failed"))).toBeVisible();
  await page.getByLabel(say("staff:login.code"), { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("staff:here.as", { name: "Mia Moderator", email }))).toBeVisible();

  await open(page, path);
  await expect(page.getByRole("heading", { name: say("staff:setup.gone_title") })).toBeVisible();
  await expectAccessible(page);
});

test("D11.4 staff log in by password and passkey", async ({ page, context }) => {
  await giveDevice(context, page);
  const { email, path } = invite();
  await finish(page, codeOf(await setUp(page, path)));
  const passkeys = page.getByRole("region", { name: say("staff:here.passkeys") });
  await passkeys.getByRole("button", { name: say("passkeys:add") }).click();
  await page.getByRole("button", { name: say("passkeys:continue") }).click();
  await expect(passkeys.getByRole("listitem").first()).toBeVisible();
  await page.getByRole("button", { name: say("staff:here.leave") }).click();
  await page.getByRole("button", { name: say("staff:login.with_passkey") }).click();
  await page.getByLabel(say("staff:login.email"), { exact: true }).fill(email);
  await page.getByLabel(say("staff:login.password"), { exact: true }).fill(password);
  await expectAccessible(page);
  await page.getByRole("button", { name: say("staff:login.passkey_send") }).click();
  await expect(page.getByText(say("staff:here.as", { name: "Mia Moderator", email }))).toBeVisible();
});

test("staff log in without scripts too", async ({ browser, page }) => {
  const { email, path } = invite();
  const secret = await setUp(page, path);
  await finish(page, codeOf(secret));
  await expect(page).toHaveURL(/\/staff$/);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const form = await plain.newPage();
  await open(form, "/staff");
  await form.getByLabel(say("staff:login.email"), { exact: true }).fill(email);
  await form.getByLabel(say("staff:login.password"), { exact: true }).fill(password);
  await form.getByLabel(say("staff:login.code"), { exact: true }).fill(codeOf(secret, 1));
  await form.getByRole("button", { name: say("staff:login.send"), exact: true }).click();
  await expect(form.getByText(say("staff:here.as", { name: "Mia Moderator", email }))).toBeVisible();
  await plain.close();
});
