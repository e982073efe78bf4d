import { sql } from "kysely";
import type { Db } from "./pool.ts";

/** Parts of the product that note when they last did their work. */
export type WorkingPart = "worker" | "mail" | "webhook" | "retention";
export type LastDone = Record<WorkingPart, Date | null>;

/** Notes that a part has just done its work; twice a minute at most, so that no row is busy. */
export async function noteDone(db: Db, part: WorkingPart, now: Date): Promise<void> {
  await sql`insert into last_done (part, at) values (${part}, ${now})
    on conflict (part) do update set at = excluded.at where last_done.at < excluded.at - interval '30 seconds'`.execute(
    db,
  );
}

/** Reads when each part last did its work; null: never. */
export async function readLastDone(db: Db): Promise<LastDone> {
  const rows = await db.selectFrom("last_done").selectAll().execute();
  const of = (part: WorkingPart) => rows.find((row) => row.part === part)?.at ?? null;
  return { worker: of("worker"), mail: of("mail"), webhook: of("webhook"), retention: of("retention") };
}
