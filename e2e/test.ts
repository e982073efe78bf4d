import { test as base } from "@playwright/test";
import { changeSettings, saveSettings } from "./site-settings.ts";

type Fixtures = {
  leaves: undefined;
  /** Changes settings of the site, until the journey ends, even if it fails. */
  siteHas: (settings: Record<string, unknown>) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  /**
   * Closes a journey's browsers: an open page would keep sending requests during the next journey. A request that a
   * journey holds back or answers would fail then, and as an error of no journey it would fail the whole run. It needs
   * the context only to end before it.
   */
  leaves: [
    async ({ browser, context: _ended }, use) => {
      await use(undefined);
      const ignored = { behavior: "ignoreErrors" } as const;
      await Promise.all(
        browser.contexts().map(async (context) => {
          await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll(ignored)));
          await context.close();
        }),
      );
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here
  siteHas: async ({}, use) => {
    let restore: (() => Promise<void>) | undefined;
    await use(async (settings) => {
      restore ??= await saveSettings();
      await changeSettings(settings);
    });
    await restore?.();
  },
});
