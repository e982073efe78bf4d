import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export type Run = {
  server: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
  saying(text: string): Promise<void>;
};

/** Starts the product as its own process, on a free port and without the demo world unless `env` says otherwise. */
export function start(env: Record<string, string>): Run {
  const server = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
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
      const look = () => output.includes(text) && resolve();
      listeners.push(look);
      look();
      ended.then(() => reject(new Error(`ended before it said "${text}":\n${output}`)));
    });
  return { server, output: () => output, ended, saying };
}
