import { expect, type Page } from "@playwright/test";
import { giveCredits } from "./give-credits.ts";
import { arriveTwo, send, signUpIn } from "./member.ts";
import { holdScripts, open } from "./open.ts";
import { addPhotos, approvePhotos } from "./photo.ts";
import { test } from "./test.ts";
import { sayIn } from "./texts.ts";

const say = sayIn("en");
/** What a finger needs, in CSS pixels; half of one is lost to rounding. */
const least = 43;

/** The links and buttons of the page that are too small for a finger, unless they are words of a sentence. */
async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    // the area of some is that of a pseudo-element, which has no box of its own
    const areaOf = (element: Element) =>
      getComputedStyle(element, "::after").position === "absolute" ? null : element.getBoundingClientRect();
    return [...document.querySelectorAll("a[href], button, summary")].flatMap((element) => {
      const area = areaOf(element);
      if (!area || area.width <= 1 || isInSentence(element)) return [];
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      const words = element.getAttribute("aria-label") ?? element.textContent;
      return area.width < least || area.height < least
        ? [`${words} ${Math.round(area.width)}×${Math.round(area.height)}`]
        : [];
    });
  }, least);
}

test("quality: @one-width links and buttons of a member's screens are large enough for a finger", async ({
  browser,
}) => {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  await addPhotos(she.context, ["#35b"]);
  await approvePhotos(she);
  await giveCredits(he, 5);
  const { message } = await send(he.context, "POST", "/api/gift.php", { member: she.id, gift: "rose" });
  await send(she.context, "PUT", "/api/gift.php", { message: message.id });
  for (const path of [
    "/",
    "/likes",
    "/visitors",
    "/chats",
    "/profile",
    `/members/${he.id}`,
    "/notifications",
    "/notifications/told",
    "/notifications/privacy",
    "/credits",
    "/transactions",
  ]) {
    await test.step(path, async () => {
      await open(she.page, path);
      await she.page.getByText(say("shell:footer.legal"), { exact: true }).click();
      expect(await smallTargets(she.page)).toEqual([]);
    });
  }
});

test("quality: @one-width the button that opens the other notices has words before the page's scripts run", async ({
  browser,
}) => {
  const context = await browser.newContext();
  await signUpIn(context, "Nora");
  const page = await context.newPage();
  const release = await holdScripts(page);
  // a page that waits for its scripts may never be loaded
  await page.goto("/likes", { waitUntil: "domcontentloaded" });
  const more = page.locator(".warnings-more");
  await expect(more).toHaveAccessibleName(say("shell:warnings.area"));
  await release();
  await expect(more).toHaveAccessibleName(say("shell:warnings.more_one", { count: 1 }));
});
