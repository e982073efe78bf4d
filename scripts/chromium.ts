import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

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
  if (![debianShell, debianBrowser].every(existsSync)) installDebianPackages();
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

/** Installs Debian's Chromiums, if this is Debian and we may. Without them another browser of the system is used. */
function installDebianPackages(): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  console.log("Installing Chromium (once) …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    const packages = ["chromium-headless-shell", "chromium", "fonts-noto-color-emoji"];
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "ignore", env });
  } catch {
    console.log("That did not work; another Chromium will do.");
  }
}
