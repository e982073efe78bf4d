import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

const program = "/usr/bin/turnserver";

/** A relay for calls that runs on this machine, as the product's environment names it. */
export type StartedRelay = { urls: string; port: number; secret: string; end(): Promise<void> };

/** An address of this machine that a browser takes for one of the network: it reaches no relay at the loopback. */
const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

const isOpen = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });

async function waitUntilOpen(relay: ChildProcess, host: string, port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (relay.exitCode !== null) throw new Error(`coturn ended with ${relay.exitCode}`);
    if (await isOpen(host, port)) return;
    await wait(100);
  }
  throw new Error("coturn does not listen");
}

/**
 * Starts coturn, as `docs/operators/calls.md` configures it; null: the machine has none, or no network. `more`: further
 * options. `port`: that of one that has ended.
 */
export async function startRelay(
  secret = randomBytes(24).toString("hex"),
  more: readonly string[] = [],
  port?: number,
): Promise<StartedRelay | null> {
  const host = ownAddress();
  if (!existsSync(program) || host === undefined) return null;
  const at = port ?? (await freePort());
  const where = ["-n", "-L", host, "-E", host, "-p", String(at), "--min-port=49152", "--max-port=65535"];
  const auth = ["--use-auth-secret", `--static-auth-secret=${secret}`, "--realm=relay.invalid", "--fingerprint"];
  const quiet = [
    "--no-cli",
    "--no-tls",
    "--no-dtls",
    "--no-multicast-peers",
    "--log-file=/dev/null",
    "--simple-log",
    "--pidfile=",
  ];
  const relay = spawn(program, [...where, ...auth, ...quiet, ...more], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => relay.on("close", () => resolve()));
  const stop = () => relay.kill("SIGKILL");
  process.on("exit", stop);
  await waitUntilOpen(relay, host, at);
  const end = async () => {
    stop();
    await ended;
    process.off("exit", stop);
  };
  return { urls: `turn:${host}:${at}?transport=udp`, port: at, secret, end };
}
