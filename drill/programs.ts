import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureUsablePrograms } from "#server/db/postgres-programs.ts";
import { ensurePostgresUser } from "#server/db/system-user.ts";

const packages = {
  patroni: "patroni",
  etcd: "etcd-server",
  etcdctl: "etcd-client",
  "redis-server": "redis-server",
  "redis-sentinel": "redis-sentinel",
  pgbouncer: "pgbouncer",
  haproxy: "haproxy",
  iptables: "iptables",
  setpriv: "util-linux",
  unshare: "util-linux",
  ip: "iproute2",
};

/** Throws with the command that installs what is missing; builds the pages, which a web process needs to start. */
export function requirePrograms(): void {
  if (process.getuid?.() !== 0) throw new Error("the drill makes network namespaces: run it as root");
  const missing = Object.entries(packages).filter(([program]) => spawnSync("which", [program]).status !== 0);
  if (missing.length > 0) throw new Error(`apt install ${missing.map(([, name]) => name).join(" ")}`);
  const { stdout } = spawnSync("patroni", ["--version"], { encoding: "utf8" });
  if (Number(/(\d+)\./.exec(stdout)?.[1]) < 4) throw new Error(`${stdout.trim()}: the drill needs Patroni 4`);
  const cwd = join(import.meta.dirname, "..");
  if (existsSync(join(cwd, "build/server/index.js"))) return;
  const { status } = spawnSync("react-router", ["build"], { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("the pages can't be built");
}

export type Programs = {
  folder: string;
  version: string;
  /** False: PostgreSQL of the product, which lacks `pg_basebackup` and `pg_rewind`. */
  isWhole: boolean;
  ids: { uid: number; gid: number };
};

const needed = ["postgres", "pg_ctl", "initdb", "pg_controldata", "pg_basebackup", "pg_rewind", "pg_isready"];

/** PostgreSQL 18 or newer with all its programs, as operators install it. */
function findWhole(): string | undefined {
  const folder = "/usr/lib/postgresql";
  const majors = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const newest = Math.max(0, ...majors.filter(Number.isInteger));
  const bin = join(folder, String(newest), "bin");
  return newest >= 18 && needed.every((name) => existsSync(join(bin, name))) ? bin : undefined;
}

/**
 * The programs of PostgreSQL that Patroni uses: the system's, if they are those of version 18 or newer, else those of
 * the product. These lack some, for which the drill has short substitutes: `pg_controldata`, `pg_isready`, and a copy
 * of the running primary in place of `pg_basebackup`.
 */
export function findPrograms(folder: string, postgres: string | undefined): Programs {
  const ids = ensurePostgresUser();
  if (!ids) throw new Error("the user postgres is missing: apt install postgresql-common");
  const versionOf = (bin: string) => {
    const { stdout } = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
    return /\d+\.\d+/.exec(stdout)?.[0] ?? "unknown";
  };
  const whole = postgres ?? findWhole();
  if (whole !== undefined) return { folder: whole, version: versionOf(whole), isWhole: true, ids };
  const own = dirname(ensureUsablePrograms(ids).postgres);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of ["postgres", "pg_ctl", "initdb"]) symlinkSync(join(own, name), join(bin, name));
  for (const name of ["pg_controldata", "pg_isready", "copy_primary"]) {
    const path = join(bin, name);
    const script = join(import.meta.dirname, "substitutes", `${name.replaceAll("_", "-")}.ts`);
    writeFileSync(path, `#!/bin/sh\nexec ${process.execPath} ${script} "$@"\n`);
    chmodSync(path, 0o755);
  }
  return { folder: bin, version: versionOf(own), isWhole: false, ids };
}
