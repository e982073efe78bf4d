import type { Page } from "@playwright/test";

/** Ends all animations and transitions, because a fading colour has another contrast. */
export async function atRest(page: Page): Promise<void> {
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
