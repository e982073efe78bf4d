import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installDebianPackages } from "./debian-packages.ts";

const debianShell = "/usr/bin/chromium-headless-shell";
const debianBrowser = "/usr/bin/chromium";
const installedBrowsers = [
  debianBrowser,
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

/** Paths of two Chromiums: the `shell` takes half the time, as it has no windows; only the `browser` takes pushes. */
type Chromiums = { shell: string; browser: string };

/**
 * The Chromiums for the browser tests: the system's, or Debian's, installed if need be; else Playwright's own browser.
 * If only a browser is found, it replaces the shell too. Throws one clear line if there is none.
 */
export function findChromiums(): Chromiums {
  if (![debianShell, debianBrowser].every(existsSync)) {
    installDebianPackages("Chromium", ["chromium-headless-shell", "chromium", "fonts-noto-color-emoji"]);
  }
  const browser = installedBrowsers.find(existsSync) ?? findPlaywrightsOwn();
  return { shell: existsSync(debianShell) ? debianShell : browser, browser };
}

function findPlaywrightsOwn(): string {
  const path = chromium.executablePath();
  if (!existsSync(path)) {
    console.log("Installing a Chromium (once) …");
    spawnSync("playwright", ["install", "--with-deps", "chromium"], { stdio: "ignore", timeout: 300_000 });
  }
  if (existsSync(path)) return path;
  throw new Error("No Chromium: install one, or make Playwright's own install possible.");
}
