import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import { type MatchSide, type PackedSide, packedColumns, unpackSide } from "#server/features/profiles/index.ts";
import { viewerId } from "./conditions.ts";
import type { FoundRow } from "./order.ts";
import type { Filter } from "./rules.ts";

/** A found member with what ranks them for the viewer; `chatted`: the two have a chat. */
type Ranked = FoundRow & { fictional: boolean; chatted: boolean };
export type FactsRow = Ranked & PackedSide;
export type Facts = Ranked & MatchSide;

/** The columns of `FactsRow` but the value, from a row of `profiles`. The covering indexes hold all of them. */
export const factColumns: RawBuilder<unknown> = sql`member_id, fictional, member_id in (
    select other_id from conversation_members where conversation_members.member_id = ${viewerId}) as chatted,
    ${packedColumns}`;

type Input = Filter & { rows: readonly FoundRow[] };
const ids = given<Input>("ids", ({ rows }) => rows.map(({ member_id }) => member_id));
const values = given<Input>("values", ({ rows }) => rows.map(({ value }) => value));

/** Reads the facts of members that were found already. */
const factsStatement = defineStatement<Input, object, FactsRow>(
  () => sql`select found.value, ${factColumns}
    from unnest(${ids}::uuid[], ${values}::text[]) with ordinality as found (id, value, rank)
      join profiles on member_id = found.id order by found.rank`,
  () => true,
);

/** The facts of found members, in their order. */
export async function findFacts(db: Db, filter: Filter, rows: readonly FoundRow[]): Promise<Facts[]> {
  if (rows.length === 0) return [];
  return (await factsStatement.run(db, {}, { ...filter, rows })).map(unpackSide);
}
