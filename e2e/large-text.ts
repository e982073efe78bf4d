import { expect, type Page } from "@playwright/test";
import { atRest } from "./at-rest.ts";

/** The narrowest phone that WCAG 1.4.10 names. */
const narrow = { width: 320, height: 640 };

/**
 * Doubles the size of the letters and lists the problems: elements that make the page scroll sideways, and controls
 * that are out of the screen, cut or covered wherever the user scrolls. Runs in the browser, and restores the letters
 * afterwards.
 */
function findHidden(): string[] {
  const large = new CSSStyleSheet();
  // without transitions: otherwise the size of letters would change gradually, and a sheet would slide in anew
  large.replaceSync(
    "html { font-size: 200% !important } * { transition-property: none !important; animation-name: none !important }",
  );
  document.adoptedStyleSheets = [large];
  const width = document.documentElement.clientWidth;
  const nameOf = (element: Element | null) =>
    element === null
      ? "the edge"
      : `${element.localName}.${[...element.classList].slice(0, 2).join(".")} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}”`;
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const scrollers = ["auto", "scroll", "hidden", "clip"];
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (scrollers.includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));

  const problems: string[] = [];
  if (document.documentElement.scrollWidth > width) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) =>
        isShown(element) && !scrolls(element.parentElement) && element.getBoundingClientRect().right > width + 1,
    );
    const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    problems.push("the page scrolls sideways", ...inner.slice(0, 5).map((element) => `too wide: ${nameOf(element)}`));
  }
  const open = [...document.querySelectorAll("dialog:modal, :popover-open, [role=menu]")].at(-1);
  const controls =
    "a[href], button, select, textarea, summary, input:is([type=text], [type=email], [type=password], [type=search]), label:has([type=checkbox], [type=radio])";
  for (const control of (open ?? document).querySelectorAll(controls)) {
    // a long list's later entries are like its first ones
    if (control.closest("li:nth-child(n + 9)")) continue;
    if (!isShown(control) || control.closest("[inert], [aria-hidden=true], .skip-link, .sr-only")) continue;
    control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (right - left < 2) continue;
    if (left < -1 || right > width + 1) problems.push(`out of the screen: ${nameOf(control)}`);
    // the centre of a link's box of two lines may be beside its words, so its first line is tested
    const [line] = control.getClientRects();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [(line?.left ?? 0) + 8, ((line?.top ?? 0) + (line?.bottom ?? 0)) / 2],
    ];
    const hits = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
    const isOwn = (hit: Element | null) => hit !== null && (control.contains(hit) || hit.contains(control));
    if (!hits.some(isOwn)) problems.push(`covered: ${nameOf(control)} by ${nameOf(hits[0] ?? null)}`);
    // a link may be truncated, because the page that it leads to shows the whole name
    if (control.matches("a:not(.truncate), button, summary, label") && control.scrollWidth > control.clientWidth + 1) {
      if (control.clientWidth > 0) problems.push(`cut: ${nameOf(control)}`);
    }
  }
  scrollTo(0, 0);
  document.adoptedStyleSheets = [];
  return problems;
}

/**
 * WCAG 1.4.4 and 1.4.10: fails unless everything can be read and used with letters twice as large on the narrowest
 * phone.
 */
export async function expectFitsLargeText(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  // what a page lays out by script follows the new width a frame later
  await atRest(page);
  expect(await page.evaluate(findHidden), page.url()).toEqual([]);
  // a width that changes before the letters' size has settled leaves the page zoomed in
  await atRest(page);
}
