import { type RawBuilder, sql } from "kysely";
import type { Db, DbPool } from "./pool.ts";
import { movesWith, staysBecause } from "./site-tables.ts";

/**
 * How far a move of a site to another installation is, at one of the two (0126). In each state the site's hosts answer
 * 503 there.
 * - `moving`: it is being copied from here, and is still this installation's.
 * - `leaving`: all was copied; the other installation is about to open it.
 * - `moved`: an old copy, kept for a way back; `erasing`: the same, half erased.
 * - `arriving`: a whole copy that is not open yet.
 */
type MoveState = "moving" | "leaving" | "moved" | "arriving" | "erasing";

/** The advisory locks of a move, of a connection each: two moves at once refuse; jobs wait while the last rows go. */
const moveLocks = { move: "site move", jobs: "site move, jobs wait" } as const;

const lockNumber = (name: keyof typeof moveLocks) => sql`hashtextextended(${moveLocks[name]}, 0)`;

/** Runs something while a connection of its own holds an advisory lock; null if another process holds it. */
export async function withMoveLock<T>(
  db: DbPool,
  name: keyof typeof moveLocks,
  run: () => Promise<T>,
): Promise<{ answer: T } | null> {
  return await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lockNumber(name)}) as taken`.execute(
      connection,
    );
    if (!rows[0]?.taken) return null;
    try {
      return { answer: await run() };
    } finally {
      // it went with its connection, if that broke
      await Promise.allSettled([sql`select pg_advisory_unlock(${lockNumber(name)})`.execute(connection)]);
    }
  });
}

export async function findMoveState(db: Db, siteId: number): Promise<MoveState | null> {
  const row = await db.selectFrom("site_moves").select("state").where("site_id", "=", siteId).executeTakeFirst();
  // the check constraint allows these states only
  return (row?.state as MoveState | undefined) ?? null;
}

/** Null: the site is open here. */
export async function setMoveState(db: Db, siteId: number, state: MoveState | null, now: Date): Promise<void> {
  if (state === null) {
    await db.deleteFrom("site_moves").where("site_id", "=", siteId).execute();
    return;
  }
  await db
    .insertInto("site_moves")
    .values({ site_id: siteId, state, since: now })
    .onConflict((conflict) => conflict.column("site_id").doUpdateSet({ state, since: now }))
    .execute();
}

/** States in which another installation has the site. */
const unused = sql`('moved', 'erasing', 'arriving')`;

/** SQL: whether what is here of a site is not in use, so that no one outside may hear of it. */
export const isUnusedCopy = (siteId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from site_moves as m where m.site_id = ${siteId} and m.state in ${unused})`;

/** Of two halves of an advisory lock's number, as `pg_locks` has them. */
const halves = (number: ReturnType<typeof lockNumber>) =>
  sql`classid = ((${number} >> 32) & 4294967295)::bigint::oid and objid = (${number} & 4294967295)::bigint::oid`;

/**
 * Whether jobs have to wait, because the last rows of a site are being copied or no installation has it; and the sites
 * whose copy here is not in use, so that a job about one of them must not do anything.
 */
export async function readMoves(db: Db): Promise<{ wait: boolean; unused: number[] }> {
  const { rows } = await sql<{ wait: boolean; unused: number[] }>`
    select
      exists (select from site_moves where state = 'leaving') or (exists (select from site_moves) and exists (
        select from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())
          and ${halves(lockNumber("jobs"))})) as wait,
      array(select site_id from site_moves where state in ${unused}) as unused`.execute(db);
  return rows[0] ?? { wait: false, unused: [] };
}

/** The tables whose rows move with a site and have a single uuid as their key, with its column. */
async function listUuidKeys(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'p' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1
      and a.atttypid = 'uuid'::regtype order by 1`.execute(db);
  return rows.filter(({ table }) => staysBecause(table) === null);
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The id of a site in the data of a job, or in a key of a file that it names. */
function siteIn(text: string): number | undefined {
  const [, id, ofFile] = /"siteId":\s*(\d+)|"(?:photos|downloads)\/(\d+)\//.exec(text) ?? [];
  return id === undefined && ofFile === undefined ? undefined : Number(id ?? ofFile);
}

/** Which of these texts, each the data of a job, are about a site: by its id, or else by the id of one of its rows. */
export async function findTextsAbout(db: Db, siteId: number, texts: readonly string[]): Promise<string[]> {
  const rest = texts.filter((text) => siteIn(text) === undefined);
  const own = await findOwnIds(db, siteId, [...new Set(rest.flatMap((text) => text.match(uuids) ?? []))]);
  const isAbout = (text: string) => (text.match(uuids) ?? []).some((id) => own.has(id));
  return texts.filter((text) => siteIn(text) === siteId || (rest.includes(text) && isAbout(text)));
}

/** Those of the ids that rows of a site have; of a held decision, if its item is one. */
async function findOwnIds(db: Db, siteId: number, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const held = await db.selectFrom("held_decisions").select(["id", "item"]).where("id", "in", ids).execute();
  const asked = sql`${[...ids, ...held.map(({ item }) => item)]}::uuid[]`;
  const parts = (await listUuidKeys(db)).map(
    ({ table, column }) => sql`select t.${sql.ref(column)} as id from ${sql.table(table)} as t
      where t.${sql.ref(column)} = any(${asked}) and ${movesWith(table, siteId)}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const own = new Set(rows.map(({ id }) => id));
  for (const { id, item } of held) if (own.has(item)) own.add(id);
  return own;
}
