import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { start } from "#server/test-start.ts";
import { withClient } from "./client.ts";
import { productSettings } from "./pool.ts";
import { createScratchFolder } from "./system-user.ts";
import { serverUrlVariable } from "./test-database.ts";

const deploy = join(import.meta.dirname, "../../deploy");
/** The name of the database, and of the role that owns it; roles are those of the whole server of the tests. */
const name = `rendezvous_${randomUUID().slice(0, 8)}`;
const server = new URL(process.env[serverUrlVariable] ?? "");
const scratch = createScratchFolder();
const urlOf = (role: string, password: string) => {
  const url = new URL(server);
  Object.assign(url, { username: role, password, pathname: `/${name}` });
  return url.href;
};
const owner = urlOf(name, "ownerword");
const app = urlOf(`${name}_app`, "appword");

/** Makes the roles as the container of PostgreSQL does for an empty volume. */
beforeAll(async () => {
  await withClient(server.href, (client) => client.query(`create database ${name}`));
  mkdirSync(scratch, { recursive: true });
  const put = (file: string, text: string) => writeFileSync(join(scratch, file), text, { mode: 0o755 });
  put("database_url", `${app}\n`);
  put("database_owner_url", `${owner}\n`);
  for (const file of ["roles.sql", "create-roles.sh"]) {
    const text = readFileSync(join(deploy, file), "utf8").replaceAll("rendezvous", name);
    put(file, text.replaceAll("/run/secrets", scratch).replaceAll("/roles.sql", join(scratch, "roles.sql")));
  }
  const { username, password, hostname, port, searchParams } = server;
  const connection = { PGHOST: searchParams.get("host") ?? hostname, PGPORT: port || "5432", PGPASSWORD: password };
  const { status, stderr } = spawnSync(join(scratch, "create-roles.sh"), {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...connection, POSTGRES_USER: username, POSTGRES_DB: name },
  });
  if (status !== 0) throw new Error(stderr);
});
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await withClient(server.href, async (client) => {
    await client.query(`drop database ${name} with (force)`);
    await client.query(`drop role if exists ${name}, ${name}_app`);
  });
});

async function runsWith(env: Record<string, string>): Promise<void> {
  const run = start({ DATA_DIR: join(scratch, "data"), LOG_LEVEL: "warn", ...env });
  await run.saying("Rendezvous is ready: ");
  const [address = ""] = /http:\S+/.exec(run.output()) ?? [];
  expect((await fetch(new URL("/readyz", address))).status).toBe(200);
  run.server.kill("SIGTERM");
  await run.ended;
  expect(run.output()).not.toMatch(/permission denied|must be owner/);
}

test("D12.2 the product works as a role that may change rows, and nothing that guards them", async () => {
  await runsWith({ DATABASE_URL: app, DATABASE_OWNER_URL: owner });
  // a database that is up to date needs no owner
  await runsWith({ DATABASE_URL: app });
  await withClient(app, async (client) => {
    const { rows } = await client.query("select 1 from accounts limit 1");
    expect(rows).toEqual([]);
    // behind PgBouncer a connection has no other settings
    const names = Object.keys(productSettings);
    const own = await client.query<{ name: string; reset_val: string }>(
      "select name, reset_val from pg_settings where name = any($1)",
      [names],
    );
    expect(Object.fromEntries(own.rows.map(({ name: setting, reset_val }) => [setting, reset_val]))).toEqual(
      productSettings,
    );
    for (const forbidden of [
      "drop trigger audit_log_append_only on audit_log",
      "alter table audit_log disable trigger all",
      "alter table ledger drop constraint ledger_pkey",
      "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
      "truncate audit_log",
      "create table mine (id int)",
      "set session_replication_role = replica",
      `set role ${name}`,
      `grant ${name} to ${name}_app`,
    ]) {
      await expect(client.query(forbidden), forbidden).rejects.toThrow(/permission denied|must be owner/);
    }
  });
}, 120_000);

test("D12.2 a migration that only the owner may make is refused with the variable that is missing", async () => {
  await withClient(owner, (client) =>
    client.query("delete from migrations where id = (select max(id) from migrations)"),
  );
  const run = start({ DATA_DIR: join(scratch, "data"), DATABASE_URL: app });
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/DATABASE_OWNER_URL/);
  expect(run.output()).not.toMatch(/appword|ownerword/);
}, 60_000);
