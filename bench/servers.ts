import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

export type ServerSettings = { databaseUrl: string; folder: string; redisUrl?: string };
/** The addresses of the product and of the bare routes. */
export type BenchServers = { product: string; bare: string; stop(): Promise<void> };
export type BenchServer = { origin: string; pid: number; stop(): Promise<void> };

/** Starts one server in a process of its own. */
export async function startServer(file: "product.ts" | "bare.ts", settings: ServerSettings): Promise<BenchServer> {
  const child = fork(new URL(file, import.meta.url), [JSON.stringify(settings)]);
  const ended = once(child, "exit");
  const port: unknown = await Promise.race([
    once(child, "message").then(([message]) => message),
    ended.then(() => {
      throw new Error(`${file} ended before it listened`);
    }),
  ]);
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  return { origin: `http://localhost:${port}`, pid: child.pid ?? 0, stop };
}

/** Starts both servers, each in its own process as the product runs; they end with this one. */
export async function startServers(settings: ServerSettings): Promise<BenchServers> {
  const product = await startServer("product.ts", settings);
  const bare = await startServer("bare.ts", settings);
  const stop = async () => {
    await Promise.all([product.stop(), bare.stop()]);
  };
  return { product: product.origin, bare: bare.origin, stop };
}

/** In a server's process: the settings from its parent. */
export function readSettings(): ServerSettings {
  return JSON.parse(process.argv[2] ?? "{}");
}

/** Listens on a free loopback port, reports it to the parent, and closes when the parent has ended. */
export async function listenForParent(app: FastifyInstance, close: () => Promise<void>): Promise<void> {
  await app.listen({ host: "localhost", port: 0 });
  process.once("disconnect", async () => {
    await app.close();
    await close();
    process.exit(0);
  });
  process.send?.((app.server.address() as AddressInfo).port);
}
