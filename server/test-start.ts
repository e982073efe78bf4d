import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

export type Run = {
  server: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
  saying(text: string): Promise<void>;
};

/** Starts the product as a separate process, on a free port, without the demo world unless `env` says otherwise. */
export function start(
  env: Record<string, string>,
  [command = "", ...args]: readonly string[] = [process.execPath, join(import.meta.dirname, "main.ts")],
): Run {
  const server = spawn(command, args, {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env.PATH, PORT: "0", DEMO: "0", LOG_LEVEL: "error", ...env },
  });
  let output = "";
  const listeners: (() => void)[] = [];
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (data) => {
      output += String(data);
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => server.on("close", resolve));
  const saying = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => output.includes(text) && resolve();
      listeners.push(check);
      check();
      ended.then(() => reject(new Error(`ended before it said "${text}":\n${output}`)));
    });
  return { server, output: () => output, ended, saying };
}

/** Processes whose command line names the folder. */
export function processesOf(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
      } catch {
        return false;
      }
    });
}

/** Waits until no process of the folder is left; fails after ten seconds. */
export async function waitUntilEnded(folder: string): Promise<void> {
  for (let tries = 0; tries < 100 && processesOf(folder).length > 0; tries += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => AbortSignal.timeout(100).addEventListener("abort", resolve));
  }
  expect(processesOf(folder)).toEqual([]);
}
