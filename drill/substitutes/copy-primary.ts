/**
 * Makes a replica's data folder from the running primary: PostgreSQL writes a base backup of itself, as for `npm run
 * backup`. It writes to its own disk, so primary and replica must be on one, as in the drill. Patroni calls it with
 * --datadir and --connstring; --room names a folder that both reach, --password the superuser's.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";

const { values } = parseArgs({ strict: false, args: process.argv.slice(2) });
const [folder, source, room] = [values.datadir, values.connstring, values.room].map(String);
const of = (name: string) => new RegExp(`(?:^|[ ?&])${name}=([^ &]+)`).exec(source ?? "")?.[1];
const url = URL.parse(source ?? "");
const backup = join(room ?? "", randomUUID());
const client = new pg.Client({
  host: url?.hostname ?? of("host") ?? "",
  port: Number(url?.port ?? of("port") ?? 5432),
  user: "postgres",
  password: String(values.password),
  database: "postgres",
  replication: "database",
  connectionTimeoutMillis: 5_000,
} as pg.ClientConfig);
client.on("error", () => {});
try {
  await client.connect();
  await client.query(`BASE_BACKUP (LABEL 'drill', TARGET 'server', TARGET_DETAIL '${backup}', CHECKPOINT 'fast',
    WAL true, MANIFEST 'no')`);
  mkdirSync(folder ?? "", { recursive: true });
  chmodSync(folder ?? "", 0o700);
  const unpack = (name: string, to: string) => {
    const { status, stderr } = spawnSync("tar", ["-xf", join(backup, name), "-C", to], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  unpack("base.tar", folder ?? "");
} finally {
  await client.end();
  rmSync(backup, { recursive: true, force: true });
}
