import { expect, type Page } from "@playwright/test";
import { expectGoodScreen } from "./accessibility.ts";
import { ask } from "./database.ts";
import { inChat } from "./in-chat.ts";
import { launch } from "./launch.ts";
import { reload } from "./open.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, onceCarriedOut, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const t = (key: string, params = {}) => say(`voice:${key}`, params);

// the microphone is one that beeps, and the browser does not ask
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: launch(process.env.E2E_SHELL, microphone), permissions: ["microphone"] });

const panel = (page: Page) => page.getByRole("region", { name: t("title") });
const recordButton = (page: Page) => page.getByRole("button", { name: new RegExp(`^${t("button")}`) });
const playButton = (page: Page) => page.getByRole("button", { name: new RegExp(`^${t("player.play", { time: "" })}`) });

test("R12.01 a voice message is recorded, heard, sent for its price, played, sought by keyboard, and reported", {
  tag: ["@core", "@one-width"],
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const files: string[] = [];
  he.page.on("request", (request) => request.resourceType() === "media" && files.push(request.url()));
  await test.step("she records by a tap, sees what it costs, and hears it before she sends it", async () => {
    await recordButton(she.page).click();
    await expect(panel(she.page).getByText("0:02 / 1:00")).toBeVisible();
    await expect(
      panel(she.page)
        .getByText(/\d credits?/)
        .first(),
    ).toBeVisible();
    await picture(she.page, "recording");
    await panel(she.page)
      .getByRole("button", { name: t("stop") })
      .click();
    await expect(playButton(she.page)).toBeVisible();
    await expectGoodScreen(she.page, "recorded", { largeText: true });
    await playButton(she.page).click();
    await expect(panel(she.page).getByRole("button", { name: t("player.pause") })).toBeVisible();
    await expect(playButton(she.page)).toBeVisible();
  });
  await test.step("it stays while she walks through the app", async () => {
    await she.page.getByRole("link", { name: say("chat:header.back") }).click();
    await she.page.waitForURL(/\/chats$/);
    // the header of the chat that she leaves has a link to his profile
    await she.page.getByRole("main").locator('a[href*="/chats/"]', { hasText: he.name }).first().click();
    await expect(playButton(she.page)).toBeVisible();
  });
  await test.step("she sends it", async () => {
    await panel(she.page)
      .getByRole("button", { name: new RegExp(`^${say("chat:composer.send")}`) })
      .click();
    await expect(panel(she.page)).toHaveCount(0);
    await expect(playButton(she.page)).toBeVisible();
    await picture(she.page, "sent");
  });
  await test.step("he hears it after a tap, at 1.5×, and seeks by keyboard", async () => {
    await expect(playButton(he.page)).toBeVisible();
    expect(files).toEqual([]);
    await he.page.getByRole("button", { name: t("player.rate", { rate: 1 }) }).click();
    await playButton(he.page).click();
    await expect(he.page.getByRole("button", { name: t("player.pause") })).toBeVisible();
    await expect.poll(() => files.length).toBeGreaterThan(0);
    await expect(playButton(he.page)).toBeVisible();
    const slider = he.page.getByRole("slider", { name: t("player.position") });
    await slider.focus();
    await he.page.keyboard.press("ArrowRight");
    await expect(slider).toHaveAttribute("aria-valuetext", /^0:01 /);
    await expectGoodScreen(he.page, "received", { largeText: true });
    await reload(he.page);
    await expect(he.page.getByRole("button", { name: t("player.rate", { rate: 1.5 }) })).toBeVisible();
  });
  await test.step("D11.2 he reports it from its menu", async () => {
    await he.page
      .getByRole("button", { name: say("moderation:message_more"), exact: true })
      .last()
      .click();
    await he.page.getByRole("menuitem", { name: say("moderation:report.do_message") }).click();
    const report = he.page.getByRole("dialog", { name: say("moderation:report.title_message", { name: she.name }) });
    await report.getByText(say("moderation:reasons.harassment"), { exact: true }).click();
    await report.getByRole("button", { name: say("moderation:report.send") }).click();
    await expect(report.getByText(say("moderation:report.next", { name: she.name }))).toBeVisible();
  });
  await test.step("a moderator hears it and takes it down: neither can play it, and her credits are back", async () => {
    const page = await (await browser.newContext()).newPage();
    await finishSetup(page, codeOf(await setUpStaff(page, inviteStaff("moderator").path)));
    await page.waitForURL(/\/staff$/);
    // by its address: the reports of other journeys may be urgent
    await page.goto(`/staff/queue/reports?item=${she.id}`);
    const sound = page.getByRole("article").locator("audio");
    await expect(sound).toHaveAccessibleName(say("staff:evidence.voice"));
    const ends = () => sound.evaluate((audio: HTMLAudioElement) => audio.ended);
    await sound.evaluate((audio: HTMLAudioElement) => audio.play());
    await expect.poll(ends).toBe(true);
    await picture(page, "reported", { fullPage: true });
    await page.getByLabel(say("staff:reports.words"), { exact: true }).fill("You insulted someone.");
    await page.getByRole("button", { name: say("staff:queue.remove") }).click();
    await expect(he.page.getByText(t("chat.removed"))).toBeVisible(onceCarriedOut);
    await expect(she.page.getByText(t("rejected.other"))).toContainText(t("chat.credits_back", { count: 3 }));
    for (const { page: chat } of [she, he]) await expect(playButton(chat)).toHaveCount(0);
    await picture(she.page, "rejected");
  });
});

test("R12.01 held, it ends when it is let go; slid away or with Escape it is discarded", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [{ page }] = await inChat(browser);
  const box = await recordButton(page).boundingBox();
  if (box === null) throw new Error("the button is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(panel(page).getByText("0:01 / 1:00")).toBeVisible();
  await page.mouse.move(x + 150, y);
  await expect(panel(page).getByText(t("hint.leaving"))).toBeVisible();
  await page.mouse.up();
  await expect(panel(page)).toHaveCount(0);
  await recordButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("0:01 / 1:00")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});

test("R12.01 without credits it says so first; recorded all the same, it survives the way to the credits and a reload", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she] = await inChat(browser);
  const { page } = she;
  await ask("delete from ledger where member_id = $1", [she.id]);
  await ask("update wallets set credits = 0 where member_id = $1", [she.id]);
  await reload(page);
  await recordButton(page).click();
  await expect(panel(page).getByText(t("problem.no_credits"))).toBeVisible();
  await expectGoodScreen(page, "too-few-credits", { largeText: true });
  await panel(page)
    .getByRole("button", { name: t("record_anyway") })
    .click();
  await expect(panel(page).getByText("0:01 / 1:00")).toBeVisible();
  await panel(page)
    .getByRole("button", { name: t("stop") })
    .click();
  await panel(page)
    .getByRole("button", { name: new RegExp(`^${say("chat:composer.send")}`) })
    .click();
  await expect(panel(page).getByText(say("errors:not_enough_credits"))).toBeVisible();
  await expect(panel(page).getByText(t("kept"))).toBeVisible();
  await picture(page, "no-credits");
  const chat = page.url();
  await panel(page)
    .getByRole("link", { name: say("chat:composer.get_credits") })
    .click();
  await page.waitForURL(/\/credits/);
  await reload(page);
  await page.goto(chat);
  await expect(playButton(page)).toBeVisible();
  await playButton(page).click();
  await expect(panel(page).getByRole("button", { name: t("player.pause") })).toBeVisible();
  await panel(page)
    .getByRole("button", { name: t("discard") })
    .click();
  await expect(panel(page)).toHaveCount(0);
  await reload(page);
  await expect(recordButton(page)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});
