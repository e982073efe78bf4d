import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { picture } from "./picture.ts";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1280, height: 800 };

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/** Ends all animations and transitions: a fading colour has another contrast. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // one transition may start another, as colours are inherited
    for (let calm = 0, frame = 0; calm < 2 && frame < 30; frame += 1) {
      // a change of the colour scheme or of the width starts its transitions in the next frame
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const running = document
        .getAnimations()
        .filter((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity);
      for (const each of running) each.finish();
      calm = running.length === 0 ? calm + 1 : 0;
    }
  });
}

type Rules = { runOnly: string[]; rules?: Record<string, { enabled: boolean }> };

const all: Rules = { runOnly: levels };
const colours: Rules = { runOnly: ["color-contrast"] };
const allButColours: Rules = { ...all, rules: { "color-contrast": { enabled: false } } };

/** The violations of some of axe's rules. axe is loaded into a document once: loading it costs as much as checking. */
async function violationsOf(page: Page, rules: Rules): Promise<Violations> {
  await atRest(page);
  // pages have no frames of other sites: the legacy mode saves opening a second page for each check
  const options = { ...rules, resultTypes: ["violations" as const], iframes: false };
  const found = await page.evaluate(async (given) => {
    const axe = Reflect.get(window, "axe");
    return axe === undefined ? null : JSON.stringify((await axe.run(given)).violations);
  }, options);
  if (found !== null) return JSON.parse(found);
  return (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations;
}

async function expectNone(page: Page, rules: Rules, where: string): Promise<void> {
  const problems = (await violationsOf(page, rules)).flatMap((violation) =>
    violation.nodes.map((node) => `${where} ${violation.id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
  expect(problems, page.url()).toEqual([]);
}

/**
 * Checks WCAG 2.2 AA, as far as a program can, on the page as it is now, in light mode; also the colours of dark mode.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNone(page, all, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNone(page, colours, "dark");
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

/** Checks the page at other widths than its own, without loading it again; leaves it at the last of them. */
async function expectFitsAt(page: Page, sizes: readonly (typeof phone)[]): Promise<void> {
  await expectNoSidewaysScroll(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
}

/**
 * Nothing is wider than a phone, a tablet or a desktop. A page as wide as a phone ends as wide as a desktop, and one as
 * wide as a desktop as wide as a phone.
 */
export async function expectFitsEachWidth(page: Page): Promise<void> {
  const isPhone = page.viewportSize()?.width === phone.width;
  await expectFitsAt(page, isPhone ? [tablet, desktop] : [tablet, phone]);
}

/**
 * All checks of a screen's state that a program can make: it fits each width, and is accessible on a phone, in light
 * mode and in the colours of dark mode. On a desktop, whose colours are the same, its other rules are checked too,
 * except for a dialog, which is the same there. Expects a page as wide as a phone, and leaves it so. `name` is that of
 * a picture for a human reviewer.
 */
export async function expectGoodScreen(page: Page, name: string): Promise<void> {
  await picture(page, name, { fullPage: true });
  await expectAccessible(page);
  await expectFitsEachWidth(page);
  if ((await page.getByRole("dialog").count()) === 0) await expectNone(page, allButColours, "desktop");
  await page.setViewportSize(phone);
}
