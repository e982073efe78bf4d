import { expect, type Page } from "@playwright/test";
import { logInAs, newMember } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";
import { giveDevice } from "./virtual-device.ts";
import { otherAddress } from "./world.ts";

const say = sayIn("en");

const section = (page: Page) => page.getByRole("region", { name: say("passkeys:title") });

test("a passkey is added by keyboard, named, renamed, logs in and returns to the page, and is removed", async ({
  page,
  context,
}) => {
  await giveDevice(context, page);
  // this test logs in by the button, so the field must not offer the passkey
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await newMember(context, "Keyed");
  await open(page, "/notifications/passkeys");
  await expect(section(page)).toContainText(say("passkeys:none"));
  const add = section(page).getByRole("button", { name: say("passkeys:add") });
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel(say("passkeys:name"), { exact: true });
  await expect(name).toHaveValue(say("passkeys:suggested", { browser: "Chrome", system: "Linux" }));
  await name.fill("");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText(say("passkeys:name_required"));
  await expect(name).toBeFocused();
  await name.fill("Alex's laptop");
  await page.keyboard.press("Enter");
  const added = page.getByText(say("passkeys:added_now", { name: "Alex's laptop" }));
  await expect(added).toBeFocused();

  await section(page)
    .getByRole("button", { name: say("passkeys:rename", { name: "Alex's laptop" }) })
    .click();
  await name.fill("The old laptop");
  await dialog.getByRole("button", { name: say("shell:save") }).click();
  await expect(page.getByText(say("passkeys:renamed_now", { name: "The old laptop" }))).toBeFocused();

  await open(page, "/notifications");
  await page.getByRole("button", { name: say("account:settings.leave"), exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await open(page, "/login?next=/likes");
  const logIn = page.getByRole("button", { name: say("passkeys:login.send") });
  await logIn.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/likes");

  await open(page, "/notifications/passkeys");
  await expect(section(page)).toContainText("The old laptop");
  await expect(section(page)).not.toContainText(say("passkeys:never_used"));
  await section(page)
    .getByRole("button", { name: say("passkeys:remove", { name: "The old laptop" }) })
    .click();
  await expect(dialog).toContainText(say("passkeys:remove_title", { name: "The old laptop" }));
  await dialog.getByRole("button", { name: say("passkeys:keep") }).click();
  await section(page)
    .getByRole("button", { name: say("passkeys:remove", { name: "The old laptop" }) })
    .click();
  await dialog.getByRole("button", { name: say("passkeys:remove_send") }).click();
  await expect(page.getByText(say("passkeys:removed_now", { name: "The old laptop" }))).toBeFocused();
  await expect(section(page)).toContainText(say("passkeys:none"));
});

test("the login field offers the passkey, and one tap on it logs in", async ({ page, context }) => {
  await giveDevice(context, page);
  await newMember(context, "Tapped");
  await open(page, "/notifications/passkeys");
  await section(page)
    .getByRole("button", { name: say("passkeys:add") })
    .click();
  await page.getByRole("button", { name: say("passkeys:continue") }).click();
  await expect(section(page).getByRole("listitem").first()).toBeVisible();
  await context.clearCookies({ name: "auth" });
  // this device confirms an offered passkey at once
  await open(page, "/login?next=/chats");
  await page.waitForURL((url) => url.pathname === "/chats");
  await open(page, "/notifications/passkeys");
  await section(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("passkeys:remove_send") })
    .click();
  await expect(section(page)).toContainText(say("passkeys:none"));
});

test("a wrong finger neither adds a passkey nor logs in, and the page says what happened", async ({
  page,
  context,
}) => {
  await giveDevice(context, page, { verified: false });
  await open(page, "/login");
  await page.getByRole("button", { name: say("passkeys:login.send") }).click();
  await expect(page.getByRole("alert").getByText(say("passkeys:login.cancelled"))).toBeVisible();
  await newMember(context, "Slipped");
  await open(page, "/notifications/passkeys");
  await section(page)
    .getByRole("button", { name: say("passkeys:add") })
    .click();
  await page.getByRole("button", { name: say("passkeys:continue") }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(say("passkeys:cancelled"));
  await page.keyboard.press("Escape");
  await expect(section(page)).toContainText(say("passkeys:none"));
});

test("if passkeys can't work, the settings and the login say why", async ({ page, context }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await open(page, "/login");
  await expect(page.getByText(say("passkeys:login.no_browser"))).toBeVisible();
  await expect(page.getByRole("button", { name: say("passkeys:login.send") })).toHaveCount(0);
  await logInAs(context, "alex");
  await open(page, "/notifications/passkeys");
  await expect(section(page)).toContainText(say("passkeys:no_browser"));
  await open(page, `${otherAddress}/login?locale=en`);
  await expect(page.getByText(say("passkeys:login.no_name"))).toBeVisible();
});
