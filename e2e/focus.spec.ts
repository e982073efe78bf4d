import { expect, type Page } from "@playwright/test";
import { logInAs } from "./member.ts";
import { holdAnswer, open } from "./open.ts";

import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");

/** Enough presses of Tab to pass each kind of control of a page. */
const presses = 45;

/**
 * The name of the focused element if 95 of 100 points of it lie behind something fixed or sticky (WCAG 2.4.11), else
 * null. An element that is itself part of what is fixed is not behind it.
 */
function findCovered(): string | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width < 2 || height < 2) return null;
  const isLaidOver = (other: Element | null): boolean => {
    for (let each = other; each !== null; each = each.parentElement) {
      if (each.contains(element)) return false;
      if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return true;
    }
    return false;
  };
  const steps = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
  const points = steps.flatMap((x) => steps.map((y) => [left + width * x, top + height * y] as const));
  const covered = points.filter(([x, y]) => {
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return true;
    const over = document.elementFromPoint(x, y);
    return over !== null && !element.contains(over) && !over.contains(element) && isLaidOver(over);
  });
  const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return covered.length >= points.length * 0.95 ? `${element.tagName} ${name.trim().slice(0, 60)}` : null;
}

async function listCovered(page: Page, path: string): Promise<string[]> {
  await open(page, path);
  const covered: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(findCovered);
    if (name !== null) covered.push(`${path}: ${name}`);
  }
  return covered;
}

test("quality: no focused element is behind the header or the bars of a phone", { tag: "@one-width" }, async ({
  page,
  context,
}) => {
  await logInAs(context, "robin");
  const paths = ["/members?filters=none", "/credits", "/likes", "/profile", "/notifications", "/swipe-game", "/chats"];
  for (const height of [844, 664]) {
    await page.setViewportSize({ width: 390, height });
    for (const path of paths) expect.soft(await listCovered(page, path), `at a height of ${height}`).toEqual([]);
  }
});

test("quality: a page of results that comes late does not push the focused link below the list out of the window", {
  tag: "@one-width",
}, async ({ page, context }) => {
  await logInAs(context, "robin");
  const { done, release } = await holdAnswer(page, "**/api/members.php?*");
  await open(page, "/members?filters=none");
  const help = page.getByRole("contentinfo").getByRole("link", { name: say("shell:footer.help") });
  // from the keyboard, as a click would not mark the focus as visible
  await page.getByRole("contentinfo").getByRole("link").first().focus();
  while (!(await help.evaluate((link) => link === document.activeElement))) await page.keyboard.press("Tab");
  await done;
  const cards = page.locator("[data-member]");
  const count = await cards.count();
  release();
  await expect.poll(() => cards.count()).toBeGreaterThan(count);
  expect(await page.evaluate(findCovered)).toBeNull();
});
