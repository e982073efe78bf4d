import { expect, type Page } from "@playwright/test";
import { logInAs } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

const faces = (page: Page) => page.getByRole("img", { name: say("home:faces_demo"), exact: true });
const drawn = (page: Page) => page.getByRole("img", { name: say("home:picture"), exact: true });
const join = (page: Page) => page.getByRole("main").getByRole("link", { name: say("home:sign_up") });

for (const language of ["en", "de"] as const) {
  test(`D10.3 D12.1 ${language}: the first screen shows members, that they are invented, and how to join`, async ({
    page,
  }) => {
    const own = sayIn(language);
    const photos = new Map<string, number>();
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/photos/")) photos.set(pathname, (await response.body()).length);
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      const note = (list: PerformanceObserverEntryList) => {
        for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, "value")));
      };
      new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    });
    await open(page, language === "en" ? "/" : `/${language}`);
    const shown = page.getByRole("img", { name: own("home:faces_demo"), exact: true });
    await expect(shown).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(own("home:faces_demo"), { exact: true })).toBeInViewport();
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: own("home:sign_up") })
        .first(),
    ).toBeInViewport({ ratio: 1 });
    await expect(shown.locator("img")).toHaveCount(8);
    await expect
      .poll(() =>
        shown.locator("img").evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.complete)),
      )
      .toBe(true);
    // only the smallest files: all together are smaller than one large photo
    expect([...photos.keys()].every((path) => path.includes("/thumb"))).toBe(true);
    expect([...photos.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60_000);
    expect(await page.evaluate(() => Reflect.get(globalThis, "shifts"))).toEqual([]);
    await picture(page, "home");
  });
}

test("D10.3 the home page is the same for every viewer: a member sees the drawing", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await logInAs(context, "robin");
  await open(page, "/");
  await expect(drawn(page)).toBeVisible();
  await expect(faces(page)).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("D10.3 the faces are shown", { tag: "@one-width" }, async ({ page }) => {
    await open(page, "/");
    await expect(faces(page).locator("img")).toHaveCount(8);
    await expect(join(page).first()).toBeInViewport({ ratio: 1 });
  });
});
