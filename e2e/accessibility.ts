import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { picture } from "./picture.ts";
import { test } from "./test.ts";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

function expectNone(violations: Violations, page: Page, scheme: string): void {
  const told = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${scheme} ${violation.id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
  expect(told, page.url()).toEqual([]);
}

/** What fades or turns has come to rest, within a second: a colour on its way has another contrast. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const late = new Promise((resolve) => setTimeout(resolve, 1_000));
    // a change of the colour scheme starts its transitions with the next frame
    const frames = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([late, frames]);
    const ending = document
      .getAnimations()
      .filter((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.race([late, Promise.allSettled(ending.map((each) => each.finished))]);
  });
}

/**
 * WCAG 2.2 AA as far as a machine can see it, on the page as it is now, in light; on a phone its colours again in dark: a
 * wide screen has the same ones.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // no page has frames of others: the legacy mode spares a second page for each look
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

/** Nothing is wider than the screen: a page that scrolls sideways has lost something. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, page.url()).toBeLessThanOrEqual(client);
}

/** All that a machine can judge of a screen; with a name, a picture of it for whoever judges the rest. */
export async function look(page: Page, name?: string): Promise<void> {
  if (name !== undefined) await picture(page, name, { fullPage: true });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}
