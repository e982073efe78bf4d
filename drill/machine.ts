import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPostmasterPid } from "#server/db/processes.ts";
import { addressOf, inside, type MachineName, machineNames, processesOf } from "./network.ts";
import type { Programs } from "./programs.ts";

const deploy = join(import.meta.dirname, "../deploy");
/** Megabytes of the disk that each PostgreSQL has for itself. */
const diskMegabytes = 900;
const restartMs = 2_000;

export const passwords = {
  superuser: "super",
  replication: "repl",
  rewind: "rew",
  redis: "red",
  owner: "own",
  app: "app",
};

/** Shared memory that ends with its processes: a PostgreSQL that is killed leaves it behind. */
const ownSharedMemory = ["unshare", "--ipc", "sh", "-c", 'mount -t tmpfs drill /dev/shm && exec "$@"', "sh"];

/** A program that is started again two seconds after it ended, as systemd does, until it is stopped. */
type Service = { child: ChildProcess | undefined; isWanted: boolean; start(): void };

export type Machine = {
  name: MachineName;
  address: string;
  /** Starts what the product needs; PostgreSQL comes up by Patroni. */
  startNeighbours(): void;
  /** The environment's addresses are those of the machine's own HAProxy and PgBouncer. */
  startProduct(kind: "web" | "worker", environment: Record<string, string>): void;
  /** Ends a service at once, and keeps it away until `bringBack`. */
  take(service: string): void;
  bringBack(service: string): void;
  signalAll(kind: NodeJS.Signals): void;
  postmaster(): number | undefined;
  /** Fills PostgreSQL's disk to the last byte, or empties it again. */
  fillDisk(isFull: boolean): void;
  stop(): void;
};

/** Replaces each text; throws if one is not there, because then a file of `deploy/` has changed. */
function replaceAll(text: string, changes: readonly [string, string][]): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`"${from}" is not in the file any more: adapt drill/machine.ts`);
    return result.replaceAll(from, to);
  }, text);
}

const network = (text: string) => text.replaceAll("10.0.0.", addressOf("one").replace(/1$/, ""));
const read = (name: string) => network(readFileSync(join(deploy, name), "utf8"));

function patroniSettings(name: MachineName, folder: string, programs: Programs, room: string): string {
  const settings = replaceAll(read("ha/patroni.yml"), [
    ["@NAME@", name],
    ["@ADDRESS@", addressOf(name)],
    ["@SUPERUSER_PASSWORD@", passwords.superuser],
    ["@REPLICATION_PASSWORD@", passwords.replication],
    ["@REWIND_PASSWORD@", passwords.rewind],
    ["/var/lib/postgresql/18/rendezvous", join(folder, "disk/data")],
    ["/usr/lib/postgresql/18/bin", programs.folder],
    ["/var/lib/postgresql/patroni.pgpass", join(folder, "patroni.pgpass")],
    ["/var/run/postgresql", join(folder, "run")],
    ["/etc/patroni/", `${folder}/`],
    ["shared_buffers: 1GB", "shared_buffers: 64MB"],
    ["wal_keep_size: 1GB", "wal_keep_size: 128MB"],
  ]);
  if (programs.isWhole) return settings;
  const copy = `${join(programs.folder, "copy_primary")} --room=${room} --password=${passwords.superuser}`;
  return replaceAll(settings, [
    ["use_pg_rewind: true", "use_pg_rewind: false"],
    [
      "  parameters:\n    # a quarter",
      `  create_replica_methods: [copy_primary]\n  copy_primary: { command: "${copy}" }\n  parameters:\n    # a quarter`,
    ],
  ]);
}

function pgbouncerVersion(): number {
  const { stdout } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" });
  return Number(/PgBouncer 1\.(\d+)/.exec(stdout)?.[1] ?? 0);
}

/** PgBouncer knows prepared statements in transaction mode from 1.21 on. */
export const poolerPrepares = (): boolean => pgbouncerVersion() >= 21;

function writeSettings(name: MachineName, folder: string, programs: Programs, room: string): void {
  const address = addressOf(name);
  const redis: [string, string][] = [
    ["@ADDRESS@", address],
    ["@REDIS_PASSWORD@", passwords.redis],
  ];
  const files = {
    "patroni.yml": patroniSettings(name, folder, programs, room),
    "etcd.env": replaceAll(read("ha/etcd.env"), [
      ["@NAME@", name],
      ["@ADDRESS@", address],
      ["/var/lib/etcd/rendezvous", join(folder, "etcd")],
    ]),
    "haproxy.cfg": `global\n\tmaxconn 2000\n${read("ha/haproxy-postgres.cfg")}`,
    "pgbouncer.ini": replaceAll(read("pgbouncer.ini"), [
      ["port=5432", "port=5000"],
      ["/etc/pgbouncer/userlist.txt", join(folder, "userlist.txt")],
      ["max_prepared_statements = 500", poolerPrepares() ? "max_prepared_statements = 500" : ""],
    ]).concat("unix_socket_dir =\n"),
    "userlist.txt": `"rendezvous_app" "${passwords.app}"\n`,
    "redis.conf": replaceAll(read("ha/redis.conf"), redis).concat(
      name === machineNames[0] ? "" : `replicaof ${addressOf(machineNames[0])} 6379\n`,
    ),
    "sentinel.conf": replaceAll(read("ha/sentinel.conf"), redis),
    "etcd-leader-away.sh": replaceAll(read("ha/etcd-leader-away.sh"), [
      ["@NAME@", name],
      ["@ADDRESS@", address],
    ]),
  };
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(folder, file), text, { mode: file.endsWith(".sh") ? 0o700 : 0o600 });
    chownSync(join(folder, file), programs.ids.uid, programs.ids.gid);
  }
}

/** The variables of a file in the form of systemd's `EnvironmentFile`. */
const readEnvironment = (path: string) =>
  Object.fromEntries(
    [...readFileSync(path, "utf8").matchAll(/^(\w+)="(.*)"$/gm)].map(([, name, value]) => [name, value]),
  );

function signal(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind);
  } catch {
    // it has just ended
  }
}

/** One of three machines, in its own namespace: the files of `deploy/ha` with its name, addresses and folders. */
export function createMachine(name: MachineName, root: string, programs: Programs): Machine {
  const folder = join(root, name);
  const disk = join(folder, "disk");
  const ballast = join(disk, "ballast");
  const { uid, gid } = programs.ids;
  for (const part of ["", "disk", "run", "etcd", "redis", "sentinel"]) {
    mkdirSync(join(folder, part), { recursive: true });
    chownSync(join(folder, part), uid, gid);
  }
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m,mode=0755`, "drill", disk]);
  if (mounted.status !== 0) throw new Error(`the disk of ${name} can't be mounted: ${mounted.stderr}`);
  chownSync(disk, uid, gid);
  writeSettings(name, folder, programs, join(root, "room"));

  const services = new Map<string, Service>();
  const run = (service: string, command: readonly string[], env: NodeJS.ProcessEnv = {}, asRoot = false) => {
    const asPostgres = asRoot ? [] : ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
    const [program = "", ...args] = [...inside(name), ...ownSharedMemory, ...asPostgres, ...command];
    const one: Service = {
      child: undefined,
      isWanted: true,
      start() {
        const log = openSync(join(folder, `${service}.log`), "a");
        const options = { cwd: asRoot ? join(import.meta.dirname, "..") : folder, detached: true };
        one.child = spawn(program, args, {
          ...options,
          env: { PATH: process.env.PATH, ...env },
          stdio: ["ignore", log, log],
        });
        closeSync(log);
        one.child.on("error", () => {});
        one.child.once("exit", () => {
          one.child = undefined;
          if (one.isWanted) setTimeout(() => one.isWanted && !one.child && one.start(), restartMs).unref();
        });
      },
    };
    services.set(service, one);
    one.start();
  };
  const end = ({ child }: Service) => {
    if (child?.pid !== undefined) signal(-child.pid, "SIGKILL");
  };

  return {
    name,
    address: addressOf(name),
    startNeighbours() {
      run("etcd", ["etcd"], readEnvironment(join(folder, "etcd.env")));
      run("patroni", ["patroni", join(folder, "patroni.yml")], { LC_ALL: "C.UTF-8" });
      run("haproxy", ["haproxy", "-db", "-f", join(folder, "haproxy.cfg")]);
      run("pgbouncer", ["pgbouncer", join(folder, "pgbouncer.ini")]);
      run("redis", ["redis-server", join(folder, "redis.conf"), "--dir", join(folder, "redis")]);
      run("sentinel", ["redis-sentinel", join(folder, "sentinel.conf"), "--dir", join(folder, "sentinel")]);
    },
    startProduct(kind, environment) {
      const own = {
        SERVICES: kind,
        HOST: addressOf(name),
        PORT: "3000",
        DATA_DIR: join(folder, kind),
        HEALTH_PORT: "3100",
      };
      mkdirSync(own.DATA_DIR, { recursive: true });
      const memory = {
        MALLOC_ARENA_MAX: "2",
        MALLOC_TRIM_THRESHOLD_: "131072",
        NODE_OPTIONS: "--max-semi-space-size=16 --max-old-space-size=768",
      };
      run(kind, [process.execPath, "server/main.ts"], { ...memory, ...environment, ...own }, true);
    },
    take(service) {
      const one = services.get(service);
      if (!one) return;
      one.isWanted = false;
      end(one);
    },
    bringBack(service) {
      const one = services.get(service);
      if (!one || one.isWanted) return;
      one.isWanted = true;
      one.start();
    },
    signalAll(kind) {
      for (const pid of processesOf(name)) signal(pid, kind);
    },
    postmaster: () => (existsSync(join(disk, "data")) ? findPostmasterPid(join(disk, "data")) : undefined),
    fillDisk(isFull) {
      if (!isFull) spawnSync("rm", ["-f", ballast]);
      // dd ends by itself when there is no room
      else spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]);
    },
    stop() {
      for (const one of services.values()) one.isWanted = false;
      this.signalAll("SIGKILL");
      for (const one of services.values()) end(one);
    },
  };
}
