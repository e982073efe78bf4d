/**
 * The browser journeys against the product as `npm start` runs it, each half of them on a world of its own at the same
 * time; with options of Playwright's own (`node scripts/browser-tests.ts e2e/photos.spec.ts --project=phone-en`) in one.
 */
import { spawn } from "node:child_process";
import { createWriteStream, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { scratchFolder } from "../server/db/scratch-folder.ts";
import { findChromium } from "./chromium.ts";

const root = join(import.meta.dirname, "..");
const chromium = findChromium();
const wishes = process.argv.slice(2);
const halves = wishes.length > 0 || availableParallelism() < 2 ? 1 : 2;

/** What several write at once, a line at a time. */
function pass(output: Readable): void {
  createInterface({ input: output }).on("line", (line) => console.log(line));
}

/** Starts the product on a data folder of its own, and answers when it says where it is. */
async function start(folder: string) {
  const log = join(folder, "server.log");
  const server = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env: { ...process.env, PORT: "0", DATA_DIR: folder, LOG_LEVEL: "warn", TRUST_PROXY: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server.stderr.pipe(createWriteStream(log));
  const stop = () => server.kill("SIGTERM");
  process.on("SIGTERM", stop);
  process.on("exit", stop);
  const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));

  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    const address = /ready: (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    server.stdout.resume();
    const end = async () => {
      stop();
      await ended;
    };
    return { address, log, end };
  }
  throw new Error(`the server ended before it was ready:\n${lines.join("\n")}\n${readFileSync(log, "utf8")}`);
}

/** Walks through one part of the journeys; answers Playwright's exit code. */
async function walk(part: number): Promise<number> {
  const folder = scratchFolder();
  try {
    const { address, log, end } = await start(folder);
    const env = { ...process.env, E2E_ADDRESS: address, E2E_CHROMIUM: chromium, E2E_DATA: folder };
    const options = halves === 1 ? wishes : [`--shard=${part}/${halves}`, `--output=test-results/${part}`];
    const run = spawn("playwright", ["test", ...options], { cwd: root, env, stdio: ["inherit", "pipe", "pipe"] });
    pass(run.stdout);
    pass(run.stderr);
    const status = await new Promise<number>((resolve) => run.on("close", (code) => resolve(code ?? 1)));
    await end();
    const logged = readFileSync(log, "utf8").trim();
    if (logged !== "") console.log(`\nWhat the server logged meanwhile:\n${logged}`);
    return status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const statuses = await Promise.all(Array.from({ length: halves }, (_, index) => walk(index + 1)));
process.exit(Math.max(...statuses));
