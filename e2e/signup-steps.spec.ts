import { type Browser, expect } from "@playwright/test";
import sharp from "sharp";
import { signUpIn } from "./member.ts";
import { open, reload } from "./open.ts";
import { Person } from "./person.ts";
import { test } from "./test.ts";
import { pattern } from "./texts.ts";

const mia = {
  name: "Mia",
  gender: "female",
  seeks: "male",
  birth: { day: "9", month: "9", year: "1992" },
  country: "DE",
  town: "Berlin",
} as const;

/** A user who has just created her account, and is at the step after it. */
async function arrive(browser: Browser): Promise<Person> {
  const her = await Person.arrive(browser, "en", mia);
  await signUpIn(her.context, mia.name, { country: mia.country, city_id: undefined });
  await her.open("/complete-signup?step=photo");
  return her;
}

const heading = ({ page }: Person) => page.getByRole("heading", { level: 1 });
const skip = ({ page, say }: Person) => page.getByRole("link", { name: say("account:complete.skip"), exact: true });
const town = ({ page, say }: Person) => page.getByLabel(say("account:signup.town"), { exact: true });

test("R2.19 R4.06 photo, place by geolocation, faces, personal info, about me, mail: saved when left", async ({
  browser,
}) => {
  const permission = { permissions: ["geolocation"], geolocation: { latitude: 52.5204, longitude: 13.4049 } };
  const her = await Person.arrive(browser, "en", mia, permission);
  const { page, say } = her;
  await her.open("/signup");
  await her.fillInForm();
  await page.getByRole("button", { name: say("account:signup.send") }).click();
  await expect(page).toHaveURL(/\/complete-signup\?step=photo$/);
  // R2.13, R2.14: no language switcher and no entry warning between the steps
  await expect(page.getByRole("navigation", { name: say("shell:footer.language") })).toHaveCount(0);
  const noise = {
    create: {
      width: 900,
      height: 1100,
      channels: 3,
      background: "#7a4",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  } as const;
  const buffer = await sharp(noise).jpeg().toBuffer();
  await page.locator("input[type=file]").first().setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("link", { name: say("account:signup.continue"), exact: true }).click();

  await expect(heading(her)).toHaveText(say("account:complete.location"));
  await expect(page.getByText(say("account:location.granted"))).toBeVisible();
  const geocoding = page.waitForRequest("**/api/geocode.php?*");
  await page.getByRole("button", { name: say("account:location.use") }).click();
  expect(new URL((await geocoding).url()).search).toBe("?lat=52.52&lon=13.40");
  await expect(town(her)).toHaveValue(/^Berlin/);
  await expect(page.getByText(say("account:location.found"))).toBeVisible();
  await her.continueTo();

  await expect(page).toHaveURL(/\/signup-matches$/);
  await page.goBack();
  await expect(town(her)).toHaveValue(/^Berlin/);
  await her.continueTo();
  await expect(page).toHaveURL(/\/signup-matches$/);
  await expect(page.locator("a[data-member]").first()).toBeVisible();
  const next = page.getByRole("region", { name: say("account:next.title") });
  await expect(next.getByText(her.email)).toBeVisible();
  await next.getByRole("link", { name: say("account:next.personal_info") }).click();

  await expect(heading(her)).toHaveText(say("account:complete.personal_info"));
  await page.getByText(say("profiles:body_type.curvy"), { exact: true }).click();
  await page.getByText(say("profiles:hair_color.red"), { exact: true }).click();
  await page
    .getByRole("group", { name: say("profiles:field.hair_color") })
    .getByText(say("account:info.unsaid"))
    .click();
  await page.getByText(say("profiles:interest.hiking"), { exact: true }).click();
  await her.continueTo();

  await expect(heading(her)).toHaveText(say("account:complete.about_me"));
  await page.getByRole("button", { name: say("account:about.talk") }).click();
  await page.keyboard.type("trains.");
  await page.getByLabel(say("opening-questions:signup.label")).selectOption("sea");
  await her.continueTo();

  // this browser has no pushes, so the step that asks about them is skipped
  await expect(page).toHaveURL(/step=confirm_email/);
  await page.getByRole("button", { name: say("account:confirm.wrong") }).click();
  await page.getByLabel(say("account:confirm.right"), { exact: true }).fill(`new.${her.email}`);
  await page.getByRole("button", { name: say("account:confirm.send") }).click();
  await expect(page.getByText(say("account:confirm.corrected", { email: `new.${her.email}` }))).toBeVisible();

  const elsewhere = await her.context.newPage();
  await her.confirm({ page: elsewhere, email: `new.${her.email}` });
  await page.bringToFront();
  await expect(page).toHaveURL(/\/members$/, { timeout: 20_000 });

  await open(page, "/profile");
  await page.getByRole("link", { name: say("profiles:own.preview") }).click();
  const main = page.getByRole("main");
  for (const words of ["Berlin", say("profiles:body_type.curvy"), say("profiles:interest.hiking"), "trains."]) {
    await expect(main).toContainText(words);
  }
  await expect(main).not.toContainText(say("profiles:hair_color.red"));
  await open(page, "/complete-signup");
  await expect(page).toHaveURL(/\/signup-matches$/);
  await expect(page.getByRole("link", { name: say("account:next.about_me") })).toHaveCount(0);
  expect(her.complaints).toEqual([]);
});

test("R4.06 a refused position shows a text, and the town can be typed; a reload stays at the step", async ({
  browser,
}) => {
  const her = await arrive(browser);
  const { page, say } = her;
  await skip(her).click();
  await page.getByRole("button", { name: say("account:location.use") }).click();
  await expect(page.getByText(say("account:location.denied"))).toBeVisible();
  await reload(page);
  await expect(heading(her)).toHaveText(say("account:complete.location"));
  await her.continueTo();
  await expect(page.getByText(say("account:location.town_missing"))).toBeVisible();
  await expect(town(her)).toBeFocused();
  await her.fillInTown();
  await expect(page).toHaveURL(/\/signup-matches$/);
});

test("R4.06 if a browser has no geolocation, the step says so and has no button", async ({ browser }) => {
  const her = await arrive(browser);
  const { page, say } = her;
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "geolocation"));
  await open(page, "/complete-signup?step=location");
  await expect(page.getByText(say("account:location.unsupported"))).toBeVisible();
  await expect(page.getByRole("button", { name: say("account:location.use") })).toHaveCount(0);
});

test("R4.06 if a browser does not tell the permission, it is unknown: the step offers the button", async ({
  browser,
}) => {
  const her = await arrive(browser);
  const { page, say } = her;
  await page.addInitScript(() => {
    Object.defineProperty(Permissions.prototype, "query", { value: () => Promise.reject(new TypeError("unknown")) });
  });
  await open(page, "/complete-signup?step=location");
  await expect(page.getByRole("button", { name: say("account:location.use") })).toBeVisible();
  await expect(page.getByText(say("account:location.granted"))).toHaveCount(0);
  await expect(page.getByText(say("account:location.denied"))).toHaveCount(0);
});

test("R2.19 everything after the account can be skipped, also by keyboard, and visited again", async ({ browser }) => {
  const her = await arrive(browser);
  const { page, say } = her;
  await skip(her).focus();
  await page.keyboard.press("Enter");
  await expect(heading(her)).toBeFocused();
  await skip(her).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/signup-matches$/);
  await page.getByRole("link", { name: say("account:next.personal_info") }).click();
  await skip(her).click();
  await expect(heading(her)).toHaveText(say("account:complete.about_me"));
  await page
    .getByRole("main")
    .getByRole("link", { name: say("shell:nav.back"), exact: true })
    .click();
  await expect(heading(her)).toHaveText(say("account:complete.personal_info"));
  await open(page, "/notifications/address");
  await page
    .getByRole("main")
    .getByRole("link", { name: say("account:confirm.wrong") })
    .click();
  await expect(heading(her)).toHaveText(pattern(say, "account:complete.confirm_email"));
  await page.getByRole("link", { name: say("account:confirm.later") }).click();
  await expect(page).toHaveURL(/\/members$/);
  await open(page, "/complete-signup");
  await expect(heading(her)).toHaveText(pattern(say, "account:complete.photo"));
});
