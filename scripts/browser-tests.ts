/**
 * The browser journeys against the product as `npm start` runs it, with a demo world of its own.
 * Usage: node scripts/browser-tests.ts [playwright's own options]
 */
import { spawn } from "node:child_process";
import { createWriteStream, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { scratchFolder } from "../server/db/scratch-folder.ts";
import { findChromium } from "./chromium.ts";

const root = join(import.meta.dirname, "..");
const chromium = findChromium();
const folder = scratchFolder();
const logFile = join(folder, "server.log");
const server = spawn(process.execPath, ["server/main.ts"], {
  cwd: root,
  env: { ...process.env, PORT: "0", DATA_DIR: folder, LOG_LEVEL: "warn", TRUST_PROXY: "1" },
  stdio: ["ignore", "pipe", "pipe"],
});
server.stderr.pipe(createWriteStream(logFile));
process.on("SIGTERM", () => server.kill("SIGTERM"));
process.on("exit", () => server.kill("SIGTERM"));
const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));

async function addressOf(): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    const address = /ready: (http:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error(`the server ended before it was ready:\n${lines.join("\n")}\n${readFileSync(logFile, "utf8")}`);
}

let status = 1;
try {
  const address = await addressOf();
  server.stdout.resume();
  const env = { ...process.env, E2E_ADDRESS: address, E2E_CHROMIUM: chromium, E2E_DATA: folder };
  const run = spawn("playwright", ["test", ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
  status = await new Promise<number>((resolve) => run.on("close", (code) => resolve(code ?? 1)));
} finally {
  server.kill("SIGTERM");
  await ended;
  const logged = readFileSync(logFile, "utf8").trim();
  if (logged !== "") console.log(`\nWhat the server logged meanwhile:\n${logged}`);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
