/**
 * Runs the browser journeys: two at once if there are cores, and no options for Playwright. `--core`: on a phone.
 * `--no-retries`: a journey that fails is not walked again.
 */
import { execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { findChromiums } from "#e2e/chromium.ts";
import { type StartedRelay, startRelay } from "#e2e/relay.ts";
import { type Started, startProduct } from "#e2e/start-product.ts";
import type { World } from "#e2e/world.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { prepare } from "./prepare.mjs";

const root = join(import.meta.dirname, "..");
const own = ["--core", "--no-retries"];
const options = process.argv.slice(2).filter((option) => !own.includes(option));
const [core, noRetries] = own.map((option) => process.argv.includes(option));
const atOnce = options.length > 0 ? 1 : Math.min(2, availableParallelism());

/** Starts a product for each parallel worker. The demo world is made once and copied, as drawing takes a while. */
async function startAll(folders: readonly string[], variables: Record<string, string>): Promise<Started[]> {
  const [first = "", ...others] = folders;
  const started = await startProduct(first, variables);
  if (others.length === 0) return [started];
  await started.end();
  for (const other of others) execFileSync("cp", ["-a", `${first}/.`, other]);
  return await Promise.all(folders.map((folder) => startProduct(folder, variables)));
}

/** Runs the journeys, and returns Playwright's exit code. */
async function walk(worlds: readonly World[], relay: StartedRelay | null): Promise<number> {
  const { shell, browser } = findChromiums();
  const variables = { E2E_SHELL: shell, E2E_BROWSER: browser, E2E_WORLDS: JSON.stringify(worlds) };
  const relayed = relay === null ? {} : { E2E_RELAY_SECRET: relay.secret };
  const env = { ...process.env, ...variables, ...relayed, ...(core && { E2E_CORE: "1" }) };
  const projects = core ? ["--project=phone", "--project=pushes"] : [];
  const retries = noRetries ? ["--retries=0"] : [];
  const run = spawn("playwright", ["test", ...projects, ...retries, ...options], { cwd: root, env, stdio: "inherit" });
  process.on("exit", () => run.kill("SIGTERM"));
  return await new Promise<number>((resolve) => run.on("close", (code) => resolve(code ?? 1)));
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

await prepare({ build: true });
const folders = Array.from({ length: atOnce }, createScratchFolder);
// where the machine has coturn, the calls of the journeys go through it
const relay = await startRelay();
try {
  const started = await startAll(folders, relay === null ? {} : { TURN_URLS: relay.urls, TURN_SECRET: relay.secret });
  const worlds = started.map(({ address, data }) => ({ address, data }));
  process.exitCode = await walk(worlds, relay);
  for (const { end, logged } of started) {
    await end();
    if (logged() !== "") console.log(`\nWhat the server logged meanwhile:\n${logged()}`);
  }
} finally {
  await relay?.end();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
