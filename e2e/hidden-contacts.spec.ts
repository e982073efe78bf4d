import { expect, type Page } from "@playwright/test";
import { arrive, arriveTwo } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const words = (key: string, params = {}) => say(`hidden-contacts:${key}`, params);

const field = (page: Page) => page.getByLabel(words("field"), { exact: true });
const hide = (page: Page) => page.getByRole("button", { name: words("hide"), exact: true }).click();

/** Opens the profile of another member, and says whether it is there. */
async function isThere(page: Page, { id, name }: { id: string; name: string }): Promise<boolean> {
  await open(page, `/members/${id}`);
  return await page.getByRole("heading", { level: 1, name }).isVisible();
}

test("R11.04 a member hides from a person she knows: neither finds the other, until she shows herself again", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  expect([await isThere(anna.page, ben), await isThere(ben.page, anna)]).toEqual([true, true]);

  await test.step("from the settings; a line without a contact stays in the field", async () => {
    await open(anna.page, "/notifications");
    await anna.page.getByRole("link", { name: words("known.title"), exact: true }).click();
    await expect(anna.page.getByText(words("none"))).toBeVisible();
    await field(anna.page).fill(`Ben <${ben.email.toUpperCase()}>\nmy boss\n+49 30 901820`);
    await hide(anna.page);
    await expect(anna.page.getByText(words("count", { count: 2 }))).toBeVisible();
    await expect(
      anna.page.getByText(words("refused_line", { line: "my boss", problem: words("problem.no_contact") })),
    ).toBeVisible();
    await expect(field(anna.page)).toHaveValue("my boss");
  });

  await test.step("the profile that he has open goes, and neither finds the other", async () => {
    await expect(ben.page.getByRole("heading", { level: 1, name: anna.name })).toHaveCount(0);
    expect([await isThere(anna.page, ben), await isThere(ben.page, anna)]).toEqual([false, false]);
  });

  await test.step("she shows herself to him again, by his address", async () => {
    await open(anna.page, "/hidden-contacts");
    const contact = anna.page.getByLabel(words("show_field"), { exact: true });
    await contact.fill("stranger@example.org");
    await anna.page.keyboard.press("Enter");
    await expect(anna.page.getByText(words("not_hidden"))).toBeVisible();
    await contact.fill(ben.email);
    await anna.page.keyboard.press("Enter");
    await expect(anna.page.getByText(words("shown", { contact: ben.email }))).toBeVisible();
    await expect(anna.page.getByText(words("count", { count: 1 }))).toBeVisible();
    expect([await isThere(anna.page, ben), await isThere(ben.page, anna)]).toEqual([true, true]);
  });
});

test("R11.04 contacts are picked where the browser can", { tag: "@one-width" }, async ({ browser }) => {
  const anna = await arrive(browser, "Anna");
  await anna.page.addInitScript(() => {
    const select = async () => [{ email: ["eva@example.org"], tel: ["+49 30 901820"] }, { tel: [] }];
    Object.defineProperty(navigator, "contacts", { value: { select } });
  });
  await open(anna.page, "/hidden-contacts");
  await field(anna.page).fill("ida@example.org");
  await anna.page.getByRole("button", { name: words("pick") }).click();
  await expect(field(anna.page)).toHaveValue("ida@example.org\neva@example.org\n+49 30 901820");
  await hide(anna.page);
  await expect(anna.page.getByText(words("count", { count: 3 }))).toBeVisible();
});

test("R11.04 without scripts contacts are hidden too, and no line is lost", { tag: "@one-width" }, async ({
  browser,
}) => {
  const anna = await arrive(browser, "Anna");
  const { cookies } = await anna.context.storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const page = await plain.newPage();
  await page.goto("/hidden-contacts");
  await field(page).fill("known@example.org\nmy boss");
  await hide(page);
  await expect(page.getByText(words("count", { count: 1 }))).toBeVisible();
  await expect(field(page)).toHaveValue("my boss");
  await page.getByLabel(words("show_field"), { exact: true }).fill("stranger@example.org");
  await page.getByRole("button", { name: words("show"), exact: true }).click();
  await expect(page.getByText(words("not_hidden"))).toBeVisible();
  await page.getByRole("button", { name: words("clear") }).click();
  await expect(page.getByText(words("none"))).toBeVisible();
});
