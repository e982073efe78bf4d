import { test as base } from "@playwright/test";
import { changeSettings, saveSettings } from "./site-settings.ts";

type Fixtures = {
  leaves: undefined;
  /** Changes settings of the site, until the journey ends, even if it fails. */
  siteHas: (settings: Record<string, unknown>) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  /** Closes a journey's browsers: an open page would keep sending requests during the next journey. */
  leaves: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
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
