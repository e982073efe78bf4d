import { type CDPSession, chromium, type Page } from "@playwright/test";
import { demoLogins } from "#demo/logins.ts";
import { findChromiums } from "#scripts/chromium.ts";
import { phone, phoneSlowdown } from "./phone.ts";
import { startWholeProduct, type WholeProduct } from "./whole.ts";

/** The time that the page needs for a frame of a drag, in milliseconds, and the share of frames within the budget. */
export type DeckFrames = { frames: number; p50: number; p95: number; p99: number; most: number; within: number };

/** Milliseconds between two frames of a screen that shows 60 a second, rounded down. */
export const frameBudget = 16;

const drags = 12;
const movesPerDrag = 60;

async function cookieOf({ origin }: WholeProduct): Promise<string> {
  const [login] = demoLogins;
  const answer = await fetch(`${origin}/api/user.php`, {
    method: "POST",
    headers: { origin, "content-type": "application/json", "x-request-type": "client" },
    body: JSON.stringify({ login: login?.email, password: login?.password }),
  });
  const auth = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("auth="));
  if (auth === undefined) throw new Error(`the login answered ${answer.status}`);
  return auth.slice("auth=".length).split(";")[0] ?? "";
}

/** Measures each frame from the first input that it shows to the moment when the page has painted it. */
async function measureFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Reflect.set(window, "frameTimes", frames);
    let began: number | null = null;
    addEventListener("pointermove", () => (began ??= performance.now()), { capture: true });
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      if (began !== null) frames.push(performance.now() - began);
      began = null;
    };
    const onFrame = () => {
      // its task comes after this frame's style, layout and paint
      if (began !== null) painted.port2.postMessage(null);
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

/** Drags the top card to both sides with a finger, and releases it in the middle, so that it stays the top card. */
async function drag(touch: CDPSession, [x, y]: readonly [number, number]): Promise<void> {
  const at = (move: number) => ({ x: x + 130 * Math.sin((2 * Math.PI * move) / movesPerDrag), y: y + (move % 7) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at(0)] });
  for (let move = 1; move <= movesPerDrag; move += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, 1000 / 60));
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(move)] });
    await next;
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
}

/**
 * The baseline, a page with only a box that follows the finger: shows what the browser itself needs on this machine.
 */
const bare = `<style>div { position: fixed; left: 40px; top: 200px; width: 300px; height: 400px; background: pink;
  touch-action: pan-y; will-change: transform }</style><div data-place="0"></div><script>
  const box = document.querySelector("div");
  let from = 0;
  box.addEventListener("pointerdown", (event) => { from = event.clientX; });
  box.addEventListener("pointermove", (event) => {
    box.style.transform = "translate3d(" + (event.clientX - from) + "px, 0, 0)";
  });</script>`;

/** Drags the top card of the page, and returns the times of its frames. */
async function dragFrames(page: Page, touch: CDPSession, slower: number): Promise<DeckFrames> {
  const box = await page.locator('[data-place="0"]').boundingBox();
  if (!box) throw new Error("the page shows no card");
  await touch.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await measureFrames(page);
  for (let count = 0; count < drags; count += 1) {
    await drag(touch, [box.x + box.width / 2, box.y + box.height / 2]);
  }
  await touch.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const frames = await page.evaluate(() => Reflect.get(window, "frameTimes") as number[]);
  frames.sort((one, other) => one - other);
  if (frames.length < (drags * movesPerDrag) / 3) throw new Error(`only ${frames.length} frames were drawn`);
  const at = (share: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? 0;
  const within = frames.filter((ms) => ms <= frameBudget).length / frames.length;
  return { frames: frames.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), within };
}

/** Drags cards of the swipe game in Chromium on a slowed CPU (issue 12), and a bare box as the baseline. */
export async function measureDeck(): Promise<{ slower: number; bare: DeckFrames; product: DeckFrames }> {
  const product = await startWholeProduct({ DEMO_PHOTOS: "main" });
  const browser = await chromium.launch({ executablePath: findChromiums().shell, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext(phone);
    await context.addCookies([{ name: "auth", value: await cookieOf(product), url: product.origin }]);
    const page = await context.newPage();
    const touch = await context.newCDPSession(page);
    await page.setContent(bare);
    const slower = await phoneSlowdown(browser);
    const bareFrames = await dragFrames(page, touch, slower);
    await page.goto(`${product.origin}/swipe-game`, { waitUntil: "networkidle" });
    return { slower, bare: bareFrames, product: await dragFrames(page, touch, slower) };
  } finally {
    await browser.close();
    await product.stop();
  }
}
