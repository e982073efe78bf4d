import type { Db } from "#server/db/pool.ts";
import { heldTables, type Row, readHeld } from "./held-data.ts";
import { findPeople, type Owner, readConversations, readMatches } from "./held-pairs.ts";

/** The parts of `data.json`, in order; the README explains each. */
export const parts = [...heldTables.map((held) => held.part), "matches", "conversations"] as const;

export type HeldData = Record<string, Row | Row[] | null>;

async function withPeople(db: Db, owner: Owner, rows: readonly Row[], columns: readonly string[]): Promise<Row[]> {
  const named = (row: Row, column: string) => (typeof row[column] === "string" ? [row[column]] : []);
  const ids = rows.flatMap((row) => columns.flatMap((column) => named(row, column)));
  if (ids.length === 0) return [...rows];
  const people = await findPeople(db, owner, ids);
  return rows.map((row) => {
    const named = columns.map((column) => [column.replace(/_id$/, ""), people.get(String(row[column])) ?? null]);
    const rest = Object.entries(row).filter(([column]) => !columns.includes(column));
    return Object.fromEntries([...named, ...rest]);
  });
}

/** Everything held about a member, as one snapshot: run it in a repeatable-read transaction (D3.9). */
export async function collectData(db: Db, owner: Owner): Promise<HeldData> {
  const data: HeldData = {};
  for (const held of heldTables) {
    const rows = await readHeld(db, held, owner.memberId);
    data[held.part] = held.by ? await withPeople(db, owner, rows, held.people ?? []) : (rows[0] ?? null);
  }
  data.matches = await withPeople(db, owner, await readMatches(db, owner.memberId), ["member"]);
  data.conversations = await readConversations(db, owner);
  return data;
}
