import { expect } from "@playwright/test";
import { Person } from "./person.ts";
import { payAtSandbox, placeOrder } from "./sandbox.ts";
import { test } from "./test.ts";
import { pattern } from "./texts.ts";

const anna = {
  name: "Anna",
  gender: "female",
  seeks: "male",
  birth: { day: "17", month: "5", year: "1994" },
  country: "DE",
  town: "Potsdam",
} as const;
const ben = {
  name: "Ben",
  gender: "male",
  seeks: "female",
  birth: { day: "3", month: "11", year: "1991" },
  country: "DE",
  town: "Berlin",
} as const;

const sendButton = ({ page, say }: Person) =>
  page.getByRole("button", { name: pattern(say, "chat:composer.send_price_one") }).first();

test("R1.01 R1.02 R1.03 R1.04 R1.07 R1.08 a pair, from the home page to a paid message", { tag: "@core" }, async ({
  browser,
  isMobile,
}) => {
  // on a desktop the pair reads German
  const [language, locale] = isMobile ? (["en", "en-GB"] as const) : (["de", "de-DE"] as const);
  const her = await Person.arrive(browser, language, anna, { locale });
  const him = await Person.arrive(browser, language, ben, { locale });

  await test.step("R4.01 both sign up and confirm their address", async () => {
    for (const person of [her, him]) {
      await person.open("/");
      await person.signUp();
      await person.confirm();
      await person.settle();
    }
  });

  await test.step("R1.02 she finds him by gender, country, region, age and distance", async () => {
    const query = "gender=male&country=DE&countryregion=DE-BE&min_age=30&max_age=40&distance=50&sort=newest";
    await her.open("/members");
    await her.open(`/members?${query}`);
    await her.page
      .getByRole("link", { name: new RegExp(him.input.name) })
      .first()
      .click();
    await expect(her.page.getByRole("heading", { level: 1 })).toContainText(him.input.name);
  });

  await test.step("R2.08 she likes him; he sees the badge without a reload", async () => {
    await him.open("/members");
    const badge = him.page.getByText(him.say("navigation:new_likes", { count: 1 })).first();
    await expect(badge).toHaveCount(0);
    await her.page.getByRole("button", { name: her.say("likes:like"), exact: true }).click();
    await expect(badge).toBeAttached();
  });

  await test.step("R2.18 R4.18 a dialog tells him of her like; closing it leaves the like new, her page clears it", async () => {
    const dialog = him.page.getByRole("dialog", { name: him.say("likes:toast.like", { name: her.input.name }) });
    await expect(dialog).toBeVisible();
    await him.page.mouse.click(5, 5);
    await expect(dialog).toHaveCount(0);
    await expect(him.page.getByText(him.say("navigation:new_likes", { count: 1 })).first()).toBeAttached();
    await him.page
      .getByRole("link", { name: new RegExp(him.say("navigation:likes")) })
      .first()
      .click();
    // the search behind it lists her, too
    await expect(him.page.getByRole("heading", { level: 1, name: him.say("likes:title") })).toBeVisible();
    await him.page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(her.input.name) })
      .first()
      .click();
    await expect(him.page.getByRole("heading", { level: 1 })).toContainText(her.input.name);
    await expect(him.page).toHaveURL(/\/likes\/m\/[^/]+$/);
    await expect(him.page.getByText(him.say("navigation:new_likes", { count: 1 }))).toHaveCount(0);
  });

  await test.step("R1.03 he likes back; both see the match", async () => {
    await him.page
      .getByRole("button", { name: new RegExp(him.say("likes:like_back")) })
      .first()
      .click();
    for (const person of [her, him]) {
      await expect(person.page.getByText(person.say("likes:match.title"))).toBeVisible();
    }
  });

  await test.step("R2.22 she writes first; the price is beside the button before she pays it", async () => {
    await her.page.getByRole("link", { name: her.say("likes:match.write", { name: him.input.name }) }).click();
    await expect(her.page).toHaveURL(/\/members\/[^/]+\/chat$/);
    const composer = her.page.getByLabel(her.say("chat:composer.label", { name: him.input.name }));
    await expect(her.page.getByText(pattern(her.say, "chat:composer.cost", { count: 1 })).first()).toBeVisible();
    await expect(her.page.getByText(her.say("chat:composer.left", { count: 5 })).first()).toBeVisible();
    await composer.fill("Hello, where is that photo from?");
    await sendButton(her).click();
    await expect(her.page).toHaveURL(/\/chats\/[^/]+$/);
    await expect(her.page.getByText("Hello, where is that photo from?").first()).toBeVisible();
    await expect(her.page.getByText(her.say("chat:composer.left", { count: 4 })).first()).toBeVisible();
  });

  await test.step("R4.17 R4.22 he sees the badge, reads it live, answers; his unread count is then zero", async () => {
    await him.page
      .getByRole("link", { name: him.say("likes:match.later") })
      .or(him.page.getByRole("button", { name: him.say("likes:match.later") }))
      .first()
      .click();
    await expect(him.page.getByText(him.say("navigation:unread", { count: 1 })).first()).toBeAttached();
    await expect(him.page).toHaveTitle(/^\(\d+\) /);
    await him.page
      .getByRole("link", { name: new RegExp(him.say("navigation:messages")) })
      .first()
      .click();
    // a notice shows the message too, on every page
    await expect(him.page).toHaveURL(/\/chats$/);
    const chats = him.page.getByRole("main");
    await expect(chats.getByText("Hello, where is that photo from?").first()).toBeVisible();
    await chats
      .getByRole("link", { name: new RegExp(her.input.name) })
      .first()
      .click();
    await expect(him.page).toHaveURL(/\/chats\/[^/]+$/);
    await expect(chats.getByText("Hello, where is that photo from?").first()).toBeVisible();
    await him.page
      .getByLabel(him.say("chat:composer.label", { name: her.input.name }))
      .fill("From the lake, last summer.");
    await sendButton(him).click();
    await expect(her.page.getByText("From the lake, last summer.").first()).toBeVisible();
    await expect(her.page.getByText(her.say("chat:state.read")).first()).toBeAttached();
    await expect(him.page.getByText(him.say("navigation:unread", { count: 1 }))).toHaveCount(0);
  });

  const unsent = "And the sixth one costs a credit she does not have.";
  await test.step("R1.04 without credits the next message gets the specification's error, and stays", async () => {
    const composer = her.page.getByLabel(her.say("chat:composer.label", { name: him.input.name }));
    for (let number = 2; number <= 5; number += 1) {
      await composer.fill(`Message number ${number}`);
      await sendButton(her).click();
      await expect(composer).toHaveValue("");
      await expect(him.page.getByText(`Message number ${number}`).first()).toBeVisible();
    }
    await composer.fill(unsent);
    await sendButton(her).click();
    await expect(her.page.getByText(her.say("errors:not_enough_credits")).first()).toBeVisible();
    await expect(composer).toHaveValue(unsent);
  });

  await test.step("R1.07 R1.08 she buys a bundle at the sandbox, is premium, and sends the same message", async () => {
    await her.page
      .getByRole("link", { name: her.say("chat:composer.get_credits") })
      .first()
      .click();
    await expect(her.page.getByRole("heading", { level: 1 })).toContainText(her.say("credits:title"));
    // what she buys also changes who sees her photos
    await expect(her.page.getByText(her.say("premium:shown.main"))).toBeVisible();
    await her.page.getByRole("link", { name: pattern(her.say, "credits:choose", { count: 25 }) }).click();
    await her.page.getByText(her.say("payments:methods.card"), { exact: true }).click();
    await placeOrder(her.page, her.say);
    await expect(her.page).toHaveURL(/\/sandbox\/checkout\//);
    await payAtSandbox(her.page, her.say);
    await expect(her.page.getByRole("heading", { level: 1 })).toContainText(
      her.say("payments:completed.title", { count: 25 }),
    );
    await expect(her.page.getByText(her.say("payments:completed.premium"))).toBeVisible();
    await expect(her.page.getByText(her.say("premium:shown.main"))).toBeVisible();
    await her.page.getByRole("link", { name: her.say("payments:pending.back_to_chat") }).click();
    const composer = her.page.getByLabel(her.say("chat:composer.label", { name: him.input.name }));
    await expect(composer).toHaveValue(unsent);
    await sendButton(her).click();
    await expect(him.page.getByText(unsent).first()).toBeVisible();
    await expect(her.page.getByText(her.say("chat:composer.left", { count: 24 })).first()).toBeVisible();
  });

  for (const person of [her, him]) expect(person.complaints).toEqual([]);
});
