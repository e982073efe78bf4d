import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#server/test-free-port.ts";

/** PgBouncer knows prepared statements in transaction mode from this version on. */
const preparing = { major: 1, minor: 21 };

/** The installed PgBouncer; undefined if there is none. */
export function pgBouncerVersion(): { prepares: boolean } | undefined {
  const output = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" }).stdout ?? "";
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(output) ?? [];
  if (major === undefined) return undefined;
  return { prepares: Number(major) > preparing.major || Number(minor) >= preparing.minor };
}

async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + 15_000; ; await pause(50)) {
    const socket = connect(port, "127.0.0.1");
    const opened = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (opened) return;
    if (Date.now() > end) throw new Error("PgBouncer did not start");
  }
}

/** How long the shipped PgBouncer waits. */
function shippedTimes(): string {
  const shipped = readFileSync(join(import.meta.dirname, "../../deploy/pgbouncer.ini"), "utf8");
  return [...shipped.matchAll(/^(?:server_login_retry|query_wait_timeout|server_connect_timeout) = .*$/gm)].join("\n");
}

/** PgBouncer in transaction mode with four connections to a database, its files in `folder`. */
export async function startPgBouncer(folder: string, databaseUrl: string) {
  const { username, password, hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const listening = await freePort();
  const name = pathname.slice(1);
  const target = `host=${searchParams.get("host") ?? hostname} port=${port} dbname=${name} user=${username} password=${password}`;
  const file = join(folder, "pgbouncer.ini");
  const settings = [
    "[databases]",
    `${name} = ${target}`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1\nlisten_port = ${listening}`,
    "unix_socket_dir =\nauth_type = any\npool_mode = transaction",
    "default_pool_size = 4\nmax_client_conn = 200\nignore_startup_parameters = extra_float_digits",
    shippedTimes(),
  ];
  writeFileSync(file, `${settings.join("\n")}\n`, { mode: 0o644 });
  const args = process.getuid?.() === 0 ? ["-u", "postgres", file] : [file];
  const child = spawn("pgbouncer", args, { stdio: "ignore" });
  const ended = once(child, "exit");
  await untilListening(listening);
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { url: `postgres://any@127.0.0.1:${listening}/${name}`, port: listening, stop };
}
