import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

// the headless shell first: the whole browser also runs its own windows, which doubles the time of the journeys
const candidates = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];
const findInstalled = () => candidates.find((path) => existsSync(path));

/**
 * The path of a Chromium for the browser tests: a headless shell (the system's, or Debian's, which is installed if need
 * be), else the system's browser, else Playwright's own. Throws one clear line if none of them works.
 */
export function findChromium(): string {
  if (!existsSync("/usr/bin/chromium-headless-shell")) installDebianShell();
  const installed = findInstalled();
  if (installed) return installed;
  if (!existsSync(chromium.executablePath())) {
    console.log("Installing a Chromium (once) …");
    spawnSync("playwright", ["install", "--with-deps", "chromium"], { stdio: "ignore", timeout: 300_000 });
  }
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  throw new Error("No Chromium: install one, or make Playwright's own install possible.");
}

/** Installs Debian's headless shell, if this is Debian and we may. Without it the browser of the system is used. */
function installDebianShell(): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  console.log("Installing a headless Chromium (once) …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    const packages = ["chromium-headless-shell", "fonts-noto-color-emoji"];
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "ignore", env });
  } catch {
    console.log("That did not work; another Chromium will do.");
  }
}
