import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { ask } from "./database.ts";
import { inChat } from "./in-chat.ts";
import { reload } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
const t = (key: string, params = {}) => say(`chat-photos:${key}`, params);

const photo = async (left: string, right: string) => ({
  name: "boat.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 600, height: 900, channels: 3, background: left } })
    .composite([{ input: { create: { width: 300, height: 900, channels: 3, background: right } }, left: 300, top: 0 }])
    .jpeg()
    .toBuffer(),
});

const sheet = (page: Page) => page.getByRole("dialog");
const choose = async (page: Page, file: Awaited<ReturnType<typeof photo>>) => {
  await page.getByRole("button", { name: t("button") }).click();
  await sheet(page).getByLabel(t("choose"), { exact: true }).setInputFiles(file);
  await expect(sheet(page).getByRole("img", { name: t("preview") })).toBeVisible();
};
const sendButton = (page: Page) =>
  sheet(page).getByRole("button", { name: say("chat:composer.send_price", { count: 3 }) });

test("R1.06 D8.2 a photo is chosen, priced, sent, checked, and revealed by its recipient", {
  tag: ["@core", "@one-width"],
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  const requests: string[] = [];
  he.page.on("request", (request) => requests.push(request.url()));
  await test.step("she sees the price before she chooses, and the chosen photo before she sends", async () => {
    await she.page.getByRole("button", { name: t("button") }).click();
    await expect(
      sheet(she.page)
        .getByText(/3 credits/)
        .first(),
    ).toBeVisible();
    await expect(sheet(she.page).getByText(t("checked_first", { name: he.name }))).toBeVisible();
    await picture(she.page, "sheet");
    await she.page.goBack();
    await expect(sheet(she.page)).toHaveCount(0);
    await choose(she.page, await photo("#b35", "#35b"));
    await sheet(she.page).getByRole("textbox").fill("My boat");
    await picture(she.page, "chosen");
    await sendButton(she.page).click();
    await expect(sheet(she.page)).toHaveCount(0);
    await expect(she.page.getByText(t("photo.checking"))).toBeVisible();
    await expect(she.page.getByText("My boat")).toBeVisible();
  });
  await test.step("he reads that it is being checked; then he sees it blurred", async () => {
    await expect(he.page.getByText(t("chat.checking", { name: she.name }))).toBeVisible();
    await picture(he.page, "placeholder");
    const cover = he.page.getByRole("button", { name: t("photo.reveal_for", { name: she.name }) });
    await expect(cover).toBeVisible({ timeout: 20_000 });
    await picture(he.page, "covered");
    await expect(she.page.getByText(t("photo.checking"))).toHaveCount(0);
    // his page is open: it tells her that he has seen the photo, which he could not before
    await expect(she.page.getByText(say("chat:state.read"), { exact: true }).last()).toBeVisible();
    const files = () => requests.filter((url) => url.includes("/chat-photos/")).map((url) => url.replace(/.*\//, ""));
    expect(new Set(files())).toEqual(new Set(["blurred.webp"]));
    await cover.click();
    await expect(he.page.getByRole("img", { name: t("photo.alt", { name: she.name }) })).toBeVisible();
    // the picture has its place before its file is asked for
    await expect.poll(() => files().some((file) => /^(?:card|full|thumb)/.test(file))).toBe(true);
  });
  await test.step("a press shows it on the full screen; Escape and Back close it", async () => {
    const large = he.page.getByRole("button", {
      name: t("photo.open", { photo: t("photo.alt", { name: she.name }) }),
    });
    const viewer = he.page.getByRole("dialog", { name: t("photo.alt", { name: she.name }) });
    await large.click();
    await expect(viewer).toBeVisible();
    await picture(he.page, "full");
    await he.page.keyboard.press("Escape");
    await expect(viewer).toHaveCount(0);
    await large.click();
    await expect(viewer).toBeVisible();
    await he.page.goBack();
    await expect(viewer).toHaveCount(0);
    await expect(large).toBeFocused();
  });
  await test.step("D11.2 he reports it from there in two presses and a reason", async () => {
    await he.page.getByRole("button", { name: t("photo.open", { photo: t("photo.alt", { name: she.name }) }) }).click();
    await he.page.getByRole("button", { name: say("moderation:report.do_photo", { name: she.name }) }).click();
    const report = he.page.getByRole("dialog").last();
    await report.getByText(say("moderation:photo_reasons.explicit"), { exact: true }).click();
    await report.getByRole("button", { name: say("moderation:report.send") }).click();
    await expect(report.getByText(say("moderation:report.next", { name: she.name }))).toBeVisible();
  });
});

test("D8.2 if a photo is rejected, its author gets the reason and the credits, and its recipient sees nothing", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she, he] = await inChat(browser);
  await choose(she.page, await photo("#282", "#eee"));
  await sendButton(she.page).click();
  await expect(he.page.getByText(t("chat.checking", { name: she.name }))).toBeVisible();
  // staff would do this by a command; the pages show it with their next refresh
  await ask("update chat_photos set status = 'rejected', reason = 'contact_details' where author_id = $1", [she.id]);
  await reload(she.page);
  await reload(he.page);
  await expect(she.page.getByText(t("rejected.contact_details"))).toBeVisible();
  await expect(she.page.getByText(t("chat.credits_back", { count: 3 }))).toBeVisible();
  await expect(he.page.getByText(t("chat.removed"))).toBeVisible();
  await picture(she.page, "rejected");
  await picture(he.page, "removed");
});

test("R1.06 without enough credits the photo stays chosen, with a link to get some", {
  tag: "@one-width",
}, async ({ browser }) => {
  const [she] = await inChat(browser);
  await ask("delete from ledger where member_id = $1", [she.id]);
  await ask("update wallets set credits = 0 where member_id = $1", [she.id]);
  await reload(she.page);
  await choose(she.page, await photo("#228", "#eee"));
  await sendButton(she.page).click();
  await expect(sheet(she.page).getByText(say("errors:not_enough_credits"))).toBeVisible();
  await expect(sheet(she.page).getByText(t("kept"))).toBeVisible();
  await picture(she.page, "no-credits");
  await sheet(she.page)
    .getByRole("link", { name: say("chat:composer.get_credits") })
    .click();
  await expect(she.page).toHaveURL(/\/credits/);
  await she.page.goBack();
  await expect(sheet(she.page).getByRole("img", { name: t("preview") })).toBeVisible();
});
