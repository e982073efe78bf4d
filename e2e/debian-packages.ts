import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs packages, if this is Debian and we may; else, and if that fails, the caller looks for other programs. */
export function installDebianPackages(what: string, packages: readonly string[]): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  console.log(`Installing ${what} (once) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "ignore", env });
  } catch {
    console.log("That did not work.");
  }
}
