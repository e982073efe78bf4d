import { expect, type Locator, type Page } from "@playwright/test";
import { arrive, logInAs, newMember, send, signUpIn } from "./member.ts";
import { open } from "./open.ts";
import { picture } from "./picture.ts";
import { cards } from "./search-page.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

/** The smallest phones that are sold: what matters has to be in the first view of each. */
test.use({ viewport: { width: 360, height: 640 } });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("the page does not show it");
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}
/** What stands between two parts of one line is gone where the line breaks, at any width of a phone. */
async function expectNoDotAtALinesEnd(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 360, height: 640 };
  const painted = new Set<number>();
  for (let width = 320; width < 430; width += 10) {
    await page.setViewportSize({ ...size, width });
    const dots = await page.locator('[data-place="0"] .dot').evaluateAll((all) =>
      all.map((dot) => {
        const rects = [dot.previousSibling, dot.nextSibling].map((words) => {
          const range = document.createRange();
          range.selectNodeContents(words ?? dot);
          return [...range.getClientRects()];
        });
        const isOneLine = Math.abs((rects[0]?.at(-1)?.top ?? 0) - (rects[1]?.[0]?.top ?? 0)) < 2;
        return { width: dot.getBoundingClientRect().width, isOneLine };
      }),
    );
    expect(dots.length).toBeGreaterThan(0);
    for (const dot of dots) painted.add(Math.min(1, dot.width));
    expect(dots.filter((dot) => dot.width > 0 !== dot.isOneLine)).toEqual([]);
  }
  expect(painted).toContain(1);
  await page.setViewportSize(size);
}
const facesBegin = async (page: Page) => (await boxOf(cards(page).first())).y;

test("R1.02 on a small phone the first face stands in the upper half right after the signup, and higher later", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await signUpIn(context, "Small");
  await open(page, "/members");
  await expect(page.locator(".time-bonus")).toBeVisible();
  await expect(page.getByText(say("account:reminder.title")).filter({ visible: true })).toBeVisible();
  await expect.poll(() => facesBegin(page)).toBeLessThanOrEqual(300);
  await picture(page, "small-after-signup");
  await context.clearCookies();
  await logInAs(context, "robin");
  await open(page, "/members?filters=none");
  await expect.poll(() => facesBegin(page)).toBeLessThanOrEqual(230);
  await picture(page, "small-later");
});

test("R9.01 on a small phone the swipe game's buttons are in the first view, and cover no card", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await signUpIn(context, "Swiper");
  await open(page, "/swipe-game");
  const [card, buttons] = [page.locator('[data-place="0"]'), page.locator(".swipe-buttons")];
  await expect(page.getByText(say("account:reminder.title")).filter({ visible: true })).toBeVisible();
  const expectButtonsInSight = () =>
    expect(async () => {
      const navigation = await boxOf(page.getByRole("navigation", { name: say("navigation:main") }));
      const { y, bottom } = await boxOf(buttons);
      expect(bottom).toBeLessThanOrEqual(navigation.y);
      expect((await boxOf(card)).bottom).toBeLessThanOrEqual(y);
    }).toPass();
  await expectButtonsInSight();
  await expectNoDotAtALinesEnd(page);
  // there is no room for the words about how to play: the buttons have words
  const how = page.getByText(say("swipe:how"));
  await expect(how).toBeHidden();
  await expect(card.locator(".swipe-words")).toBeVisible();
  await picture(page, "small-swipe");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(how).toBeVisible();
  await page
    .getByRole("button", { name: say("shell:close"), exact: true })
    .and(page.locator(".swipe-how button"))
    .click();
  await page.reload();
  await expectButtonsInSight();
  await expect(how).toHaveCount(0);
  // all notices opened
  await page.locator(".warnings-more").click();
  await expectButtonsInSight();
  await picture(page, "small-swipe-notices");
});

test("R2.01 on a small phone the name on a profile stands above the actions, in the longest words too", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  await signUpIn(context, "Reader");
  const he = await arrive(browser, "Longnamed", { gender: "male", seeks: "female" });
  for (const prefix of ["", "/fr", "/de", "/fi"]) {
    await open(page, `${prefix}/members/${he.id}`);
    const { bottom } = await boxOf(page.getByRole("heading", { level: 1 }));
    expect(bottom, prefix).toBeLessThanOrEqual((await boxOf(page.locator(".profile-actions"))).y);
    await picture(page, `small-profile${prefix.replace("/", "-")}`);
  }
});

test("R2.01 R2.22 on a small phone liking back and writing share a row in German; with the keyboard open the field is in sight", {
  tag: "@one-width",
}, async ({ page, context, browser }) => {
  const deutsch = sayIn("de");
  const { id } = await newMember(context, "Writer");
  const he = await arrive(browser, "Liker", { gender: "male", seeks: "female" });
  await send(he.context, "POST", "/api/like.php", { id });
  await open(page, `/de/members/${he.id}`);
  const likeBack = page.getByRole("button", { name: deutsch("likes:like_back") });
  const write = page.getByRole("link", { name: deutsch("members:profile.write") });
  expect((await boxOf(likeBack)).y).toBe((await boxOf(write)).y);
  await picture(page, "small-like-back-de");
  await page.setViewportSize({ width: 360, height: 400 });
  await open(page, `/de/members/${he.id}/chat`);
  expect((await boxOf(page.locator(".composer"))).bottom).toBeLessThanOrEqual(400);
  await picture(page, "small-keyboard-de");
});

test("R2.03 on a small phone no button lies over a lander's first question", { tag: "@one-width" }, async ({
  page,
}) => {
  for (const name of ["socialnetwork", "alonetonight", "maplanding", "iconslanding"]) {
    await open(page, `/landers/${name}`);
    const question = await boxOf(page.locator("form.start fieldset").first());
    const button = await boxOf(page.locator("form.start .start-end button"));
    expect(button.y >= question.bottom || button.bottom <= question.y, name).toBe(true);
    await picture(page, `small-${name}`);
  }
});

test("R1.09 on a small phone each of the own photos is at least 110 pixels wide", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await logInAs(context, "alex");
  await open(page, "/profile");
  const tiles = await page.locator(".photo-tiles > li").all();
  expect(tiles.length).toBeGreaterThan(1);
  for (const tile of tiles) expect((await boxOf(tile)).width).toBeGreaterThanOrEqual(110);
});

/** Words of the list of contents that are broken over two lines. */
const listBrokenWords = (page: Page) =>
  page.locator("nav a[href^='#'] > span").evaluateAll((spans) =>
    spans.flatMap((span) => {
      const text = span.firstChild;
      const range = document.createRange();
      return [...(text?.textContent ?? "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        if (text === null) return [];
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

test("R2.26 on a small phone no word of the settings' contents is broken, in German or in large letters", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await newMember(context, "Setter");
  await open(page, "/de/notifications");
  expect(await listBrokenWords(page)).toEqual([]);
  await open(page, "/notifications");
  await page.evaluate(() => {
    const large = new CSSStyleSheet();
    large.replaceSync("html { font-size: 200% !important }");
    document.adoptedStyleSheets = [large];
  });
  expect(await listBrokenWords(page)).toEqual([]);
});

test("WCAG 1.4.4 on a small phone letters of double size leave most of the screen to the page, and the name whole", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "alex");
  await open(page, "/members?filters=none");
  await page.evaluate(() => {
    const large = new CSSStyleSheet();
    large.replaceSync("html { font-size: 200% !important }");
    document.adoptedStyleSheets = [large];
  });
  const name = page.locator(".brand-name");
  await expect.poll(() => name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const header = await boxOf(page.locator(".site-header"));
  const navigation = await boxOf(page.getByRole("navigation", { name: say("navigation:main") }));
  expect(navigation.y - header.bottom).toBeGreaterThan(640 * 0.6);
  await picture(page, "small-large-letters");
});

test("R1.02 on a small phone the notices before the first message are short, and open", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await signUpIn(context, "Firstwords");
  await open(page, "/members");
  await open(page, `${await page.locator(".card-link").first().getAttribute("href")}/chat`);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const name = title.replace(say("chat:first.title", { name: "" }).trim(), "").trim();
  const resend = page.getByRole("button", { name: say("account:mail.again"), exact: true });
  await expect(page.getByText(say("chat:held.before", { name }))).toBeVisible();
  await expect(resend).toBeHidden();
  await expect(async () => {
    const composer = await boxOf(page.locator(".composer"));
    expect(composer.bottom).toBeLessThanOrEqual(640);
    expect(composer.height).toBeLessThanOrEqual(270);
  }).toPass();
  await picture(page, "small-first-words");
  await page.getByText(say("chat:held.before", { name })).click();
  await expect(resend).toBeVisible();
});
