import { expect, type Page } from "@playwright/test";
import { arriveTwo, newMember } from "./member.ts";
import { open, reload } from "./open.ts";
import { picture } from "./picture.ts";
import { chip, expectTotal, openFilters } from "./search-page.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const words = (key: string, params = {}) => say(`facts:${key}`, params);

const part = (page: Page) => page.getByRole("region", { name: words("title"), exact: true });
const answer = (page: Page, fact: string, code: string) =>
  part(page)
    .getByRole("group", { name: words(`field.${fact}`), exact: true })
    .getByRole("radio", { name: words(`${fact}.${code}`), exact: true });

test("R11.03 facts are answered on the own profile, seen by others, found by filters, and counted", {
  tag: "@core",
}, async ({ browser }) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);

  await test.step("he answers some, each saved when chosen, and takes one back", async () => {
    await open(ben.page, "/profile");
    await part(ben.page).getByLabel(words("field.height")).selectOption("184");
    await answer(ben.page, "smoking", "no").check({ force: true });
    await answer(ben.page, "drinking", "often").check({ force: true });
    await part(ben.page).getByText("Finnish", { exact: true }).click();
    const alcohol = part(ben.page).getByRole("group", { name: words("field.drinking"), exact: true });
    await alcohol.getByText(say("account:info.unsaid"), { exact: true }).click();
    await expect(part(ben.page).getByText(say("profiles:own.saved"), { exact: true })).toHaveCount(4);
    await picture(ben.page, "facts");
    await reload(ben.page);
    await expect(answer(ben.page, "smoking", "no")).toBeChecked();
    await expect(answer(ben.page, "drinking", "often")).not.toBeChecked();
    await expect(part(ben.page).getByLabel(words("field.height"))).toHaveValue("184");
  });

  await test.step("she finds him by them, and a chip removes each", async () => {
    await open(anna.page, "/members?filters=none");
    const filters = await openFilters(anna.page);
    await filters.getByText(words("title"), { exact: true }).click();
    const smoking = filters.getByRole("group", { name: words("field.smoking"), exact: true });
    await smoking.getByText(words("smoking.no"), { exact: true }).click();
    await filters.getByLabel(words("field.languages")).selectOption("fi");
    await picture(anna.page, "facts-filters");
    await filters
      .getByRole("button", { name: pattern(say, "members:search.show_other") })
      .or(filters.getByRole("button", { name: say("members:search.show", { count: 1 }) }))
      .click();
    await expect(anna.page).toHaveURL(/smoking=no&languages=fi/);
    await expectTotal(anna.page);
    await expect(anna.page.locator(`a[data-member="${ben.id}"]`).first()).toBeVisible();
    const said = words("filter.one", { field: words("field.smoking"), answer: words("smoking.no") });
    await chip(anna.page, said).click();
    await expect(anna.page).not.toHaveURL(/smoking/);
  });

  await test.step("she reads them on his profile", async () => {
    await open(anna.page, `/members/${ben.id}`);
    const details = anna.page.getByRole("region", { name: say("members:profile.details"), exact: true });
    await expect(details).toContainText(words("height.value", { cm: 184 }));
    await expect(details).toContainText("Finnish");
    await expect(details).not.toContainText(words("field.drinking"));
    await picture(anna.page, "facts-profile", { fullPage: true });
  });
});

test("R11.03 without scripts facts are saved and filtered by too, and a refused form keeps them", {
  tag: "@one-width",
}, async ({ browser, context }) => {
  await newMember(context, "Plain");
  const { cookies } = await context.storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const page = await plain.newPage();
  await page.goto("/profile");
  await answer(page, "smoking", "sometimes").check({ force: true });
  await part(page).getByText("Finnish", { exact: true }).click();
  const town = page.getByRole("combobox", { name: say("account:signup.town") });
  const home = await town.inputValue();
  await town.fill("Nowhere at all");
  await page.getByRole("button", { name: say("shell:save"), exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expect(answer(page, "smoking", "sometimes")).toBeChecked();
  await town.fill(home);
  await page.getByRole("button", { name: say("shell:save"), exact: true }).click();
  await expect(page.getByText(say("profiles:own.saved"), { exact: true })).toBeVisible();
  await expect(answer(page, "smoking", "sometimes")).toBeChecked();
  await expect(part(page).getByRole("checkbox", { name: "Finnish" })).toBeChecked();
});
