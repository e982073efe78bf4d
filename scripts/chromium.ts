import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const candidates = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

/**
 * The path of a Chromium for the browser tests: the system's, else Playwright's own, installed if need be, else
 * Debian's package. Throws one clear line if none of them works.
 */
export function findChromium(): string {
  const system = candidates.find((path) => existsSync(path));
  if (system) return system;
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log("Installing a Chromium (once) …");
  spawnSync("playwright", ["install", "--with-deps", "chromium"], { stdio: "ignore", timeout: 300_000 });
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-color-emoji"], {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  const installed = candidates.find((path) => existsSync(path));
  if (!installed) throw new Error("No Chromium: install one, or make Playwright's own install possible.");
  return installed;
}
