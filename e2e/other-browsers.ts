/**
 * Walks the main journeys in Firefox and in WebKit, which iPhones use: `npm run test:browsers [-- firefox]`. On Debian
 * the browsers are installed if need be. Pictures at phone size go to `test-results/browsers/`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { prepare } from "#scripts/prepare.mjs";
import { createScratchFolder } from "#server/db/system-user.ts";
import { installDebianPackages } from "./debian-packages.ts";
import { startProduct } from "./start-product.ts";

const root = join(import.meta.dirname, "..");
const programs = {
  firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
  driver: ["/usr/bin/WebKitWebDriver"],
  webkit: ["/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkit2gtk-4.0/MiniBrowser"],
  display: ["/usr/bin/Xvfb"],
};
const packages = ["firefox-esr", "webkit2gtk-driver", "xvfb"];
const find = (program: keyof typeof programs) =>
  programs[program].flatMap((pattern) => globSync(pattern)).find(existsSync);

/** The path of a program. Throws one clear line if it is not there. */
function requireProgram(program: keyof typeof programs): string {
  const path = find(program);
  if (path === undefined) throw new Error(`${programs[program][0]} is missing: install ${packages.join(", ")}.`);
  return path;
}

/** Starts a virtual screen: WebKit's small browser needs one. */
async function startDisplay(): Promise<{ name: string; end(): void }> {
  const name = `:${90 + (process.pid % 100)}`;
  const display = spawn(requireProgram("display"), [name, "-screen", "0", "1280x1100x24", "-nolisten", "tcp"], {
    stdio: "ignore",
  });
  const socket = `/tmp/.X11-unix/X${name.slice(1)}`;
  for (let tries = 0; tries < 100 && !existsSync(socket); tries += 1) await wait(100);
  return { name, end: () => display.kill("SIGTERM") };
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const chosenJourneys = process.argv.slice(2);
const isWanted = (name: string) => chosenJourneys.length === 0 || chosenJourneys.includes(name);
const folder = createScratchFolder();
try {
  if ((Object.keys(programs) as (keyof typeof programs)[]).some((program) => find(program) === undefined)) {
    installDebianPackages("Firefox and WebKit", packages);
  }
  await prepare({ build: true });
  const product = await startProduct(folder);
  const env = { ...process.env, E2E_WORLDS: JSON.stringify([{ address: product.address, data: product.data }]) };
  const walk = async (more: Record<string, string>) => {
    const options = { cwd: root, env: { ...env, ...more }, stdio: "inherit" } as const;
    const [code] = await once(spawn(process.execPath, ["e2e/webdriver-run.ts"], options), "close");
    if (code !== 0) process.exitCode = 1;
  };
  if (isWanted("firefox")) await walk({ E2E_FIREFOX: requireProgram("firefox") });
  if (isWanted("webkit")) {
    const display = await startDisplay();
    await walk({
      E2E_WEBKIT: JSON.stringify({ driver: requireProgram("driver"), browser: requireProgram("webkit") }),
      E2E_DISPLAY: display.name,
    });
    display.end();
  }
  await product.end();
  if (product.logged() !== "") console.log(`\nWhat the server logged meanwhile:\n${product.logged()}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
