import type pg from "pg";
import type { Files } from "#server/ports/files/port.ts";

/** Rows of each table, with a sum of the hashes of all rows: two tables of the same contents have the same. */
export type Contents = Map<string, { rows: number; hash: string }>;

/** The contents of all tables at one moment, and the ledger's sums. */
export async function readContents(client: pg.Client): Promise<{ tables: Contents; ledger: string; position: string }> {
  await client.query("begin isolation level repeatable read");
  try {
    // a hash of a text must not depend on how a session writes times
    await client.query("set local timezone = 'UTC'");
    const { rows: named } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const tables: Contents = new Map();
    for (const { name } of named) {
      const { rows } = await client.query<{ rows: string; hash: string }>(
        `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from ${name} t`,
      );
      tables.set(name, { rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? "" });
    }
    const { rows: sums } = await client.query<{ ledger: string; position: string }>(
      `select (select concat_ws(' ', coalesce(sum(amount), 0), count(*)) from ledger)
        || ' ' || (select coalesce(sum(credits), 0) from wallets) as ledger,
        case when pg_is_in_recovery() then '' else pg_current_wal_insert_lsn()::text end as position`,
    );
    return { tables, ledger: sums[0]?.ledger ?? "", position: sums[0]?.position ?? "" };
  } finally {
    await client.query("rollback");
  }
}

/** The tables whose contents differ, a line each. */
export function differences(ours: Contents, theirs: Contents): string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].sort().flatMap((name) => {
    const [here, there] = [ours.get(name), theirs.get(name)];
    if (here && there && here.rows === there.rows && here.hash === there.hash) return [];
    return [`${name}: ${here?.rows ?? "no"} rows here, ${there?.rows ?? "no"} in the restored one`];
  });
}

/** Photos of members without any file in a store: their number. */
export async function countPhotosWithoutFiles(client: pg.Client, files: Files): Promise<number> {
  const { rows } = await client.query<{ id: string }>("select id from photos");
  const photosWithFiles = new Set<string>();
  for await (const key of files.list("photos/")) {
    const [folder, , , photo] = key.split("/");
    if (folder !== "photos") break;
    if (photo) photosWithFiles.add(photo);
  }
  return rows.filter(({ id }) => !photosWithFiles.has(id)).length;
}
