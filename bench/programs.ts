// The programs that the benchmark starts, each in a process of its own.
import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Ends with its `await using`. */
export type BenchServer = AsyncDisposable & { origin: string; pid: number };

/** Starts a program; `line` is the part of its output that `ready` finds. Throws if it ends before. */
export async function startProgram(command: string, args: string[], ready: RegExp, env: NodeJS.ProcessEnv = {}) {
  // of this process only the path and the memory settings of the product
  const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ } = process.env;
  const child = spawn(command, args, {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_, ...env },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  child.stdout.on("data", (data) => {
    output = `${output}${String(data)}`.slice(-10_000);
    const match = ready.exec(output);
    if (match) resolve(match[1] ?? "");
  });
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`${command} ${args[0]} ended with ${code} before it was ready`)));
  const line = await promise;
  return {
    found: line,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Starts a server on the database. */
export async function startServer(
  file: "bench/product.ts" | "bench/bare.ts" | "server/main.ts",
  { url, folder }: { url: string; folder: string },
  env: NodeJS.ProcessEnv = {},
): Promise<BenchServer> {
  const settings = { DATABASE_URL: url, DATA_DIR: folder, ...env };
  const { found: origin, ...program } = await startProgram(process.execPath, [file], /is ready: (\S+)/, settings);
  return { origin, ...program };
}

/** In a server's process: listens on a free port, says so, and ends when the benchmark does, however that ends. */
export async function listenForBench(app: FastifyInstance): Promise<void> {
  await app.listen({ host: "localhost", port: 0 });
  process.stdin.resume().once("end", () => process.exit());
  const { port } = app.server.address() as AddressInfo;
  process.stdout.write(`the server is ready: http://localhost:${port}\n`);
}
