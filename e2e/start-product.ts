import { spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { World } from "./world.ts";

const root = join(import.meta.dirname, "..");

// more than one photo a member takes minutes to draw, and the journeys see few of them
const demo = { PORT: "0", DEMO_PHOTOS: "main", LOG_LEVEL: "warn", TRUST_PROXY: "1" };

/** `kill`: as a machine does that fails; nothing is finished before. */
export type Started = World & { end(): Promise<void>; kill(): Promise<void>; logged(): string };

/**
 * Starts the product with its demo world on a data folder, and resolves when it prints its address. `variables`: more
 * of its environment.
 */
export async function startProduct(folder: string, variables: Record<string, string> = {}): Promise<Started> {
  const log = join(folder, "server.log");
  const server = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env: { ...process.env, ...demo, ...variables, DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server.stderr.pipe(createWriteStream(log));
  const stop = () => server.kill("SIGTERM");
  process.on("exit", stop);
  const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));
  const logged = () => readFileSync(log, "utf8").trim();

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
    const kill = async () => {
      server.kill("SIGKILL");
      await ended;
    };
    return { address, data: folder, end, kill, logged };
  }
  throw new Error(`the server ended before it was ready:\n${lines.join("\n")}\n${logged()}`);
}
