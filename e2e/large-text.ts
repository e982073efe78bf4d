import { expect, type Page } from "@playwright/test";

/** The narrowest phone, as WCAG 1.4.10 has it. */
const narrow = { width: 320, height: 640 };

/**
 * What is wrong on the page with its letters twice as large: what makes it scroll sideways, and controls that are out of
 * the screen or below others wherever the user scrolls. Runs in the browser, and leaves the letters large.
 */
async function findHidden(): Promise<string[]> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: 200% !important } * { transition-property: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const root = document.documentElement;
  const nameOf = (element: Element) => {
    const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return `${element.tagName.toLowerCase()}.${[...element.classList].slice(0, 3).join(".")} “${words.trim().slice(0, 40)}”`;
  };
  const scrolls = (element: Element) => {
    for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(part).overflowX)) return true;
    }
    return false;
  };
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const area: ParentNode = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
  const problems: string[] = [];
  if (root.scrollWidth > root.clientWidth) {
    problems.push(`scrolls sideways: ${root.scrollWidth}`);
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => shown(element) && !scrolls(element) && element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    problems.push(...inner.slice(0, 5).map((element) => `too wide: ${nameOf(element)}`));
  }
  const controls = area.querySelectorAll(
    "a[href], button, input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea, summary, label:has(input[type=checkbox], input[type=radio])",
  );
  for (const control of controls) {
    if (!shown(control) || control.closest("[inert], [aria-hidden=true]") || control.matches(".skip-link, .sr-only"))
      continue;
    control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, right, top, bottom, width } = control.getBoundingClientRect();
    if (width < 2) continue;
    if (left < -1 || right > root.clientWidth + 1) problems.push(`out of the screen: ${nameOf(control)}`);
    const [x, y] = [
      Math.max(0, left) + (Math.min(right, root.clientWidth) - Math.max(0, left)) / 2,
      (top + bottom) / 2,
    ];
    // a link of two lines has its middle beside its words
    const [first] = control.getClientRects();
    const points = [
      [x, y],
      ...(first ? [[first.left + Math.min(12, first.width / 2), first.top + first.height / 2]] : []),
    ];
    const hits = points.map(([px = 0, py = 0]) => document.elementFromPoint(px, py));
    const isOwn = (hit: Element | null) =>
      hit !== null && (control.contains(hit) || hit.contains(control) || hit.closest("label")?.contains(control));
    if (!hits.some(isOwn)) {
      problems.push(`covered: ${nameOf(control)} by ${hits.map((hit) => (hit ? nameOf(hit) : "the edge")).join(", ")}`);
    }
    if (
      control.matches("a, button, summary, label") &&
      control.scrollWidth > control.clientWidth + 1 &&
      control.clientWidth > 0
    )
      problems.push(`cut: ${nameOf(control)}`);
  }
  scrollTo(0, 0);
  return problems;
}

/** WCAG 1.4.4 and 1.4.10: with text twice as large on the narrowest phone, all can be read and used. */
export async function expectFitsLargeText(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  const problems = await page.evaluate(findHidden);
  if (process.env.DEBUGP)
    console.log(
      await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
        innerWidth,
        visualViewport?.scale,
        getComputedStyle(document.documentElement).fontSize,
      ]),
      problems,
    );
  expect(problems, page.url()).toEqual([]);
}
