import { defineConfig } from "@playwright/test";
import { address, worlds } from "./e2e/world.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };

/** Run by `scripts/browser-tests.ts`, which starts the product with its demo world and passes its address. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // a journey is independent of all others: each worker takes the next one
  fullyParallel: true,
  workers: worlds.length,
  // journeys that pass only on the second try are reported at the end; they need attention
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./e2e/second-tries.ts"]],
  use: {
    baseURL: address,
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    // tracing every journey takes half as much time again
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.E2E_CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "phone-en", use: { ...phone, locale: "en-GB" } },
    // a phone is narrower and more common: desktop runs only journeys whose layout or handling differs there
    {
      name: "desktop-en",
      use: { ...desktop, locale: "en-GB" },
      grepInvert: /@one-width/,
      testMatch: [
        "home.spec.ts",
        "landings.spec.ts",
        "pages.spec.ts",
        "photos.spec.ts",
        "profile.spec.ts",
        "search.spec.ts",
        "shell.spec.ts",
        "signup-dialog.spec.ts",
        "two-people.spec.ts",
      ],
    },
    { name: "phone-de", use: { ...phone, locale: "de-DE" }, grep: /@each-language/ },
    // what German words change on a desktop is the layout: screens.spec.ts shows that, and here the first screen
    { name: "desktop-de", use: { ...desktop, locale: "de-DE" }, grep: /@each-language/, testMatch: "home.spec.ts" },
  ],
});
