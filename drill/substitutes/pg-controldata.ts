/** What Patroni reads of `pg_controldata`, for PostgreSQL 18. Usage: pg_controldata <data folder>. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const control = readFileSync(join(process.argv[2] ?? "", "global/pg_control"));
const number = (at: number) => control.readUInt32LE(at);
const position = (at: number) =>
  `${number(at + 4)
    .toString(16)
    .toUpperCase()}/${number(at).toString(16).toUpperCase()}`;
const states = [
  "starting up",
  "shut down",
  "shut down in recovery",
  "shutting down",
  "in crash recovery",
  "in archive recovery",
  "in production",
];

// the struct ControlFileData of PostgreSQL 18, src/include/catalog/pg_control.h
const version = number(8);
if (version !== 1800) throw new Error(`pg_control has version ${version}, not that of PostgreSQL 18`);
const facts = {
  "pg_control version number": version,
  "Catalog version number": number(12),
  "Database system identifier": control.readBigUInt64LE(0),
  "Database cluster state": states[number(16)],
  "Latest checkpoint location": position(32),
  "Latest checkpoint's REDO location": position(40),
  "Latest checkpoint's TimeLineID": number(48),
  "Minimum recovery ending location": position(136),
  "Min recovery ending loc's timeline": number(144),
  "wal_level setting": ["minimal", "replica", "logical"][number(172)],
  "wal_log_hints setting": control[176] === 1 ? "on" : "off",
  "max_connections setting": number(180),
  "max_worker_processes setting": number(184),
  "max_wal_senders setting": number(188),
  "max_prepared_xacts setting": number(192),
  "max_locks_per_xact setting": number(196),
  "Data page checksum version": number(252),
};
for (const [name, value] of Object.entries(facts)) console.log(`${`${name}:`.padEnd(38)}${value}`);
