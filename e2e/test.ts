import { test as base } from "@playwright/test";

/** A journey ends with its browsers: a page that stayed open would go on reading, and be a visitor in the next one. */
export const test = base.extend<{ leaves: undefined }>({
  leaves: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
