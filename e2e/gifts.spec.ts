import { expect, type Page } from "@playwright/test";
import { arriveTwo, userOf } from "./member.ts";
import { holdAnswer, open, reload } from "./open.ts";
import { passTimeUntil } from "./pass-time.ts";
import { payAtSandbox, placeOrder } from "./sandbox.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const rose = say("gifts:given.rose");

const sheet = (page: Page) => page.getByRole("dialog");
const sendButton = (page: Page, gift: string, count: number) =>
  sheet(page).getByRole("button", { name: say("gifts:send.button", { gift, count }), exact: true });
const choose = (page: Page, name: string) => sheet(page).getByText(name, { exact: true }).click();
const openSheet = (page: Page) => page.getByRole("link", { name: say("gifts:send.open"), exact: true }).click();

test("R1.05 a gift from the profile arrives wrapped, is opened, and stands on the shelf until a block", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);

  await test.step("she sees the price and her balance before she chooses, and sends it in one tap", async () => {
    await open(ben.page, "/members");
    await open(anna.page, `/members/${ben.id}`);
    await openSheet(anna.page);
    await expect(
      sheet(anna.page)
        .getByText(pattern(say, "members:profile.price", { count: 20 }))
        .first(),
    ).toBeVisible();
    await expect(sheet(anna.page).getByText(say("members:profile.balance", { count: 5 }))).toBeVisible();
    await expect(sheet(anna.page).getByRole("button", { name: say("gifts:send.legend") })).toBeDisabled();
    await choose(anna.page, say("gifts:name.rose"));
    await sheet(anna.page).getByRole("textbox").fill("For your first day.");
    await sendButton(anna.page, rose, 5).click();
    await expect(anna.page).toHaveURL(/\/chats\/[^/]+$/);
    await expect(anna.page.getByText(say("gifts:chat.sent", { gift: rose })).first()).toBeVisible();
    await expect(anna.page.getByText(say("gifts:chat.not_opened"))).toBeVisible();
    await expect(anna.page.getByText(say("chat:composer.none_left"))).toBeVisible();
    const getCredits = anna.page.getByRole("link", { name: say("chat:composer.get_credits") });
    await expect(getCredits).toHaveAttribute("href", /^\/credits\?return_to=%2Fchats%2F/);
  });

  await test.step("the address of the first message's gift leads to the chat that there is now, with the sheet", async () => {
    await open(anna.page, `/members/${ben.id}/chat?gift=1`);
    await expect(anna.page).toHaveURL(/\/chats\/[^/]+$/);
    await expect(sheet(anna.page).getByText(say("gifts:send.title", { name: ben.name }))).toBeVisible();
    await sheet(anna.page)
      .getByRole("button", { name: say("shell:close"), exact: true })
      .click();
    await expect(sheet(anna.page)).toHaveCount(0);
  });

  await test.step("it reaches him live and wrapped; he can read its words at once", async () => {
    const wrapped = say("gifts:chat.received_wrapped", { name: anna.name });
    await ben.page.getByRole("link", { name: wrapped }).click();
    await expect(ben.page.getByText("For your first day.").first()).toBeVisible();
    await expect(ben.page.getByText(rose)).toHaveCount(0);
  });

  await test.step("he opens it; she sees that at once", async () => {
    await ben.page.getByRole("button", { name: pattern(say, "gifts:chat.open") }).click();
    const gift = ben.page.getByRole("figure");
    await expect(gift).toContainText(say("gifts:chat.received", { name: anna.name, gift: rose }));
    await expect(gift).toBeFocused();
    await expect(anna.page.getByText(say("gifts:chat.opened"), { exact: true })).toBeVisible();
    await ben.page.reload();
    await expect(gift).toContainText(say("gifts:chat.received", { name: anna.name, gift: rose }));
  });

  await test.step("others see it on his profile without her name; he sees the name", async () => {
    await open(anna.page, `/members/${ben.id}`);
    const shelf = anna.page.getByRole("region", { name: say("gifts:shelf.title"), exact: true });
    await expect(shelf).toContainText(say("gifts:shelf.givers", { count: 1 }));
    await expect(shelf).toContainText(say("gifts:shelf.count", { gift: say("gifts:name.rose"), count: 1 }));
    await expect(shelf).not.toContainText(anna.name);
    await open(ben.page, "/profile");
    const own = ben.page.getByRole("region", { name: say("gifts:own.title"), exact: true });
    await expect(own.getByRole("link", { name: anna.name })).toBeVisible();
  });

  await test.step("a block takes it away", async () => {
    await open(ben.page, `/members/${anna.id}`);
    await ben.page.getByRole("button", { name: say("moderation:more"), exact: true }).click();
    await ben.page.getByRole("menuitem", { name: say("moderation:block.do", { name: anna.name }) }).click();
    await sheet(ben.page)
      .getByRole("button", { name: say("moderation:block.do", { name: anna.name }) })
      .click();
    await expect(ben.page.getByText(say("moderation:block.done", { name: anna.name }))).toBeVisible();
    await open(ben.page, "/profile");
    const own = ben.page.getByRole("region", { name: say("gifts:own.title"), exact: true });
    await expect(own).toContainText(say("gifts:own.empty"));
  });
});

test("R1.05 without enough credits the chosen gift is kept until the member has bought some, and then sent from the chat @one-width", async ({
  browser,
}) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = anna;
  const ring = say("gifts:given.ring");
  await open(page, `/members/${ben.id}/chat`);
  await openSheet(page);
  await choose(page, say("gifts:name.ring"));
  await sheet(page).getByRole("textbox").fill("Not that kind of ring.");
  // said before the tap
  await expect(sheet(page).getByText(pattern(say, "gifts:send.short_other"))).toBeVisible();
  await expect(sheet(page).getByRole("link", { name: say("chat:composer.get_credits") })).toBeVisible();
  await expect(sendButton(page, ring, 20)).toBeDisabled();
  await sheet(page)
    .getByRole("link", { name: say("chat:composer.get_credits") })
    .click();
  await expect(page.getByText(pattern(say, "credits:gift.needs_other"))).toBeVisible();
  await page.getByRole("link", { name: say("credits:choose", { count: 25 }) }).click();
  await page.getByText(say("payments:methods.card"), { exact: true }).click();
  await placeOrder(page, say);
  await payAtSandbox(page, say);
  await page.getByRole("link", { name: say("payments:pending.back_to_gift") }).click();
  await expect(sheet(page).getByRole("textbox")).toHaveValue("Not that kind of ring.");
  await expect(page).toHaveURL(/\/chat$/);
  await sendButton(page, ring, 20).click();
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
  await expect(page.getByText(say("gifts:chat.sent", { gift: ring })).first()).toBeVisible();
  await expect(page.getByText("Not that kind of ring.").first()).toBeVisible();
  await openSheet(page);
  await expect(sheet(page).getByRole("textbox")).toHaveValue("");
});

test("R7.03 a gift whose answer was lost is sent and charged once, also after a reload of the page", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = anna;
  await page.clock.install();
  await open(page, `/members/${ben.id}`);
  await openSheet(page);
  await choose(page, say("gifts:name.rose"));
  await sheet(page).getByRole("textbox").fill("Once.");
  await page.route("**/api/gift.php", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await sendButton(page, rose, 5).click();
  await passTimeUntil(page, sheet(page).getByRole("alert").locator(":not(:empty)").first());
  await page.unroute("**/api/gift.php");
  await reload(page);
  // a reload keeps the sheet open
  await expect(sheet(page).getByRole("textbox")).toHaveValue("Once.");
  await sendButton(page, rose, 5).click();
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
  await expect(page.getByText("Once.")).toHaveCount(1);
  expect((await userOf(anna.context)).credits).toBe(0);
});

test("R1.05 the answer to a gift leaves its giver on the page that they have gone to", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [anna, ben] = await arriveTwo(browser, ["Anna", "Ben"]);
  const { page } = anna;
  await open(page, `/members/${ben.id}`);
  const { done, release } = await holdAnswer(page, "**/api/gift.php");
  await openSheet(page);
  await choose(page, say("gifts:name.rose"));
  await sendButton(page, rose, 5).click();
  await done;
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await page
    .getByRole("navigation", { name: say("navigation:main") })
    .locator("a[href='/chats']")
    .click();
  // the links of the profile that is left carry the name too
  await expect(page.getByRole("link", { name: ben.name }).and(page.locator("[href*='/chats/']"))).toBeVisible();
  const opened = page.waitForRequest(/\/chats\/[^/]+\.data/, { timeout: 3_000 }).catch(() => null);
  release();
  expect(await opened).toBeNull();
  await expect(page).toHaveURL(/\/chats$/);
});
