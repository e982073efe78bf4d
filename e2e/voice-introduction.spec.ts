import { expect, type Page } from "@playwright/test";
import { expectGoodScreen } from "./accessibility.ts";
import { ask } from "./database.ts";
import { launch } from "./launch.ts";
import { arriveTwo, newMember } from "./member.ts";
import { open, reload } from "./open.ts";
import { picture } from "./picture.ts";
import { codeOf, finishSetup, inviteStaff, onceCarriedOut, setUpStaff } from "./staff.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const t = (key: string, params = {}) => say(`voice-introductions:${key}`, params);

// the microphone is one that beeps, and the browser does not ask
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: launch(process.env.E2E_SHELL, microphone), permissions: ["microphone"] });

const section = (page: Page) => page.getByRole("region", { name: t("title") });
const playButton = (page: Page) =>
  section(page).getByRole("button", { name: new RegExp(`^${t("play", { time: "" })}`) });

test("R12.01 an introduction is recorded on the profile, approved by the team, and played by another member", {
  tag: ["@core", "@one-width"],
}, async ({ browser }) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await test.step("she records, hears herself, and adds it: it waits for the team", async () => {
    await open(she.page, "/profile");
    await section(she.page)
      .getByRole("button", { name: t("record"), exact: true })
      .click();
    await expect(section(she.page).getByText("0:02 / 0:30")).toBeVisible();
    await picture(she.page, "recording");
    await section(she.page)
      .getByRole("button", { name: say("voice:stop") })
      .click();
    await playButton(she.page).click();
    await expect(section(she.page).getByRole("button", { name: say("voice:player.pause") })).toBeVisible();
    await expect(playButton(she.page)).toBeVisible();
    await expectGoodScreen(she.page, "recorded", { largeText: true });
    await section(she.page)
      .getByRole("button", { name: t("send") })
      .click();
    await expect(section(she.page).getByText(t("state.waiting"))).toBeVisible();
    await picture(she.page, "waiting");
  });
  await test.step("he does not hear it yet", async () => {
    await open(he.page, `/members/${she.id}`);
    await expect(playButton(he.page)).toHaveCount(0);
  });
  const page = await (await browser.newContext()).newPage();
  await test.step("a moderator hears it and approves it, and she reads so at once", async () => {
    // before the recordings of other journeys
    await ask("update voice_introductions set created_at = created_at - interval '300 days' where member_id = $1", [
      she.id,
    ]);
    await finishSetup(page, codeOf(await setUpStaff(page, inviteStaff("moderator").path)));
    await page.waitForURL(/\/staff$/);
    await page.getByRole("link", { name: say("staff:queues.introductions") }).click();
    const sound = page.getByRole("article").locator("audio");
    await expect(sound).toHaveAccessibleName(say("staff:queue.introduction_of", { name: she.name }));
    await sound.evaluate((audio: HTMLAudioElement) => audio.play());
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true);
    await picture(page, "queue", { fullPage: true });
    await page.getByRole("button", { name: say("staff:queue.approve") }).click();
    await expect(section(she.page).getByText(t("state.active"))).toBeVisible(onceCarriedOut);
    await picture(she.page, "active");
  });
  await test.step("he plays it after a tap, not before", async () => {
    const files: string[] = [];
    he.page.on("request", (request) => request.resourceType() === "media" && files.push(request.url()));
    await reload(he.page);
    await expect(playButton(he.page)).toBeVisible();
    expect(files).toEqual([]);
    await playButton(he.page).click();
    await expect(section(he.page).getByRole("button", { name: say("voice:player.pause") })).toBeVisible();
    await expect.poll(() => files.length).toBeGreaterThan(0);
    await expectGoodScreen(he.page, "heard", { largeText: true });
    await picture(he.page, "profile");
  });
  await test.step("she deletes it, and he does not hear it any more", async () => {
    await section(she.page)
      .getByRole("button", { name: say("photos:own.remove"), exact: true })
      .click();
    const dialog = she.page.getByRole("dialog", { name: t("remove.title") });
    await dialog.getByRole("button", { name: say("photos:own.remove"), exact: true }).click();
    await expect(playButton(she.page)).toHaveCount(0);
    await reload(he.page);
    await expect(playButton(he.page)).toHaveCount(0);
  });
});

test("R12.01 without scripts an introduction is deleted by its button", { tag: "@one-width" }, async ({
  browser,
  context,
}) => {
  const { id } = await newMember(context, "Plain");
  const insert = `insert into voice_introductions (id, site_id, member_id, media_type, seconds, waveform, key, body_hash,
    created_at, status) select gen_random_uuid(), site_id, member_id, 'audio/webm', 9, '{1}', 'k', '', now(), 'active'
    from profiles where member_id = $1`;
  await ask(insert, [id]);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies((await context.storageState()).cookies);
  const page = await plain.newPage();
  await page.goto("/profile");
  await expect(section(page).getByText(t("state.active"))).toBeVisible();
  await expect(section(page).getByText(t("scripts"))).toBeVisible();
  await picture(page, "without-scripts");
  await section(page)
    .getByRole("button", { name: say("photos:own.remove"), exact: true })
    .click();
  await expect(page).toHaveURL(/\/profile#voice$/);
  await expect(section(page).getByText(t("state.active"))).toHaveCount(0);
});
