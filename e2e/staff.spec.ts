import { expect } from "@playwright/test";
import { ask } from "./database.ts";
import { randomLetters, signUpIn } from "./member.ts";
import { open } from "./open.ts";
import {
  codeOf,
  finishSetup,
  inviteStaff,
  onceCarriedOut,
  photosToInspect,
  pressVerdict,
  setUpStaff,
  staffName,
  staffPassword,
} from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";
import { giveDevice } from "./virtual-device.ts";

const say = sayIn("en");

test("D11.4 an invitation becomes a staff account with an app, which logs out and in again by code", async ({
  page,
}) => {
  const { email, path } = inviteStaff();
  await open(page, path);
  await expect(page.getByRole("main")).toContainText(say("staff:setup.for", { name: staffName, email }));
  await page.getByLabel(say("staff:setup.password"), { exact: true }).fill("password1");
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("errors:field.password_common"))).toBeVisible();
  const secret = await setUpStaff(page, path);
  await expect(page.getByRole("img", { name: say("staff:setup.qr") })).toBeVisible();
  await finishSetup(page, "000000");
  await expect(page.getByText(say("errors:field.code_wrong"))).toBeVisible();
  await expect(page.getByLabel(say("staff:login.code"), { exact: true })).toBeFocused();
  await finishSetup(page, codeOf(secret));
  await expect(page).toHaveURL(/\/staff$/);
  await expect(page.getByText(say("staff:here.as", { name: staffName, email }))).toBeVisible();

  await page.getByRole("button", { name: say("staff:here.leave") }).click();
  await expect(page.getByRole("heading", { name: say("staff:login.title") })).toBeVisible();
  await page.getByLabel(say("staff:login.email"), { exact: true }).fill(email);
  await page.getByLabel(say("staff:login.password"), { exact: true }).fill(staffPassword);
  await page.getByLabel(say("staff:login.code"), { exact: true }).fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText(say("errors:staff_login_failed"))).toBeVisible();
  await page.getByLabel(say("staff:login.code"), { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("staff:here.as", { name: staffName, email }))).toBeVisible();

  await open(page, path);
  await expect(page.getByRole("heading", { name: say("staff:setup.gone_title") })).toBeVisible();
});

test("D11.4 staff log in by password and passkey, and without scripts by code", async ({ browser, page, context }) => {
  await giveDevice(context, page);
  const { email, path } = inviteStaff();
  const secret = await setUpStaff(page, path);
  await finishSetup(page, codeOf(secret));
  const passkeys = page.getByRole("region", { name: say("staff:here.passkeys") });
  await passkeys.getByRole("button", { name: say("passkeys:add") }).click();
  await page.getByRole("button", { name: say("passkeys:continue") }).click();
  await expect(passkeys.getByRole("listitem").first()).toBeVisible();
  await page.getByRole("button", { name: say("staff:here.leave") }).click();
  await page.getByRole("button", { name: say("staff:login.with_passkey") }).click();
  await page.getByLabel(say("staff:login.email"), { exact: true }).fill(email);
  await page.getByLabel(say("staff:login.password"), { exact: true }).fill(staffPassword);
  await page.getByRole("button", { name: say("staff:login.passkey_send") }).click();
  await expect(page.getByText(say("staff:here.as", { name: staffName, email }))).toBeVisible();

  await test.step("without scripts", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const form = await plain.newPage();
    await open(form, "/staff");
    await form.getByLabel(say("staff:login.email"), { exact: true }).fill(email);
    await form.getByLabel(say("staff:login.password"), { exact: true }).fill(staffPassword);
    await form.getByLabel(say("staff:login.code"), { exact: true }).fill(codeOf(secret, 1));
    await form.getByRole("button", { name: say("staff:login.send"), exact: true }).click();
    await expect(form.getByText(say("staff:here.as", { name: staffName, email }))).toBeVisible();
    // a member is found from any page: by the field at its top, on a phone by a link to the search
    const searched = `Found${randomLetters()}`;
    const other = await browser.newContext();
    await signUpIn(other, searched);
    await other.close();
    const field = form.getByRole("searchbox", { name: say("staff-members:find.header") });
    if (await field.isVisible()) {
      await field.fill(searched);
      await field.press("Enter");
    } else {
      await form.getByRole("link", { name: say("staff-members:find.header") }).click();
      await form.getByLabel(say("staff-members:find.label"), { exact: true }).fill(searched);
      await form.getByRole("button", { name: say("staff-members:find.send"), exact: true }).click();
    }
    await expect(form.getByRole("link", { name: searched })).toBeVisible();
    expect(form.url()).not.toContain(searched);
  });
});

test("D11.3 on a phone all buttons of a long text stand above the lower edge, also those of the reasons against it", {
  tag: "@one-width",
}, async ({ page, browser }) => {
  const owner = await browser.newContext();
  const { id } = await signUpIn(owner, "Tess");
  const waits = "update profiles set about_me_inspection = $2, about_me_inspection_since = now() where member_id = $1";
  await ask(waits, [id, "I like long letters about the sea. Call 0612 345 678. ".repeat(30)]);
  const { path } = inviteStaff();
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await page.waitForURL(/\/staff$/);
  await open(page, `/staff/queue/texts?item=${id}`);
  await expect(page.locator("mark").first()).toHaveText("0612 345 678");
  const bar = page.locator(".queue-choices");
  const allInView = async () => {
    for (const button of await bar.getByRole("button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  };
  await allInView();
  await bar.getByRole("button", { name: say("staff:queue.reject_open"), exact: true }).click();
  await expect(bar.getByRole("button", { name: say("decisions:ground.advertising") })).toBeVisible();
  await allInView();
  // the field of the words is scrolled above the bar
  const words = page.getByLabel(say("staff:queue.words"), { exact: true });
  await words.focus();
  const [field, edge] = [await words.boundingBox(), await bar.boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
});

test("D8.2 a moderator clears the photo queue by keyboard", { tag: ["@core", "@one-width"] }, async ({
  page,
  browser,
}) => {
  const owner = await browser.newContext();
  const { id, name } = await photosToInspect(owner, "Olga", ["#b35", "#35b", "#3b5"]);
  const { path } = inviteStaff();
  await finishSetup(page, codeOf(await setUpStaff(page, path)));
  await page.getByRole("link", { name: say("staff:queues.photos") }).click();
  const hers = page.getByRole("img", { name: say("staff:queue.photo_of", { name }), exact: true });
  const image = page.getByRole("img", { name: /./ }).last();
  // photos of other journeys come first, so skip them
  await expect(async () => {
    await expect(image).toBeVisible();
    if (!(await hers.isVisible())) await page.keyboard.press("s");
    await expect(hers).toBeVisible({ timeout: 1000 });
  }).toPass();
  const statuses = async () => await ask("select status from photos where member_id = $1 order by created_at", [id]);
  const first = await hers.getAttribute("src");
  await pressVerdict(page, "a");
  // a quick second press does not decide on the photo that came
  await page.keyboard.press("a");
  await expect(hers).not.toHaveAttribute("src", first ?? "");
  const second = await hers.getAttribute("src");
  await pressVerdict(page, "5");
  await expect(hers).not.toHaveAttribute("src", second ?? "");
  // a slip, taken back over the header, which a phone could too: its member hears nothing of it
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  const undo = page.getByRole("button", { name: say("staff:queue.undo") });
  await undo.click({ trial: true });
  // the next step gives way to the reasons against the photo that came
  const measures = page.getByRole("link", { name: `${say("staff-members:measure.title")} · ${name}` });
  await expect(measures).toBeInViewport({ ratio: 1 });
  const reasons = page.getByRole("button", { name: say("staff:queue.reject_open"), exact: true });
  await reasons.click();
  await expect(measures).toBeHidden();
  // and the whole photo stands above them
  await hers.scrollIntoViewIfNeeded();
  const [photo, bar] = [await hers.boundingBox(), await page.locator(".queue-choices").boundingBox()];
  expect((photo?.y ?? 0) + (photo?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await reasons.click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(measures).toBeInViewport({ ratio: 1 });
  await undo.click();
  await expect(hers).toHaveAttribute("src", second ?? "");
  await page.setViewportSize(size);
  await pressVerdict(page, "4");
  await expect(hers).not.toHaveAttribute("src", second ?? "");
  await pressVerdict(page, "a");
  await expect(hers).toHaveCount(0);
  await expect.poll(statuses, onceCarriedOut).toEqual([{ status: "active" }, { status: "active" }]);
  const grounds = await ask("select ground from statements where member_id = $1", [id]);
  expect(grounds).toEqual([{ ground: "contact_details" }]);
  // the queue also opens by its address, and there is nothing of hers in it
  await open(page, "/staff/queue/photos");
  await expect(page.getByRole("heading", { name: say("staff:queues.photos") })).toBeVisible();
  await expect(hers).toHaveCount(0);
});
