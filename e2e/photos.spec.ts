import { writeFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { maxPhotoBytes } from "#contract/photos.ts";
import type { Image } from "#contract/profiles.ts";
import { expectAccessible } from "./accessibility.ts";
import { ask } from "./database.ts";
import { arrive, logInAs, newMember, send, signUpIn } from "./member.ts";
import { open, reload } from "./open.ts";
import { chooser, colours, editButton, pressInSheet, sheet, tiles, withPhotos } from "./own-photos.ts";
import { passTimeUntil } from "./pass-time.ts";
import { addPhotos, approvePhotos, photoFile } from "./photo.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

test("R1.09 D8.2 photos are uploaded, under inspection, approved, and limited to three", {
  tag: ["@core", "@one-width"],
}, async ({ page, context }) => {
  await signUpIn(context, "Photo");
  await open(page, "/profile");
  // others see it only when the address is confirmed too (R4.01)
  await expect(page.getByText(say("photos:upload.checked_unconfirmed"))).toBeVisible();
  // before the first photo no counter shows how many more are allowed
  await expect(page.getByText(say("photos:upload.first_hint"))).toBeVisible();
  await expect(page.getByText(say("photos:upload.room", { count: 3 }))).toHaveCount(0);
  await chooser(page).setInputFiles(await photoFile("#b35", "first.jpg"));
  await expect(tiles(page).getByText(say("photos:own.inspection"))).toBeVisible();
  await expect(tiles(page).getByText(say("photos:own.main"))).toBeVisible();
  await expect(page.getByText(say("photos:upload.done", { count: 1 }))).toBeVisible();
  await picture(page, "inspection", { fullPage: true });
  // the demo site's job approves it, and the page gets the event
  await expect(tiles(page).getByText(say("photos:own.inspection"))).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByText(say("photos:own.approved_unconfirmed"))).toBeVisible();
  await expect(page.getByText(say("photos:upload.room", { count: 2 }))).toBeVisible();

  const many = await Promise.all(["#357", "#573", "#735"].map((color) => photoFile(color, `${color.slice(1)}.jpg`)));
  await chooser(page).setInputFiles(many);
  await expect(page.getByText(say("photos:upload.left_out", { count: 1 }))).toBeVisible();
  await expect(page.getByText(say("photos:upload.full", { count: 3 }))).toBeVisible();
  await expect(tiles(page).getByRole("img")).toHaveCount(3);
  await expect(chooser(page)).toHaveCount(0);
});

test(
  "D8.1 a file that can't be a photo gets an error that says what to do",
  { tag: "@one-width" },
  async ({ page, context }, info) => {
    await signUpIn(context, "Refused");
    await open(page, "/profile");
    const { buffer } = await photoFile("#222", "cut.jpg");
    const bad = [
      ["phone.heic", Buffer.from("heic")],
      ["large.png", Buffer.alloc(maxPhotoBytes + 1)],
      ["cut.jpg", buffer.subarray(0, 400)],
    ] as const;
    // files on disk, because passing the large one to the browser would take long
    for (const [name, bytes] of bad) writeFileSync(info.outputPath(name), bytes);
    await chooser(page).setInputFiles(bad.map(([name]) => info.outputPath(name)));
    await expect(page.getByText(say("photos:upload.heic"))).toBeVisible();
    await expect(page.getByText("A photo can be up to 15 MB.")).toBeVisible();
    await expect(page.getByText(say("errors:photo_broken"))).toBeVisible();
    for (const [name] of bad) {
      await page.getByRole("button", { name: say("photos:upload.dismiss_for", { name }) }).click();
    }
    await expect(page.getByText(say("photos:upload.heic"))).toHaveCount(0);
  },
);

test("R7.03 a lost connection shows an error, and a retry adds the photo once", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await signUpIn(context, "Offline");
  await page.clock.install();
  await open(page, "/profile");
  await page.route("**/api/photos.php", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await chooser(page).setInputFiles(await photoFile("#484", "away.jpg"));
  await passTimeUntil(page, page.getByText(say("photos:upload.no_connection")));
  await page.unroute("**/api/photos.php");
  await page.getByRole("button", { name: say("photos:upload.retry_for", { name: "away.jpg" }) }).click();
  await expect(tiles(page).getByRole("img")).toHaveCount(1);
});

test("D8 D11.3 a photo gets a caption, without contact details", { tag: "@one-width" }, async ({ page }) => {
  await withPhotos(page, "Caption", ["#b35"]);
  await editButton(page, 1).click();
  const dialog = sheet(page, 1, 1);
  const field = dialog.getByLabel(say("photos:edit.caption"));
  await field.fill("Write to anna@example.org");
  await dialog.getByRole("button", { name: say("shell:save") }).click();
  await expect(dialog.getByText(say("errors:field.contact_details"))).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("Late summer at the sea");
  // what was typed is still there after the sheet was closed
  await page.keyboard.press("Escape");
  await editButton(page, 1).click();
  await expect(field).toHaveValue("Late summer at the sea");
  await dialog.getByRole("button", { name: say("shell:save") }).click();
  await expect(dialog.getByText(say("photos:edit.saved"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tiles(page).getByRole("img", { name: "Late summer at the sea" })).toBeVisible();
});

test("D8 a photo is cropped by keyboard, shown cropped, and restored", { tag: "@one-width" }, async ({ page }) => {
  await withPhotos(page, "Crop", ["#3b5"]);
  const address = () => tiles(page).getByRole("img").first().getAttribute("src");
  const before = await address();
  const openCrop = async () => {
    await editButton(page, 1).focus();
    await page.keyboard.press("Enter");
    await pressInSheet(page, 1, 1, say("photos:edit.crop"));
  };
  await openCrop();
  const dialog = page.getByRole("dialog", { name: say("photos:crop.title") });
  const nearer = dialog.getByLabel(say("photos:crop.zoom"));
  await expect(nearer).toBeEnabled();
  await nearer.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel(say("photos:crop.across"))).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await picture(page, "crop");
  await dialog.getByRole("button", { name: say("shell:save") }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("photos:crop.done"))).toBeVisible();
  await expect.poll(address).not.toBe(before);
  await openCrop();
  await dialog.getByRole("button", { name: say("photos:crop.whole") }).click();
  await expect.poll(address).toBe(before);
});

test("R6.05 R6.06 a free member sees a premium member's photos locked, with the reason and a link to Premium", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  const she = await arrive(browser, "Premium");
  await addPhotos(she.context, colours);
  await ask("update profiles set premium = true where member_id = $1", [she.id]);
  await approvePhotos(she);
  await logInAs(context, "robin");
  const { profile } = await (await context.request.get(`/api/member.php?id=${she.id}`)).json();
  const lock = profile.photos.findIndex(({ locked }: Image) => locked !== null);
  expect(lock).toBeGreaterThan(0);
  await open(page, `/members/${she.id}`);
  for (let turn = 0; turn < lock; turn += 1) {
    await page.getByRole("button", { name: say("members:photos.next") }).click();
  }
  const words = page.getByText(say("photos:lock.premium")).first();
  await expect(words).toBeInViewport();
  // badge and lock are both there, on each of her photos
  const slides = page.getByRole("region", { name: say("members:photos.all", { name: she.name }) }).locator("li");
  await expect(slides.nth(lock).locator(".premium-badge")).toBeInViewport();
  await expect(slides.nth(lock).locator(".premium-badge")).toContainText(say("photos:lock.mark"));
  await expect(slides.first().locator(".premium-badge")).toHaveText(say("photos:lock.badge"));
  await picture(page, "locked");
  await page
    .getByRole("link", { name: say("photos:upload.see_premium") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/premium$/);
});

test("R6.06 cards show badge and lock, and a free viewer gets no byte of the sharp photo", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  const she = await arrive(browser, "Locked");
  await addPhotos(she.context, colours);
  await ask("update profiles set premium = true where member_id = $1", [she.id]);
  await approvePhotos(she);
  await newMember(context, "Viewer", { gender: "male", seeks: "female" });
  const card = page.locator(`[data-member="${she.id}"]`);
  const rows = "(select site_id from profiles where member_id = $1)";
  const lockedBy = async () => {
    const answer = await (await context.request.get(`/api/card.php?id=${she.id}`)).json();
    return answer.member.main_image.locked;
  };

  await test.step("the main photo is clear unless the site locks it, and has the badge", async () => {
    await open(page, "/members?sort=newest");
    await expect(card.locator(".premium-badge")).toHaveText(say("photos:lock.badge"));
    expect(await lockedBy()).toBeNull();
  });

  await test.step("if it is locked, only the blurred file is loaded", async () => {
    await ask(`insert into site_settings (site_id, key, value) values (${rows}, 'premium_photos', '"all"')`, [she.id]);
    try {
      await expect.poll(lockedBy).toBe("premium");
      const { profile } = await (await context.request.get(`/api/member.php?id=${she.id}`)).json();
      const ids: string[] = profile.photos.map(({ filename }: Image) => filename.split("/").at(-2));
      expect(ids).toHaveLength(colours.length);
      const loaded: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (ids.some((id) => pathname.includes(id))) loaded.push(pathname);
      });
      await open(page, "/members?sort=newest");
      await expect(card.locator(".premium-badge")).toContainText(say("photos:lock.mark"));
      await expectAccessible(page);
      await picture(page, "locked-card");
      await open(page, `/members/${she.id}`);
      await expect(page.getByText(say("photos:lock.premium")).first()).toBeVisible();
      expect(loaded.length).toBeGreaterThan(0);
      expect(loaded.filter((path) => !/\/blurred(-\w+)?\.(webp|jpg)$/.test(path))).toEqual([]);
      for (const id of ids) {
        for (const size of ["thumb", "card", "full"]) {
          expect((await context.request.get(`/photos/${id}/${size}.webp`)).status()).toBe(404);
        }
      }
    } finally {
      await ask(`delete from site_settings where site_id = ${rows} and key = 'premium_photos'`, [she.id]);
    }
    await expect.poll(lockedBy).toBeNull();
  });
});

test("D8 in German the crop's buttons and the main photo's badge have enough room", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  const deutsch = sayIn("de");
  await newMember(context, "Deutsch");
  await addPhotos(context, ["#357"]);
  const { photos } = await (await context.request.get("/api/photos.php")).json();
  const crop = { x: 0.1, y: 0.1, width: 0.8, height: 0.6 };
  await send(context, "PUT", "/api/photo-crop.php", { photo: photos[0].id, crop });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/de/profile");
  const badge = page.locator(".photo-mark-main");
  await expect(badge).toHaveText(deutsch("photos:own.main"));
  expect(await badge.evaluate((mark) => mark.scrollWidth - mark.clientWidth)).toBe(0);
  const [inside, tile] = [await badge.boundingBox(), await page.locator(".photo-tile").first().boundingBox()];
  expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThanOrEqual((tile?.x ?? 0) + (tile?.width ?? 0));

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: deutsch("photos:own.edit_for", { number: 1 }) }).click();
  await page.getByRole("button", { name: deutsch("photos:edit.crop") }).click();
  const dialog = page.getByRole("dialog", { name: deutsch("photos:crop.title") });
  const top = async (key: string) => (await dialog.getByRole("button", { name: deutsch(key) }).boundingBox())?.y ?? -1;
  const first = await top("shell:save");
  expect(first).toBeGreaterThan(0);
  // the dialog moves while it opens
  await expect.poll(async () => (await top("photos:crop.whole")) - (await top("shell:cancel"))).toBe(0);
  expect(await top("photos:crop.whole")).toBeGreaterThan(first);
  await picture(page, "crop-de");
});

test("D8.1 a picture can be dropped and pasted", { tag: "@one-width" }, async ({ page, context }) => {
  await signUpIn(context, "Drop");
  await open(page, "/profile");
  const { buffer } = await photoFile("#345", "x.jpg");
  const give = (kind: "drop" | "paste", name: string) =>
    page.evaluate(
      ({ kind, name, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
        if (kind === "paste")
          window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true }));
        else
          document
            .querySelector(".photo-upload")
            ?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      { kind, name, bytes: [...buffer] },
    );
  await give("drop", "dropped.jpg");
  await expect(tiles(page).getByRole("img")).toHaveCount(1);
  await give("paste", "pasted.jpg");
  await expect(tiles(page).getByRole("img")).toHaveCount(2);
});

test("R4.09 R4.11 a member without photos is asked for one until they close it; others are still asked", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await signUpIn(context, "Early");
  await open(page, "/members");
  // a phone shows the first alert, and opens the others at a tap
  const photo = page.getByRole("link", { name: say("photos:upload.choose_first") });
  await expect(page.getByText(say("account:reminder.title")).filter({ visible: true })).toBeVisible();
  await expect(photo).toBeHidden();
  await page.getByRole("button", { name: say("shell:warnings.more_one", { count: 1 }) }).click();
  await expect(photo).toBeVisible();
  await context.clearCookies();
  await newMember(context, "Alert");
  await open(page, "/members");
  const alert = page
    .getByRole("region", { name: say("shell:warnings.area") })
    .getByRole("link", { name: say("photos:upload.choose_first") });
  await expect(alert).toBeVisible();
  for (const path of ["/profile", "/notifications"]) {
    await open(page, path);
    await expect(alert).toHaveCount(0);
  }
  await open(page, "/members");
  await page.getByRole("button", { name: say("photos:alert.close") }).click();
  await expect(alert).toHaveCount(0);
  const hiddenAt = await page.evaluate(() => Number(localStorage.getItem("hide-enrich-alert")));
  expect(Math.abs(hiddenAt - Date.now() / 1000)).toBeLessThan(120);
  await reload(page);
  await expect(alert).toHaveCount(0);
  await context.clearCookies();
  await newMember(context, "Other");
  await open(page, "/members");
  await expect(alert).toBeVisible();
});

test("R4.11 R9.08 alerts are in the page from the start, closed ones are never painted, and nothing moves as it loads", async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? "") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  const expectStill = async (path: string) => {
    await open(page, path);
    await page.waitForLoadState("networkidle");
    const shifts: { value: number }[] = await page.evaluate(() => Reflect.get(window, "shifts"));
    const moved = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(moved, `${path} ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
  };
  await newMember(context, "Still");
  const close = page.getByRole("button", { name: say("photos:alert.close") });
  const html = await (await context.request.get("/chats")).text();
  expect(html).toContain(say("photos:alert.title"));
  await expectStill("/members?filters=none");
  const member = await page.getByRole("main").locator("a[href^='/members/']").first().getAttribute("href");
  await expectStill("/credits");
  await expectStill("/chats");
  await close.click();
  await expectStill("/chats");
  await expect(close).toHaveCount(0);
  await expectStill(member ?? "");
});
