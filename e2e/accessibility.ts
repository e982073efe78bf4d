import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** WCAG 2.2 AA as far as a machine can see it, on the page as it is now, in light; and its colours again in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules =
      colorScheme === "light"
        ? { type: "tag" as const, values: levels }
        : { type: "rule" as const, values: ["color-contrast"] };
    // no page has frames of others: the legacy mode spares a second page for each look
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ runOnly: rules, resultTypes: ["violations"] });
    const { violations } = await axe.analyze();
    const told = violations.flatMap((violation) =>
      violation.nodes.map((node) => `${colorScheme} ${violation.id}: ${node.target.join(" ")} ${node.failureSummary}`),
    );
    expect(told, page.url()).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Nothing is wider than the screen: a page that scrolls sideways has lost something. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, page.url()).toBeLessThanOrEqual(client);
}
