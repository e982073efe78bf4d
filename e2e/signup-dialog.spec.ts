import { type Browser, expect, type Locator } from "@playwright/test";
import { languageLink } from "./language-link.ts";
import { holdAnswer, open, reload } from "./open.ts";
import { Person } from "./person.ts";
import { test } from "./test.ts";

const tom = {
  name: "Tom",
  gender: "male",
  seeks: "female",
  birth: { day: "2", month: "8", year: "1990" },
  country: "DE",
  town: "Berlin",
} as const;

function arrive(browser: Browser): Promise<Person> {
  return Person.arrive(browser, "en", tom);
}

const dialogOf = ({ page, say }: Person) => page.getByRole("dialog", { name: say("shell:nav.sign_up") });
const outside = (dialog: Locator) => dialog.dispatchEvent("click");

test("R2.17 a signup link opens over the page; once begun, only its button closes it, Back goes back, and the draft stays", {
  tag: "@one-width",
}, async ({ browser }) => {
  const him = await arrive(browser);
  const { page, say } = him;
  const dialog = dialogOf(him);
  await him.open("/");
  const link = page.getByRole("link", { name: say("home:sign_up") }).first();
  await expect(link).toHaveAttribute("href", "/signup");
  await link.click();
  await expect(dialog.getByText(say("account:signup.who"))).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  // not begun yet
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await link.click();
  await outside(dialog);
  await expect(dialog).toHaveCount(0);

  await link.click();
  await expect(dialog).toBeVisible();
  await him.fillInWho();
  await him.continueTo();
  const name = dialog.getByLabel(say("account:signup.name"), { exact: true });
  await name.fill(him.input.name);
  await outside(dialog);
  await expect(name).toHaveValue(him.input.name);
  for (const goBack of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
    await goBack();
    await expect(dialog.getByText(say("account:signup.who"))).toBeVisible();
    await him.continueTo();
    await expect(name).toHaveValue(him.input.name);
  }
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
  await expect(dialog.getByText(say("account:signup.who"))).toBeVisible();
  await him.continueTo();
  await expect(name).toHaveValue(him.input.name);
  await reload(page);
  await expect(name).toHaveValue(him.input.name);
  await dialog.getByRole("button", { name: say("shell:close") }).click();
  await expect(dialog).toHaveCount(0);
  await link.click();
  await expect(name).toHaveValue(him.input.name);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
});

test("R2.17 R2.19 after a reload of the dialog Back still goes back to the question before", {
  tag: "@one-width",
}, async ({ browser }) => {
  const him = await arrive(browser);
  const { page, say } = him;
  const dialog = dialogOf(him);
  await him.open("/");
  await page
    .getByRole("link", { name: say("home:sign_up") })
    .first()
    .click();
  await him.fillInWho();
  await him.continueTo();
  await him.fillInYou();
  await him.continueTo();
  await expect(dialog.getByText(say("account:signup.key"))).toBeVisible();
  await page.goBack();
  await expect(dialog.getByText(say("account:signup.you"))).toBeVisible();
  await reload(page);
  await expect(dialog.getByText(say("account:signup.you"))).toBeVisible();
  await page.goBack();
  await expect(dialog.getByText(say("account:signup.who"))).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});

test("R3.09 the traffic source reaches the signup over other pages, and nothing is stored for it", {
  tag: "@one-width",
}, async ({ browser }) => {
  const him = await arrive(browser);
  const { page, say } = him;
  await him.open("/?network=adnet&ref=spring&sub1=a&sub2=b&sub3=c");
  await page.getByRole("link", { name: say("shell:footer.pricing") }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  const storage = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(storage).not.toContain("adnet");
  expect((await him.context.cookies()).map(({ name }) => name)).not.toContain("tracking");
  // wait for the new page, which moves the footer
  await expect(page.getByRole("heading", { name: say("pages:pricing.title"), level: 1 })).toBeVisible();
  const other = await languageLink(page, him.language, "Dansk");
  await expect(other).toHaveAttribute("href", /network=adnet/);

  await page.getByRole("main").locator("a[href^='/signup']").click();
  await expect(dialogOf(him)).toBeVisible();
  await him.fillInForm();
  const request = page.waitForRequest("**/api/signup.php");
  await page.getByRole("button", { name: say("account:signup.send") }).click();
  const { tracking } = (await request).postDataJSON();
  expect(tracking).toEqual({ network: "adnet", ref: "spring", sub1: "a", sub2: "b", sub3: "c" });
  await expect(page).toHaveURL(/\/complete-signup/);
});

test("R2.17 after a signup in the dialog each Back leads to another page, and the page below is the member's", {
  tag: "@one-width",
}, async ({ browser }) => {
  const him = await arrive(browser);
  const { page, say } = him;
  await him.open("/pricing");
  await him.open("/members?gender=female&country=DE");
  const card = page.locator("a[data-member]").first();
  await page
    .getByRole("main")
    .getByRole("link", { name: say("members:visitor.sign_up"), exact: true })
    .click();
  await expect(dialogOf(him)).toBeVisible();
  await him.fillInForm();
  const { done, release } = await holdAnswer(page, "**/complete-signup.data*");
  await page.getByRole("button", { name: say("account:signup.send") }).click();
  await done;
  // the page below does not appear until the next one does
  await expect(dialogOf(him).getByRole("heading", { name: say("account:signup.key") })).toBeVisible();
  release();
  await expect(page).toHaveURL(/step=photo/);
  await expect(page.getByRole("link", { name: say("account:complete.skip"), exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/members\?gender=female/);
  await expect(
    page.getByRole("button", { name: say("navigation:account.menu", { name: him.input.name }) }),
  ).toBeVisible();
  await expect(card).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/pricing$/);
});

test("R2.17 R6.03 a visitor who opens a member signs up over what they may see, and then meets that member", async ({
  browser,
}) => {
  const him = await arrive(browser);
  const { page, say } = him;
  await him.open("/members?gender=female&country=DE");
  const card = page.locator("a[data-member]").first();
  const id = (await card.getAttribute("data-member")) ?? "";
  const name = (await card.locator("strong").textContent()) ?? "";
  await card.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await page
    .getByRole("main")
    .getByRole("link", { name: say("members:visitor.sign_up"), exact: true })
    .click();
  await expect(dialogOf(him).getByText(say("account:signup.to_see", { name }))).toBeVisible();
  await him.fillInForm();
  await page.getByRole("button", { name: say("account:signup.send") }).click();
  await expect(page).toHaveURL(/step=photo/);
  await page.getByRole("link", { name: say("account:complete.skip"), exact: true }).click();
  await expect(page).toHaveURL(/step=location/);
  await page.getByRole("link", { name: say("account:complete.skip"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/members/${id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await test.step("R4.10 on a return the reminder is in the middle of a large screen, not of a phone", async () => {
    await open(page, "/likes?api_signup_complete=1");
    const reminder = page.getByRole("dialog", { name: say("account:reminder.title"), exact: true });
    if (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) return await expect(reminder).toBeHidden();
    await expect(reminder).toBeVisible();
    const findMiddle = async () =>
      await reminder.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        return top + height / 2 - innerHeight / 2;
      });
    // it moves up a little as it opens
    await expect.poll(async () => Math.abs(await findMiddle())).toBeLessThan(2);
    await page.keyboard.press("Escape");
  });
});

test("R2.19 R4.02 R6.03 a signup for a member shows them, takes a message first, holds it, and ends at them", {
  tag: "@one-width",
}, async ({ browser }) => {
  const him = await arrive(browser);
  const { page, say } = him;
  await him.open("/members?gender=female&country=DE");
  const ids = await page
    .locator("a[data-member]")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-member")));
  const answers = await Promise.all(ids.map((one) => page.request.get(`/api/card.php?id=${one}`)));
  const cards = await Promise.all(answers.map((answer) => answer.json()));
  // other journeys' members may limit who writes to them first
  const { id, name } = cards.find(({ takes_first_message: takes }) => takes).member;
  await him.open(`/login?next=/members/${id}/chat`);
  await expect(page.getByRole("main").locator(`a[href='/members/${id}/signup']`)).toBeVisible();
  await him.open(`/signup?next=/members/${id}`);
  await expect(page.getByText(say("account:signup.to_see", { name }))).toBeVisible();
  await him.open(`/members/${id}`);
  await page.getByRole("link", { name: say("members:visitor.write", { name }), exact: true }).click();
  await expect(page.getByRole("main").getByText(`${name}, `)).toBeVisible();
  await expect(page.getByText(say("account:signup.step", { number: 1, total: 6 }))).toBeVisible();
  await him.continueTo();
  await expect(page.getByText(say("account:check.message"))).toBeVisible();
  const message = page.getByLabel(say("account:signup.message_label"), { exact: true });
  await message.fill("Hello, where is that lake?");
  await reload(page);
  await expect(message).toHaveValue("Hello, where is that lake?");
  await him.continueTo();
  await him.fillInForm();
  await page.getByRole("button", { name: say("account:signup.send") }).click();
  await expect(page.getByText(say("account:signup.step", { number: 5, total: 6 }))).toBeVisible();
  for (const step of ["photo", "location"]) {
    await expect(page).toHaveURL(new RegExp(`step=${step}`));
    await page.getByRole("link", { name: say("account:complete.skip"), exact: true }).click();
  }
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("main").getByText("Hello, where is that lake?").first()).toBeVisible();
  await expect(page.getByText(say("chat:state.held"))).toBeVisible();
  const chat = page.url();
  await him.confirm();
  await expect(page.getByText(say("account:activate.delivered", { count: 1 }))).toBeVisible();
  await page.getByRole("link", { name: say("account:activate.open_chat"), exact: true }).click();
  await expect(page).toHaveURL(chat);
});
