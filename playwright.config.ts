import { defineConfig } from "@playwright/test";
import { launch } from "./e2e/launch.ts";
import { address, worlds } from "./e2e/world.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };

/** Run by `scripts/browser-tests.ts`, which starts the product with its demo world and passes its address. */
export default defineConfig({
  // `npm test` walks the core only; what is run by hand has a command of its own (`npm run test:moderation`)
  grep: process.env.E2E_CORE ? /@core/ : undefined,
  grepInvert: process.env.BY_HAND ? undefined : process.env.E2E_CORE ? /@by-hand/ : /@by-hand|@sample/,
  testDir: "e2e",
  outputDir: "test-results",
  // a journey is independent of all others: each worker takes the next one
  fullyParallel: true,
  workers: worlds.length,
  // journeys that pass only on the second try are reported at the end; they need attention
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./e2e/note-tests.ts"]],
  use: {
    baseURL: address,
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    // tracing every journey takes half as much time again
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
    // a journey can't intercept what a service worker requests: only those about it have one
    serviceWorkers: "block",
    launchOptions: launch(process.env.E2E_SHELL),
  },
  projects: [
    { name: "phone", use: { ...phone, locale: "en-GB" }, testIgnore: "pushes.spec.ts" },
    {
      name: "pushes",
      use: { ...phone, locale: "en-GB", launchOptions: launch(process.env.E2E_BROWSER) },
      testMatch: "pushes.spec.ts",
    },
    // a phone is narrower and more common: desktop runs only journeys whose layout or handling differs there
    {
      name: "desktop",
      use: { ...desktop, locale: "en-GB" },
      grepInvert: /@one-width/,
      testMatch: [
        "facts.spec.ts",
        "home.spec.ts",
        "landings.spec.ts",
        "photo-order.spec.ts",
        "photos.spec.ts",
        "profile.spec.ts",
        "search.spec.ts",
        "shell.spec.ts",
        "signup-dialog.spec.ts",
        "two-people.spec.ts",
      ],
    },
  ],
});
