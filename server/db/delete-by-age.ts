import { type RawBuilder, sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "./pool.ts";
import type { DB } from "./tables.ts";

type RetentionOf<Table extends keyof DB & string> = {
  table: Table;
  /** What the age counts from: a time or, with `isDay`, a date in UTC. An index has to begin with it. */
  column: keyof DB[Table] & string;
  isDay?: boolean;
  /** Days that a row is kept; 0 deletes it once its time has come. A day's rows are kept until that day's end. */
  keepDays: number;
  /** Which rows only, at a moment; all if not given. */
  where?: (now: Date) => RawBuilder<unknown>;
};

/** How long the rows of a table are kept; `docs/privacy.md` and `docs/subjects.md` name each. */
export type Retention = { [Table in keyof DB & string]: RetentionOf<Table> }[keyof DB & string];

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

const rowsAtOnce = 5_000;

/**
 * The oldest first; returns how many. Each batch is a transaction: one for all would hold its locks for minutes, and
 * start anew if cut off. Two workers at once share the rows; a row that is locked is left to the next run.
 */
export async function deleteByAge(
  db: Db,
  { table, column, isDay = false, keepDays, where }: Retention,
  now: Date,
  atOnce: number = rowsAtOnce,
): Promise<number> {
  const [rows, age, before] = [sql.table(table), sql.ref(column), daysBefore(now, keepDays)];
  const oldest = sql`select ctid from ${rows} where ${age} < ${isDay ? sql`${dayOf(before)}::date` : before} and ${where?.(now) ?? sql`true`}
    order by ${age} limit ${atOnce} for update skip locked`;
  let total = 0;
  let deleted: number;
  do {
    const answer = await sql`delete from ${rows} where ctid = any(array(${oldest}))`.execute(db);
    deleted = Number(answer.numAffectedRows ?? 0);
    total += deleted;
  } while (deleted > 0);
  return total;
}
