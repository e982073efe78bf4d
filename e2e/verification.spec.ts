import { expect } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { newMember } from "./member.ts";
import { open } from "./open.ts";
import { addPhotos, approvePhotos, photoFile } from "./photo.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, pressVerdict, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

test("D8.2 a member sends a selfie in the drawn pose, a moderator compares it, and the badge says what it means", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  const eva = await newMember(context, "Eva");
  await addPhotos(context, ["#a56"]);
  await approvePhotos(eva);
  await open(page, "/profile");
  const section = page.getByRole("region", { name: say("verification:title") });
  await section.scrollIntoViewIfNeeded();
  await picture(page, "start");
  await section.getByRole("button", { name: say("verification:start") }).click();
  await expect(section.getByText(say("verification:pose_title"))).toBeVisible();
  await section.locator("input[type=file]").setInputFiles(await photoFile("#5a6", "selfie.jpg"));
  await expect(section.getByRole("img", { name: say("verification:preview") })).toBeVisible();
  await picture(page, "selfie");
  await section.getByRole("button", { name: say("verification:send") }).click();
  await expect(section.getByText(say("verification:waiting.title"))).toBeVisible();

  const staff = await (await browser.newContext()).newPage();
  const { path } = inviteStaff();
  await finishSetup(staff, codeOf(await setUpStaff(staff, path)));
  await staff.getByRole("link", { name: say("staff:queues.verifications") }).click();
  const selfie = staff.getByRole("img", { name: say("staff:selfie.of", { name: eva.name }) });
  await expect(selfie).toHaveJSProperty("complete", true);
  await expect(selfie).not.toHaveJSProperty("naturalWidth", 0);
  await picture(staff, "queue", { fullPage: true });
  await pressVerdict(staff, "a");
  await expect(selfie).toHaveCount(0);

  await expect(async () => {
    await open(page, `/members/${eva.id}`);
    await expect(page.getByRole("button", { name: say("verification:badge") })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await picture(page, "badge");
  await page.getByRole("button", { name: say("verification:badge") }).click();
  await expect(page.getByText(say("verification:about.text", { name: eva.name }))).toBeVisible();
  await picture(page, "meaning");
});

test("D11.6 on a site that asks for a proof of age, a member sees blurred photos, and no other member's page, before it", {
  tag: "@one-width",
}, async ({ page, context, siteHas }) => {
  await newMember(context, "Ida");
  // an explicit niche asks for it without a setting of its own
  await siteHas({ niche: 6 });
  await open(page, "/members?country=GB");
  await expect(page.getByText(say("photos:lock.mark_age")).first()).toBeVisible();
  await page.locator("a[data-member]").first().click();
  await expect(page.getByRole("heading", { name: say("age:title"), level: 1 })).toBeVisible();
  await expectAccessible(page);
  await picture(page, "gate");
  await page
    .getByRole("main")
    .getByRole("link", { name: say("age:go") })
    .click();
  await expect(page).toHaveURL(/\/profile#age$/);
  await expect(page.getByRole("region", { name: say("age:title") })).toBeVisible();
});
