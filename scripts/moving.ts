import type { Config } from "#server/config/config.ts";
import type { Db, DbPool } from "#server/db/pool.ts";
import type { Files } from "#server/ports/files/port.ts";
import type { Print } from "./run-command.ts";

/** One of the two installations of a move: its database as the owner of the tables, and its files. */
export type Installation = { db: DbPool; files: Files; config: Config };

/** Where a move is, in this order. */
export const movePhases = ["checked", "copied", "frozen", "locked", "equal", "arrived", "left", "opened"] as const;
export type MovePhase = (typeof movePhases)[number];

export type Moving = {
  from: Installation;
  to: Installation;
  siteId: number;
  now: () => Date;
  print: Print;
  /** Milliseconds until every process of the old installation has seen that the site is frozen. */
  untilFrozenMs?: number;
  /** Milliseconds for which the old installation's rows stay locked after the move: see `lockSite`. */
  lockedMs?: number;
  /** Milliseconds for which the site stays closed for a job that does not end, and then serves again. */
  patienceMs?: number;
  /** Called between the steps. */
  reached?: (phase: MovePhase) => Promise<void>;
};

export type SiteRow = { id: number; key: string; company_id: number };

export const findSite = (db: Db, id: number): Promise<SiteRow | undefined> =>
  db.selectFrom("sites").select(["id", "key", "company_id"]).where("id", "=", id).executeTakeFirst();

export async function requireRow(db: Db, id: number): Promise<SiteRow> {
  const site = await findSite(db, id);
  if (!site) throw new Error(`no site ${id}`);
  return site;
}
