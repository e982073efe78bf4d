import { expect, type Page } from "@playwright/test";
import { freeConversations } from "#contract/constants.ts";
import { logInAs } from "./member.ts";
import { open, waitUntilInteractive } from "./open.ts";
import { picture } from "./picture.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

const faces = (page: Page) => page.getByRole("img", { name: say("landers:common.faces_demo"), exact: true });
/** The label of an answer: the control itself is too small to be tapped. */
const choose = (page: Page, name: string, value: string) =>
  page.locator(`.hero label:has(input[name="${name}"][value="${value}"])`).click();

for (const language of ["en", "de"] as const) {
  test(`D10.3 D12.1 ${language}: the first screen shows members, that this is a demo, and how to join`, async ({
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
    const faces = page.getByRole("img", { name: own("landers:common.faces_demo"), exact: true });
    await expect(faces).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(own("landers:common.faces_demo"), { exact: true })).toBeInViewport();
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("main").getByRole("button", { name: own("home:sign_up") })).toBeInViewport({
      ratio: 1,
    });
    await expect(faces.locator("img")).toHaveCount(8);
    await expect
      .poll(() =>
        faces.locator("img").evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.complete)),
      )
      .toBe(true);
    // only the smallest files are loaded: together they are smaller than one large photo
    expect([...photos.keys()].every((path) => path.includes("/thumb"))).toBe(true);
    expect([...photos.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60_000);
    expect(await page.evaluate(() => Reflect.get(globalThis, "shifts"))).toEqual([]);
    await picture(page, "home");
  });
}

test("D10.3 the words and the question of the home page have their place before the circles have arrived", {
  tag: "@one-width",
}, async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, "/");
    const places = () =>
      page
        .locator(".hero-words, .hero-start")
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    const before = await places();
    expect(before).toHaveLength(2);
    // as the browser has the page while it is still arriving: first without the line below the circles
    await page.evaluate(() => document.querySelector(".circles-note")?.remove());
    expect(await places()).toEqual(before);
    await page.evaluate(() => document.querySelector(".circles")?.remove());
    expect(await places()).toEqual(before);
    await page.evaluate(() => document.querySelector(".hero-start")?.remove());
    expect(await places()).toEqual(before.slice(0, 1));
  }
});

test("D10.3 the first answers bring the wanted gender forward, and the signup goes on with the next question", {
  tag: "@one-width",
}, async ({ page }) => {
  await open(page, "/");
  await choose(page, "gender", "female");
  await choose(page, "seeks", "male");
  await expect(page.locator(".circles-face[data-gender=female]").first()).toHaveCSS("opacity", "0.5");
  await expect(page.locator(".circles-face[data-gender=male]").first()).toHaveCSS("opacity", "1");
  await page
    .getByRole("main")
    .getByRole("button", { name: say("home:sign_up") })
    .click();
  const dialog = page.getByRole("dialog", { name: say("shell:nav.sign_up") });
  await expect(dialog.getByRole("heading", { name: say("account:signup.you") })).toBeVisible();
});

test("D10.3 a member has a home page of their own: news, links to the main screens, and members", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("home:member.hello", { name: "Robin" }));
  await expect(page.getByRole("list", { name: say("home:member.for_you") }).getByRole("listitem")).toHaveCount(8);
  await expect(page.getByRole("main").getByRole("link", { name: say("navigation:account.swipe") })).toBeVisible();
  await expect(page.getByRole("button", { name: say("home:sign_up") })).toHaveCount(0);
  await picture(page, "home-member");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("D10.3 R2.03 R6.04 faces, prices, limits and the first question are there, and the answers lead on to the signup", {
    tag: "@one-width",
  }, async ({ page }) => {
    await open(page, "/?network=adnet");
    await expect(faces(page).locator("img")).toHaveCount(8);
    await expect(page.getByText(say("home:bill.today"))).toBeVisible();
    // R6.04: what free members can do is told before they sign up
    const chats = page.locator(".bill-line").filter({ hasText: say("home:bill.chats") });
    await expect(chats).toContainText(say("home:bill.up_to", { max: freeConversations }));
    await choose(page, "gender", "female");
    await choose(page, "seeks", "male");
    await page
      .getByRole("main")
      .getByRole("button", { name: say("home:sign_up") })
      .click();
    await expect(page).toHaveURL(/\/signup\?network=adnet$/);
    await expect(page.locator("input[name=gender][value=female]")).toBeChecked();
    await expect(page.locator("input[name=seeks][value=male]")).toBeChecked();
  });
});

test("performance: a page is hydrated without the data of Intl", { tag: "@one-width" }, async ({ page }) => {
  await page.addInitScript(() => {
    const used: string[] = [];
    Object.assign(globalThis, { used });
    const note = (name: string) => {
      if (document.documentElement.dataset.alive === undefined) used.push(name);
    };
    for (const name of Object.getOwnPropertyNames(Intl)) {
      const own = Reflect.get(Intl, name);
      if (typeof own !== "function") continue;
      const noted = new Proxy(own, {
        construct: (target, values) => {
          note(name);
          return Reflect.construct(target, values);
        },
        apply: (target, self, values) => {
          note(name);
          return Reflect.apply(target, self, values);
        },
      });
      Object.defineProperty(Intl, name, { value: noted });
    }
    const { localeCompare } = String.prototype;
    Object.assign(String.prototype, {
      localeCompare(this: string, ...values: Parameters<typeof localeCompare>) {
        note("localeCompare");
        return localeCompare.apply(this, values);
      },
    });
  });
  for (const address of ["/", "/landers/gallery", "/pricing", "/signup", "/members"]) {
    await open(page, address);
    expect(await page.evaluate(() => Reflect.get(globalThis, "used")), address).toEqual([]);
  }
});

test("performance: a page is painted before its scripts are loaded", { tag: "@one-width" }, async ({ page }) => {
  // an entry's own time is when the picture is expected on the screen, on a busy machine some frames after the report
  await page.addInitScript(() => {
    new PerformanceObserver(() => performance.mark("paint reported")).observe({ type: "paint", buffered: true });
  });
  for (const address of ["/", "/members"]) {
    await page.goto(address);
    // what is not painted yet can't be touched: only a journey's first key could come before
    await page.waitForFunction(() => performance.getEntriesByName("paint reported").length > 0);
    await waitUntilInteractive(page);
    const { reported, loads } = await page.evaluate(() => ({
      reported: performance.getEntriesByName("paint reported")[0]?.startTime ?? Number.POSITIVE_INFINITY,
      loads: performance.getEntriesByType("resource").filter(({ name }) => /(?<!page-start-[^/]*)\.js$/.test(name)),
    }));
    expect(loads.length, address).toBeGreaterThan(3);
    expect(Math.min(...loads.map(({ startTime }) => startTime)), address).toBeGreaterThanOrEqual(reported);
  }
});
