import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Starts a Redis that stores nothing; undefined if `redis-server` is not installed. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  const ready = new Promise<boolean>((resolve) => {
    redis.once("error", () => resolve(false));
    redis.stdout.on("data", (data) => {
      if (String(data).includes("Ready to accept connections")) resolve(true);
    });
  });
  if (!(await ready)) return undefined;
  const stop = async () => {
    const ended = once(redis, "exit");
    redis.kill();
    await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}
