import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { arrive, type Guest, newMember, send } from "./member.ts";
import { open, waitUntilInteractive } from "./open.ts";
import { test } from "./test.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

const top = (page: Page) => page.locator('[data-place="0"]');
const isTop = (page: Page, { name }: { name: string }) => expect(top(page)).toContainText(name);
const says = (page: Page, key: string, params: Record<string, string | number> = {}) =>
  expect(page.getByRole("status").filter({ hasText: say(`swipe:${key}`, params) })).toHaveCount(1);
const left = (page: Page, count: number) =>
  expect(page.getByText(pattern(say, "swipe:left", { count, total: 4 }))).toBeVisible();
const undo = (page: Page) => page.getByRole("button", { name: say("swipe:undo") });
const likeButton = (page: Page) => page.getByRole("button", { name: pattern(say, "swipe:like") });
const passButton = (page: Page) => page.getByRole("button", { name: pattern(say, "swipe:pass") });

/**
 * An age that no members of other journeys or of an earlier try have, so that these members are each other's whole
 * deck.
 */
function ageOf(born: number, { retry }: { retry: number }) {
  const year = born - 9 * retry;
  const oldest = new Date().getFullYear() - year;
  return {
    born: { date_of_birth: `${year}-05-17` },
    preferences: { prefers_min_age: oldest - 1, prefers_max_age: oldest },
  };
}

/** A woman whose deck holds only men of her age. */
async function player(context: BrowserContext, { born, preferences }: ReturnType<typeof ageOf>) {
  const she = await newMember(context, "Paula", born);
  await send(context, "PUT", "/api/preferences.php", preferences);
  return she;
}

/** Stacks the men, the first one on top: the deck begins with the one who was active last. */
async function stack(men: readonly Guest[]) {
  for (const [index, { id }] of men.entries()) {
    await ask("update profiles set last_active_at = now() - make_interval(secs => $2) where member_id = $1", [
      id,
      index,
    ]);
  }
}

type Drag = { to: [x: number, y: number]; ms: number; release?: boolean };

/** Drags the top card with a finger within `ms`, by the timestamps of the events. */
async function drag(page: Page, touch: CDPSession, { to: [x, y], ms, release = true }: Drag): Promise<void> {
  const box = await top(page).boundingBox();
  if (!box) throw new Error("the page shows no card");
  const [startX, startY] = [box.x + box.width / 2, box.y + box.height / 2];
  const steps = 12;
  const begin = Date.now() / 1000;
  const at = (step: number) => begin + (step / steps) * (ms / 1000);
  const point = (step: number) => ({ x: startX + (x * step) / steps, y: startY + (y * step) / steps });
  const dispatch = (type: "touchStart" | "touchMove" | "touchEnd", step: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      timestamp: at(step),
      touchPoints: type === "touchEnd" ? [] : [point(step)],
    });
  await dispatch("touchStart", 0);
  for (let step = 1; step <= steps; step += 1) await dispatch("touchMove", step);
  if (release) await dispatch("touchEnd", steps);
}

test(
  "R1.03 R2.01 R9.01 the swipe game: dragging, keys, undo, a match in the middle, four likes, the end",
  { tag: "@core" },
  async ({ page, context, browser }, testInfo) => {
    const age = ageOf(1937, testInfo);
    const input = { ...age.born, gender: "male", seeks: "female" } as const;
    const names = ["Adam", "Bert", "Carl", "Dirk", "Egon", "Finn", "Gerd"];
    const men: Guest[] = [];
    for (const name of names) men.push(await arrive(browser, name, input));
    const [adam, bert, carl, dirk, egon, finn, gerd] = men;
    if (!adam || !bert || !carl || !dirk || !egon || !finn || !gerd) throw new Error("fewer than seven men arrived");
    const she = await player(context, age);
    await send(carl.context, "POST", "/api/like.php", { id: she.id });
    await stack(men);
    const touch = await context.newCDPSession(page);

    await test.step("from the search to the first card", async () => {
      await open(page, "/members?filters=none");
      await page
        .getByRole("main")
        .getByRole("link", { name: say("swipe:title"), exact: true })
        .click();
      await expect(page.getByRole("heading", { level: 1, name: say("swipe:title") })).toBeVisible();
      await isTop(page, adam);
      await left(page, 4);
      await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
      await expect(page.locator("[data-place]")).toHaveCount(3);
      for (const button of [likeButton(page), undo(page), passButton(page)]) {
        const box = await button.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(56);
      }
    });

    await test.step("a card that is dragged a little, or slowly, or up and down, comes back", async () => {
      const width = (await top(page).boundingBox())?.width ?? 0;
      await drag(page, touch, { to: [-0.27 * width, 0], ms: 800 });
      await drag(page, touch, { to: [20, 0], ms: 20 });
      await drag(page, touch, { to: [60, 120], ms: 100 });
      await isTop(page, adam);
      await left(page, 4);
    });

    await test.step("a drag to the left passes, the undo button brings the card back", async () => {
      const width = (await top(page).boundingBox())?.width ?? 0;
      await drag(page, touch, { to: [-0.4 * width, 20], ms: 900 });
      await says(page, "said.passed", { name: adam.name });
      await expect(page.getByRole("status").filter({ hasText: bert.name })).toHaveCount(1);
      await isTop(page, bert);
      await undo(page).tap();
      await says(page, "said.back", { name: adam.name });
      await isTop(page, adam);
      await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
    });

    await test.step("a flick to the right likes; Z takes the like back, and the day has four again", async () => {
      await drag(page, touch, { to: [50, 0], ms: 40 });
      await says(page, "said.liked", { name: adam.name });
      await left(page, 3);
      await expect.poll(() => likesSent(context)).toEqual([adam.id]);
      await page.keyboard.press("z");
      await isTop(page, adam);
      await left(page, 4);
      await expect.poll(() => likesSent(context)).toEqual([]);
    });

    await test.step("arrow keys work from the page, and not while a control outside of the game has the focus", async () => {
      await page.getByRole("banner").getByRole("link").first().focus();
      await page.keyboard.press("ArrowLeft");
      await isTop(page, adam);
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      // faster than the page draws them: each is for the card on top by then
      await page.evaluate(() => {
        for (const key of ["ArrowLeft", "ArrowRight"]) dispatchEvent(new KeyboardEvent("keydown", { key }));
      });
      await says(page, "said.liked", { name: bert.name });
      await isTop(page, carl);
      await left(page, 3);
    });

    await test.step("a card opens the profile; Back returns to the same card, with the focus", async () => {
      await top(page).tap();
      await expect(page.getByRole("heading", { level: 1, name: new RegExp(carl.name) })).toBeVisible();
      await page.goBack();
      await waitUntilInteractive(page);
      await isTop(page, carl);
      await expect(top(page).getByRole("link")).toBeFocused();
      await left(page, 3);
    });

    await test.step("a like that answers one is a match: the dialog opens over the deck, which goes on after it", async () => {
      await page.keyboard.press("ArrowRight");
      const dialog = page.getByRole("dialog", { name: say("likes:match.title") });
      await expect(dialog).toContainText(carl.name);
      await dialog.getByRole("button", { name: say("likes:match.later") }).tap();
      await expect(dialog).toHaveCount(0);
      await isTop(page, dirk);
      await left(page, 2);
      await expect(undo(page)).toHaveAttribute("aria-disabled", "true");
    });

    await test.step("a swipe that can't be saved puts its card back and says so", async () => {
      await page.route("**/api/swipe.php", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 422, json: { error: { code: "internal_error", message: "" } } })
          : route.continue(),
      );
      await likeButton(page).tap();
      await expect(page.getByText(say("swipe:problem.swipe", { name: dirk.name }))).toBeVisible();
      await isTop(page, dirk);
      await left(page, 2);
      await page.unrouteAll();
    });

    await test.step("R9.01 the fifth like is refused without a call, and the card says when there are new ones; passing still works", async () => {
      for (const next of [egon, finn]) {
        await likeButton(page).tap();
        await isTop(page, next);
      }
      const reason = page.getByText(pattern(say, "swipe:spent.text")).and(page.locator(":visible"));
      await expect(page.locator(".swipe-deck").getByText(say("swipe:spent.title"))).toBeInViewport();
      await expect(reason).toBeInViewport();
      await expect(likeButton(page)).toHaveAttribute("aria-disabled", "true");
      await expect(likeButton(page)).toHaveAccessibleDescription(new RegExp(say("swipe:spent.title")));
      // grey, but it answers
      await likeButton(page).tap({ force: true });
      await says(page, "spent.title");
      await isTop(page, finn);
      await expect.poll(async () => (await likesSent(context)).length).toBe(4);
      await passButton(page).tap();
      await isTop(page, gerd);
    });

    await test.step("the end of the deck explains itself, and has links to go on", async () => {
      await passButton(page).tap();
      await expect(page.getByRole("heading", { name: say("swipe:empty.title") })).toBeVisible();
      await expect(page.getByRole("link", { name: say("swipe:narrow.widen") })).toHaveAttribute("href", /match-finder/);
      // the last card can still be brought back, on the smallest phone too
      const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
      await page.setViewportSize({ width: 360, height: 640 });
      const bar = await page.getByRole("navigation", { name: say("navigation:main") }).boundingBox();
      const buttons = await page.locator(".swipe-buttons").boundingBox();
      expect((buttons?.y ?? 640) + (buttons?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      await page.setViewportSize({ width, height });
      await undo(page).tap();
      await isTop(page, gerd);
    });
  },
);

async function likesSent({ request }: BrowserContext): Promise<string[]> {
  const { liked } = await (await request.get("/api/likes.php")).json();
  return liked.map(({ id }: { id: string }) => id);
}

test("D5.2 a card leaves within a quarter of a second, and with reduced motion it fades", async ({
  browser,
}, testInfo) => {
  const age = ageOf(1933, testInfo);
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const context = await browser.newContext({ reducedMotion });
    const page = await context.newPage();
    await arrive(browser, "Max", { ...age.born, gender: "male", seeks: "female" });
    await player(context, age);
    await open(page, "/swipe-game");
    await expect(top(page)).toBeVisible();
    const motion = await page.evaluate(async () => {
      const [card] = document.querySelectorAll<HTMLElement>('[data-place="0"]');
      const button = document.querySelector<HTMLElement>(".swipe-button-pass");
      button?.click();
      await new Promise(requestAnimationFrame);
      const [animation] = card?.getAnimations().filter((one) => !(one instanceof CSSTransition)) ?? [];
      const effect = animation?.effect as KeyframeEffect | undefined;
      const changes = new Set(effect?.getKeyframes().map((frame) => frame.transform));
      return { ms: Number(effect?.getComputedTiming().duration), moves: changes.size > 1 };
    });
    expect(motion.moves).toBe(reducedMotion === "no-preference");
    expect(motion.ms).toBeGreaterThan(0);
    expect(motion.ms).toBeLessThanOrEqual(reducedMotion === "reduce" ? 100 : 250);
    await context.close();
  }
});
