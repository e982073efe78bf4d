import { expect, type Page } from "@playwright/test";
import { arriveTwo } from "./member.ts";
import { open } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const words = (key: string, params = {}) => say(`opening-questions:${key}`, params);
const sea = say("question-list:question.sea");
const written = "What made you move here?";

const field = (page: Page, name: string) => page.getByRole("textbox", { name: say("chat:composer.label", { name }) });
const press = (page: Page) =>
  page
    .getByRole("button", { name: pattern(say, "chat:composer.send_price_one") })
    .first()
    .click();
const answerLink = (page: Page, question: string) =>
  page.getByRole("link", { name: words("profile.answer_this", { question }) });

test("R11.01 a question is chosen and written, answered by the first message, and stands above it", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);

  await test.step("he chooses one and writes one, from his profile", async () => {
    await open(ben.page, "/profile");
    await ben.page.getByRole("link", { name: words("choose") }).click();
    await ben.page.getByText(say("question-list:theme.away"), { exact: true }).click();
    // no more than three can be ticked
    const boxes = ben.page.getByRole("checkbox");
    for (const place of [0, 1, 2]) await boxes.nth(place).check();
    await expect(boxes.nth(3)).toBeDisabled();
    for (const place of [0, 1, 2]) await boxes.nth(place).uncheck();
    await ben.page.getByLabel(sea, { exact: true }).check();
    await ben.page.getByLabel(words("own_label", { number: 1 })).fill(written);
    await ben.page.getByRole("button", { name: say("shell:save") }).click();
    await expect(ben.page.getByRole("link", { name: words("change") })).toBeVisible();
    await expect(ben.page.getByText(written)).toBeVisible();
  });

  await test.step("she answers the chosen one instead of the written one", async () => {
    await open(anna.page, `/members/${ben.id}`);
    await answerLink(anna.page, written).click();
    await expect(anna.page.getByText(say("chat:question.asked", { name: ben.name, question: written }))).toBeVisible();
    await anna.page.getByRole("link", { name: say("chat:question.without") }).click();
    await anna.page.getByRole("link", { name: sea }).click();
    await expect(anna.page.getByText(say("chat:question.asked", { name: ben.name, question: sea }))).toBeVisible();
    await field(anna.page, ben.name).fill("The sea, any day.");
    await press(anna.page);
    await expect(anna.page).toHaveURL(/\/chats\//);
    await expect(anna.page.getByText(say("chat:question.asked", { name: ben.name, question: sea }))).toBeVisible();
  });

  await test.step("he sees in the list that it is an answer, and his question above it", async () => {
    await open(ben.page, "/chats");
    await expect(ben.page.getByText(say("chat:question.answered", { text: "The sea, any day." }))).toBeVisible();
    await ben.page.getByRole("link", { name: anna.name }).first().click();
    await expect(ben.page.getByText(say("chat:question.yours", { question: sea }))).toBeVisible();
  });

  await test.step("once they have chatted, the profile only shows what he asks", async () => {
    await open(anna.page, `/members/${ben.id}`);
    await expect(anna.page.getByText(written)).toBeVisible();
    await expect(answerLink(anna.page, written)).toHaveCount(0);
  });
});

test("R11.01 without scripts a question is chosen and answered too", { tag: "@one-width" }, async ({ browser }) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const [hers, his] = await Promise.all(
    [anna, ben].map(async ({ context }) => {
      const { cookies } = await context.storageState();
      const plain = await browser.newContext({ javaScriptEnabled: false });
      await plain.addCookies(cookies);
      return await plain.newPage();
    }),
  );
  if (!hers || !his) throw new Error("a page is missing");
  await his.goto("/profile/questions");
  await expect(his.getByText(words("intro", { max: 3 }))).toBeVisible();
  await his.getByText(say("question-list:theme.away"), { exact: true }).click();
  const others = ["trip", "suitcase", "place"].map((code) =>
    his.getByLabel(say(`question-list:question.${code}`), { exact: true }),
  );
  for (const box of [his.getByLabel(sea, { exact: true }), ...others]) await box.check();
  await his.getByRole("button", { name: say("shell:save") }).click();
  // one too many: nothing that was ticked is lost
  await expect(his.getByRole("alert")).toBeVisible();
  for (const box of others) {
    await expect(box).toBeChecked();
    await box.uncheck();
  }
  await his.getByRole("button", { name: say("shell:save") }).click();
  await expect(his.getByText(sea)).toBeVisible();

  await hers.goto(`/members/${ben.id}`);
  await answerLink(hers, sea).click();
  await field(hers, ben.name).fill("The sea, any day.");
  await press(hers);
  await expect(hers).toHaveURL(/\/chats\//);
  await expect(hers.getByText(say("chat:question.asked", { name: ben.name, question: sea }))).toBeVisible();
  await hers.context().close();
  await his.context().close();
});
