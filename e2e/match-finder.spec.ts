import { expect, type Page } from "@playwright/test";
import { send, signUpIn } from "./member.ts";
import { open, reload, waitUntilInteractive } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

/** The page shows the step with this question, and its scripts run. */
async function expectQuestion(page: Page, question: string, number: number): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: say(`match-finder:question.${question}`) })).toBeVisible();
  await expect(page.getByText(say("account:signup.step", { number, total: 7 }))).toBeVisible();
  await waitUntilInteractive(page);
}

const continueTo = (page: Page) =>
  page.getByRole("button", { name: say("account:signup.continue"), exact: true }).click();
const skip = (page: Page) => page.getByRole("link", { name: say("account:complete.skip"), exact: true }).click();
const tick = (page: Page, name: string) => page.getByLabel(name, { exact: true }).check();
const best = (page: Page) => page.getByRole("list", { name: say("match-finder:best.list") });

test("D4.4 R2.01 seven short questions, each saved when left, lead to the best members with reasons", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Finder");
  await open(page, "/members");
  // no answers yet: no member has a percentage, but there is a link to the questions
  await expect(page.getByText(/\d+% match/)).toHaveCount(0);
  await page
    .getByRole("main")
    .getByRole("link", { name: say("match-finder:title"), exact: true })
    .click();
  await expectQuestion(page, "age", 2);
  await page.getByRole("link", { name: say("shell:nav.back") }).click();
  await expectQuestion(page, "who", 1);
  await expect(page.getByLabel(say("account:question.seeks_male"), { exact: true })).toBeChecked();
  await continueTo(page);

  await expectQuestion(page, "age", 2);
  await expect(page.getByRole("slider", { name: say("match-finder:age.from") })).toHaveValue("27");
  await page.getByRole("slider", { name: say("match-finder:age.to") }).fill("60");
  await continueTo(page);

  await expectQuestion(page, "distance", 3);
  await tick(page, say("match-finder:distance.anywhere"));
  await continueTo(page);

  await expectQuestion(page, "goals", 4);
  await tick(page, say("match-finder:goal.dates"));
  await tick(page, say("match-finder:goal.relationship"));
  // a reload continues at the same question, with all answers
  await continueTo(page);
  await expectQuestion(page, "interests", 5);
  await reload(page);
  await expectQuestion(page, "interests", 5);
  for (const interest of ["Coffee", "Hiking", "Travelling", "Cooking"]) {
    await page.getByText(interest, { exact: true }).click();
  }

  // going back saves changes too
  await page.getByRole("link", { name: say("shell:nav.back") }).click();
  await expectQuestion(page, "goals", 4);
  await expect(page.getByLabel(say("match-finder:goal.dates"), { exact: true })).toBeChecked();
  await continueTo(page);
  await expectQuestion(page, "interests", 5);
  await expect(page.getByLabel("Hiking", { exact: true })).toBeChecked();
  await continueTo(page);

  await expectQuestion(page, "body_types", 6);
  await skip(page);
  await expectQuestion(page, "own_body", 7);
  await tick(page, say("profiles:body_type.average"));
  await continueTo(page);

  await expect(page.getByRole("heading", { level: 1, name: say("match-finder:best.heading") })).toBeVisible();
  await expect(best(page).locator("[data-member]").first()).toBeVisible();
  await expect(best(page).getByText(/\d+%/).first()).toBeVisible();
  await expect(
    best(page)
      .getByText(/shared interest/)
      .first(),
  ).toBeVisible();
  await picture(page, "best", { fullPage: true });

  // a member who has answered gets the results at once, and can change the answers
  await open(page, "/match-finder");
  await expect(page.getByRole("heading", { level: 1, name: say("match-finder:best.heading") })).toBeVisible();
  await page.getByRole("link", { name: say("match-finder:best.change") }).click();
  await expectQuestion(page, "who", 1);
  await open(page, "/match-finder?question=age");
  await expectQuestion(page, "age", 2);
  await expect(page.getByRole("slider", { name: say("match-finder:age.to") })).toHaveValue("60");
});

test("D4.4 every question can be skipped, and a member who skips all of them still sees members", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Skipper");
  await open(page, "/match-finder");
  for (const [index, question] of [
    "who",
    "age",
    "distance",
    "goals",
    "interests",
    "body_types",
    "own_body",
  ].entries()) {
    await expectQuestion(page, question, index + 1);
    await skip(page);
  }
  await expect(page.getByRole("heading", { level: 1, name: say("match-finder:best.heading") })).toBeVisible();
  await expect(best(page).locator("[data-member]").first()).toBeVisible();
  // without answers it starts at the first question again
  await open(page, "/match-finder");
  await expectQuestion(page, "who", 1);
});

test("D4.4 if no member fits, it says which preference excludes all, and one press widens that", async ({
  page,
  context,
}) => {
  await signUpIn(context, "Picky");
  await send(context, "PUT", "/api/preferences.php", { prefers_min_age: 18, prefers_max_age: 18, prefers_distance: 1 });
  await open(page, "/match-finder?show=best");
  const noneFits = page.getByRole("region", { name: say("match-finder:best.none") });
  await expect(noneFits).toBeVisible();
  await picture(page, "nobody-fits", { fullPage: true });
  const wider = noneFits.getByRole("button").first();
  const count = Number(/(\d+)\D*$/.exec((await wider.textContent()) ?? "")?.[1]);
  expect(count).toBeGreaterThan(0);
  await wider.click();
  await expect(noneFits).toHaveCount(0);
  await expect(best(page).locator("[data-member]")).toHaveCount(Math.min(count, 24));
});

test("D4.4 it opens from the account's menu, and works by keyboard only", async ({ page, context }) => {
  const { name } = await signUpIn(context, "Menu");
  await open(page, "/likes");
  await page.getByRole("button", { name: say("navigation:account.menu", { name }) }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: say("navigation:account.match_finder") }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/match-finder/);
  await open(page, "/match-finder?question=goals");
  await expectQuestion(page, "goals", 4);
  const dates = page.getByLabel(say("match-finder:goal.dates"), { exact: true });
  const before = await dates.isChecked();
  await dates.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: say("account:signup.continue"), exact: true }).focus();
  await page.keyboard.press("Enter");
  await expectQuestion(page, "interests", 5);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await open(page, "/match-finder?question=goals");
  await expect(dates).toBeChecked({ checked: !before });
});

test("R7.03 an answer that can't be saved shows an error, and is not lost", async ({ page, context }) => {
  await signUpIn(context, "Offline");
  await open(page, "/match-finder?question=distance");
  await expectQuestion(page, "distance", 3);
  await tick(page, say("match-finder:distance.anywhere"));
  await page.route("**/api/preferences.php", (route) =>
    route.fulfill({ status: 400, json: { error: { code: "invalid_input", message: "Not now." } } }),
  );
  await continueTo(page);
  await expect(page.getByText("Not now.")).toBeVisible();
  await expect(page.getByLabel(say("match-finder:distance.anywhere"), { exact: true })).toBeChecked();
  await page.unroute("**/api/preferences.php");
  await continueTo(page);
  await expectQuestion(page, "goals", 4);
});

test("D4.4 the answers are changed later in the profile, one at a time", async ({ page, context }) => {
  await signUpIn(context, "Later");
  await open(page, "/profile");
  const section = page.getByRole("region", { name: say("match-finder:preferences.title") });
  const change = section.getByRole("button", {
    name: say("match-finder:preferences.change_for", { what: say("match-finder:preferences.goals") }),
  });
  await change.focus();
  await page.keyboard.press("Enter");
  await section.getByLabel(say("match-finder:goal.friendship"), { exact: true }).check();
  await section.getByRole("button", { name: say("shell:cancel") }).click();
  await expect(change).toBeFocused();
  await page.keyboard.press("Enter");
  await section.getByLabel(say("match-finder:goal.fun"), { exact: true }).check();
  await section.getByRole("button", { name: say("shell:save") }).click();
  await expect(section.getByText(say("match-finder:preferences.saved"))).toBeVisible();
  await expect(section.getByText(say("match-finder:goal.fun"), { exact: true })).toBeVisible();
  await expect(section.getByText(say("match-finder:goal.friendship"))).toHaveCount(0);
  await reload(page);
  await expect(section.getByText(say("match-finder:goal.fun"), { exact: true })).toBeVisible();
  await section.getByRole("link", { name: say("match-finder:preferences.best") }).click();
  await expect(page.getByRole("heading", { level: 1, name: say("match-finder:best.heading") })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("D4.4 the questions are answered and saved", async ({ page, context }) => {
    await signUpIn(context, "Plain");
    await open(page, "/match-finder?question=goals");
    await tick(page, say("match-finder:goal.fun"));
    await continueTo(page);
    await expect(page).toHaveURL(/question=interests/);
    await open(page, "/match-finder?question=goals");
    await expect(page.getByLabel(say("match-finder:goal.fun"), { exact: true })).toBeChecked();
    await open(page, "/match-finder");
    await expect(page.getByRole("heading", { level: 1, name: say("match-finder:best.heading") })).toBeVisible();
  });

  test("D4.4 a preference is widened by its button", async ({ page, context }) => {
    await signUpIn(context, "Plain");
    await send(context, "PUT", "/api/preferences.php", {
      prefers_min_age: 18,
      prefers_max_age: 18,
      prefers_distance: 1,
    });
    await open(page, "/match-finder?show=best");
    const noneFits = page.getByRole("region", { name: say("match-finder:best.none") });
    await noneFits.getByRole("button").first().click();
    await expect(page).toHaveURL(/show=best/);
    await expect(noneFits).toHaveCount(0);
  });
});
