import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { picture } from "./picture.ts";
import { test } from "./test.ts";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

function expectNone(violations: Violations, page: Page, scheme: string): void {
  const problems = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${scheme} ${violation.id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
  expect(problems, page.url()).toEqual([]);
}

/** Waits, a second at most, until animations and transitions have ended: a fading colour has another contrast. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const late = new Promise((resolve) => setTimeout(resolve, 1_000));
    // a change of the colour scheme starts its transitions in the next frame
    const frames = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([late, frames]);
    const ending = document
      .getAnimations()
      .filter((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.race([late, Promise.allSettled(ending.map((each) => each.finished))]);
  });
}

/**
 * Checks WCAG 2.2 AA, as far as a program can, on the page as it is now, in light mode; on a phone also the colours of
 * dark mode, which are the same on a wide screen.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // pages have no frames of other sites: the legacy mode saves opening a second page for each check
  const look = async (runOnly: string[]) =>
    (
      await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ runOnly, resultTypes: ["violations"] })
        .analyze()
    ).violations;
  await atRest(page);
  expectNone(await look(levels), page, "light");
  if (!test.info().project.use.isMobile) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await atRest(page);
  expectNone(await look(["color-contrast"]), page, "dark");
  await page.emulateMedia({ colorScheme: null });
}

/** Nothing is wider than the screen: a page that scrolls sideways hides content. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, page.url()).toBeLessThanOrEqual(client);
}

/** All checks of a screen that a program can make; with a name, it also takes a picture for a human reviewer. */
export async function look(page: Page, name?: string): Promise<void> {
  if (name !== undefined) await picture(page, name, { fullPage: true });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}
