import { test as base } from "@playwright/test";
import { changeSettings } from "./site-settings.ts";

type Fixtures = {
  leaves: undefined;
  /** Gives the site other settings, of those that the pages are told, until the journey ends in whatever way. */
  siteHas: (settings: Record<string, unknown>) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  /** A journey ends with its browsers: a page that stayed open would go on reading, and be a visitor in the next one. */
  leaves: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what it needs from here
  siteHas: async ({}, use) => {
    const restore: (() => Promise<void>)[] = [];
    await use(async (settings) => void restore.unshift(await changeSettings(settings)));
    for (const each of restore) await each();
  },
});
