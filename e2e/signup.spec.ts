import { type Browser, expect } from "@playwright/test";
import { languageLink } from "./language-link.ts";
import { open, reload } from "./open.ts";
import { nina, Person, type PersonInput } from "./person.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

function arrive(browser: Browser, input: PersonInput = nina, more: object = {}): Promise<Person> {
  return Person.arrive(browser, "en", input, more);
}

const field = ({ page, say }: Person, key: string) => page.getByLabel(say(`account:${key}`), { exact: true });
const send = ({ page, say }: Person) => page.getByRole("button", { name: say("account:signup.send") });

test("R1.01 R2.19 the form asks one question per screen, counts them, and each screen is accessible", {
  tag: "@core",
}, async ({ browser }) => {
  const her = await arrive(browser);
  const { page, say } = her;
  await her.open("/signup");
  await expect(page.getByText(say("account:signup.step", { number: 1, total: 5 }))).toBeVisible();
  await her.continueTo();
  await expect(page.getByText(say("account:check.gender"))).toBeVisible();
  await her.fillInWho();
  await her.continueTo();
  await her.fillInYou();
  await her.continueTo();
  await expect(page.getByText(say("account:signup.step", { number: 3, total: 5 }))).toBeVisible();
  await expect(page.locator("[name=sexuality_consent]")).not.toBeChecked();
  await send(her).click();
  await expect(field(her, "signup.email")).toBeFocused();
  for (const wrong of ["email", "password", "consent"]) {
    await expect(page.getByText(say(`account:check.${wrong}`))).toBeVisible();
  }
  // a corrected field shows no error, keeps the focus, and leaves the errors of the others
  await field(her, "signup.password").fill("a pass phrase");
  await expect(page.getByText(say("account:check.password"))).toHaveCount(0);
  await expect(field(her, "signup.password")).toBeFocused();
  await expect(page.getByText(say("account:check.consent"))).toBeVisible();
  await page.getByRole("button", { name: say("shell:nav.back"), exact: true }).click();
  await expect(field(her, "signup.name")).toHaveValue(her.input.name);
  await page.goBack();
  await page.goForward();
  await expect(field(her, "signup.name")).toHaveValue(her.input.name);
  expect(her.complaints).toEqual([]);
});

test("R2.19 a late press on the button of a step that went on by itself shows no errors of the next step", async ({
  browser,
}) => {
  const her = await arrive(browser);
  const { page, say } = her;
  const error = page.getByText(say("account:check.name"));
  await her.open("/signup");
  await her.fillInWho();
  await expect(page.getByText(say("account:signup.step", { number: 2, total: 5 }))).toBeVisible();
  // longer than anyone needs to see that the screen has changed
  await page.waitForTimeout(1_500);
  await her.continueTo();
  await expect(page.locator("[name=name]")).toBeFocused();
  await page.waitForTimeout(300);
  await expect(error).toHaveCount(0);
  await her.continueTo();
  await expect(error).toBeVisible();
});

test("R3.10 the draft survives a reload and a change of language, at its step; the password is not stored", async ({
  browser,
}) => {
  const her = await arrive(browser);
  const { page } = her;
  await her.open("/signup?network=adnet");
  await her.fillInWho();
  await her.continueTo();
  await her.fillInYou();
  await her.continueTo();
  await her.fillInKey();
  await reload(page);
  await expect(field(her, "signup.email")).toHaveValue(her.email);
  await expect(field(her, "signup.password")).toHaveValue("");
  await expect(page.locator("[name=sexuality_consent]")).not.toBeChecked();

  await (await languageLink(page, her.language, "Deutsch")).click();
  await expect(page).toHaveURL(/\/de\/signup/);
  const german = sayIn("de");
  await expect(page.getByLabel(german("account:signup.email"), { exact: true })).toHaveValue(her.email);
  // the plain URL opens the first step that is incomplete
  await open(page, "/de/signup");
  await expect(page.getByLabel(german("account:signup.email"), { exact: true })).toHaveValue(her.email);
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
    "quiet words",
  );
});

test("R5.03 a mistyped domain gets a button that corrects it, and is never changed silently", async ({ browser }) => {
  const her = await arrive(browser);
  const { page, say } = her;
  await her.open("/signup?gender=female&seeks=male");
  await her.fillInYou();
  await her.continueTo();
  await her.fillInKey();
  const meant = `${her.email.split("@")[0]}@gmail.com`;
  const typed = meant.replace("gmail", "gmial");
  await field(her, "signup.email").fill(typed);
  await field(her, "signup.email").blur();
  const hint = page.getByRole("status").getByRole("button", { name: meant });
  await expect(hint).toBeVisible();
  await expect(page.getByText(say("account:signup.did_you_mean", { email: meant }))).toBeVisible();
  await expect(field(her, "signup.email")).toHaveValue(typed);
  await hint.click();
  await expect(field(her, "signup.email")).toHaveValue(meant);
  await expect(field(her, "signup.email")).toBeFocused();
  await expect(hint).toHaveCount(0);

  // Next without leaving the field stops once, says why, and then accepts the address
  await field(her, "signup.email").fill(typed);
  await field(her, "signup.email").press("Enter");
  await expect(page.getByRole("status").getByText(say("account:signup.held_up"))).toBeVisible();
  await expect(page.getByRole("button", { name: say("account:signup.held_up_yes", { email: meant }) })).toBeFocused();
  await page.getByRole("button", { name: say("account:signup.held_up_no", { email: typed }) }).click();
  await expect(page).toHaveURL(/\/complete-signup/);
});

test("R5.03 the last button stops at a mistyped domain and says so; the corrected address makes the account", async ({
  browser,
}) => {
  const her = await arrive(browser);
  const { page, say } = her;
  await her.open("/");
  await her.openSignup();
  await her.fillInWho();
  await her.continueTo();
  await her.fillInYou();
  await her.continueTo();
  await her.fillInKey();
  const meant = `${her.email.split("@")[0]}@gmail.com`;
  await field(her, "signup.email").fill(meant.replace("gmail", "gmial"));
  await send(her).click();
  await expect(page.getByText(say("account:signup.held_up"))).toBeInViewport();
  const request = page.waitForRequest("**/api/signup.php");
  await page.getByRole("button", { name: say("account:signup.held_up_yes", { email: meant }) }).click();
  expect((await request).postDataJSON()).toMatchObject({ email: meant });
  await expect(page).toHaveURL(/\/complete-signup/);
});

test("R5.04 a taken address leads to the login with what was typed; two tabs at once make one account", async ({
  browser,
}) => {
  const her = await arrive(browser);
  const { page, say } = her;
  const second = await her.context.newPage();
  for (const tab of [page, second]) {
    await open(tab, "/signup?gender=female&seeks=male");
    const other = tab === page ? "" : "x";
    await tab.getByLabel(say("account:signup.name"), { exact: true }).fill(her.input.name + other);
    for (const part of ["day", "month", "year"] as const) {
      await tab.getByLabel(say(`account:signup.${part}`), { exact: true }).fill(her.input.birth[part]);
    }
    await tab.getByRole("button", { name: say("account:signup.continue"), exact: true }).click();
    await tab.getByLabel(say("account:signup.email"), { exact: true }).fill(her.email);
    await tab.getByLabel(say("account:signup.password"), { exact: true }).fill("three quiet words");
    await tab.locator("[name=sexuality_consent]").check();
  }
  await send(her).click();
  await expect(page).toHaveURL(/\/complete-signup/);
  await her.context.clearCookies({ name: "auth" });
  await second.getByRole("button", { name: say("account:signup.send") }).click();
  await expect(second.getByText("An account with this e-mail address already exists")).toBeVisible();
  await second.getByRole("main").getByRole("link", { name: "Log in instead" }).click();
  await expect(second.getByLabel(say("auth:login.name"), { exact: true })).toHaveValue(her.email);
  expect(second.url()).not.toContain("example");
});

test("R5.01 R5.02 each field's limits have error texts: long passwords, reserved names, 29 February", async ({
  browser,
}) => {
  const her = await arrive(browser, { ...nina, name: "נעמי", birth: { day: "29", month: "2", year: "1993" } });
  const { page, say } = her;
  await her.open("/signup?gender=female&seeks=male");
  await her.fillInYou();
  await her.continueTo();
  await expect(page.getByText("Invalid date of birth.")).toBeVisible();
  await expect(page.getByText(say("account:signup.birth_check"))).toBeVisible();
  // what only the server knows of the name is said at the same press
  await field(her, "signup.name").fill("5upp0rt");
  await her.continueTo();
  await expect(page.getByText(say("errors:field.name_reserved"))).toBeVisible();
  await expect(page.getByText("Invalid date of birth.")).toBeVisible();
  await expect(field(her, "signup.name")).toBeFocused();
  await field(her, "signup.year").fill("1992");
  await her.continueTo();
  await expect(page.getByText(say("errors:field.name_reserved"))).toBeVisible();
  await expect(field(her, "signup.name")).toBeFocused();
  await field(her, "signup.name").fill(her.input.name);
  await her.continueTo();
  await send(her).click();
  await expect(field(her, "signup.email")).toBeFocused();
  // its label and the question are in sight, too
  await expect(page.getByText(say("account:signup.email"), { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("heading", { name: say("account:signup.key") })).toBeInViewport({ ratio: 1 });
  await her.fillInKey();
  for (const [length, refused] of [
    [200, true],
    [7, true],
    [128, false],
  ] as const) {
    await field(her, "signup.password").fill("äb 💚".repeat(50).slice(0, length));
    if (refused) {
      await send(her).click();
      await expect(page.getByText(say("account:check.password_length"))).toBeVisible();
      await expect(field(her, "signup.password")).toBeFocused();
    }
  }
  await send(her).click();
  await expect(page).toHaveURL(/\/complete-signup/);
  // a right-to-left name stays in one piece, with the digits of the age behind it
  await open(page, "/profile");
  await expect(page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveText(her.input.name);
});

test("R1.01 R3.09 without scripts the signup is one long form, which keeps valid fields after an error", {
  tag: "@core",
}, async ({ browser }) => {
  const her = await arrive(browser, nina, { javaScriptEnabled: false });
  const { page, say } = her;
  await open(page, "/?network=adnet&ref=spring");
  await page
    .getByRole("link", { name: say("home:sign_up") })
    .first()
    .click();
  await expect(page.locator("[name=network]")).toHaveValue("adnet");
  await her.fillInWho();
  await her.fillInYou();
  await her.fillInKey();
  await field(her, "signup.country").selectOption(her.input.country);
  await page.locator("[name=city]").fill("Nowhere at all");
  await send(her).click();
  await expect(page.getByText(say("errors:field.place_unknown"))).toBeVisible();
  await expect(field(her, "signup.name")).toHaveValue(her.input.name);
  await page.locator("[name=city]").fill("Potsdam, Brandenburg");
  await field(her, "signup.password").fill("three quiet words");
  await page.locator("[name=sexuality_consent]").check();
  await send(her).click();
  await expect(page).toHaveURL(/\/complete-signup/);
  await open(page, "/profile");
  await expect(page.locator("[name=city]")).toHaveValue(/Potsdam/);
  const right = `right.${her.email}`;
  await open(page, "/complete-signup?step=confirm_email");
  await page.getByLabel(say("account:confirm.right"), { exact: true }).fill("nina@");
  await page.getByRole("button", { name: say("account:confirm.send"), exact: true }).click();
  await expect(page.getByText(say("errors:field.email_invalid"))).toBeVisible();
  await page.getByLabel(say("account:confirm.right"), { exact: true }).fill(right);
  await page.getByRole("button", { name: say("account:confirm.send"), exact: true }).click();
  await open(page, "/notifications/address");
  await expect(page.getByRole("main").getByText(right, { exact: true })).toBeVisible();
});

test("R1.01 the whole form by keyboard only", async ({ browser }) => {
  const her = await arrive(browser);
  const { page, say } = her;
  const { keyboard } = page;
  await her.open("/signup");
  await page.getByRole("radio").first().focus();
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: say("account:signup.you") })).toBeFocused();
  // a complete part of the date moves the focus on; a Tab by habit does not move it twice
  for (const text of [her.input.name, her.input.birth.day, her.input.birth.month]) {
    await keyboard.press("Tab");
    await keyboard.type(text);
  }
  await expect(page.locator("input[name=year]")).toBeFocused();
  await keyboard.press("Backspace");
  await expect(page.locator("input[name=month]")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type(her.input.birth.year);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: say("account:signup.key") })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type(her.email);
  await keyboard.press("Tab");
  await keyboard.type("three quiet words");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/complete-signup/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
