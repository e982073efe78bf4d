import { defineConfig } from "@playwright/test";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1280, height: 800 } };

/** Run by `scripts/browser-tests.ts`, which starts the product with its demo world and names it in the environment. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    baseURL: process.env.E2E_ADDRESS,
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
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
    // a phone is tighter and is what people hold: a desktop walks through what is laid out or handled differently there
    {
      name: "desktop-en",
      use: { ...desktop, locale: "en-GB" },
      testMatch: [
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
    { name: "desktop-de", use: { ...desktop, locale: "de-DE" }, grep: /@each-language/ },
  ],
});
