import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import { type MatchSide, matchColumns } from "#server/features/profiles/index.ts";
import { viewerId } from "./conditions.ts";
import type { FoundRow } from "./order.ts";
import type { Filter } from "./rules.ts";

const listColumns = ["interests", "goals", "prefers_body_types"] as const;

/** A found member with what ranks them for the viewer; `chatted`: the two have a chat. */
export type Ranked = FoundRow & { fictional: boolean; chatted: boolean };
type FactsRow = Ranked &
  Omit<MatchSide, (typeof listColumns)[number]> & { [List in (typeof listColumns)[number]]: string };
export type Facts = Ranked & MatchSide;

/** The columns of `FactsRow` but the value, from a row `p` of `profiles`. Lists are read as text: it costs a tenth. */
export const factColumns: RawBuilder<unknown> = sql`p.member_id, p.fictional, p.member_id in (
    select other_id from conversation_members where conversation_members.member_id = ${viewerId}) as chatted, ${sql.join(
      matchColumns.map((column) =>
        listColumns.some((list) => list === column)
          ? sql`array_to_string(${sql.ref(`p.${column}`)}, ',') as ${sql.ref(column)}`
          : sql.ref(`p.${column}`),
      ),
    )}`;

const toList = (codes: string) => (codes === "" ? [] : codes.split(","));

export const toFacts = (row: FactsRow): Facts => ({
  ...row,
  interests: toList(row.interests),
  goals: toList(row.goals),
  prefers_body_types: toList(row.prefers_body_types),
});
export type { FactsRow };

type Input = Filter & { rows: readonly FoundRow[] };
const ids = given<Input>("ids", ({ rows }) => rows.map(({ member_id }) => member_id));
const values = given<Input>("values", ({ rows }) => rows.map(({ value }) => value));

/** Reads the facts of members that were found already. */
const factsStatement = defineStatement<Input, object, FactsRow>(
  () => sql`select found.value, ${factColumns}
    from unnest(${ids}::uuid[], ${values}::text[]) with ordinality as found (id, value, place)
      join profiles as p on p.member_id = found.id order by found.place`,
  () => true,
);

/** The facts of found members, in their order. */
export async function findFacts(db: Db, filter: Filter, rows: readonly FoundRow[]): Promise<Facts[]> {
  if (rows.length === 0) return [];
  return (await factsStatement.run(db, {}, { ...filter, rows })).map(toFacts);
}
